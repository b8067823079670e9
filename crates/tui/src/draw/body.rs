//! The question between header and footer: prompt and options, one above the other or side by
//! side, or the page that stands in their place.

use ratatui::layout::Rect;

use super::sheet::{Content, Pane, Part, text_cells};
use super::{action, closed, confirm, options, review, tool};
use crate::model::Model;
use crate::model::question::{Question, Stage};
use crate::text::markdown;

/// From here on prompt and options stand side by side when they do not fit below each other.
const COLUMNS_FROM: u16 = 100;
/// Lines longer than this are hard to read.
const PROSE_CELLS_MAX: usize = 100;
/// What either part has at least, where the screen is high enough.
const PART_ROWS_MIN: u16 = 4;

pub(super) fn panes(model: &Model, question: &Question, space: Rect) -> (Vec<Pane>, usize) {
    let cells = text_cells(space.width);
    let page = match &question.stage {
        Stage::Answering | Stage::Confirming { .. } | Stage::Sending => {
            return split(model, question, space);
        }
        Stage::Reviewing { typed, .. } => review::answer(model, question, typed, cells),
        Stage::Cancelling => review::cancellation(model, question, cells),
        Stage::Closed => closed::content(model, question, cells),
    };
    let top = match &question.stage {
        Stage::Reviewing { top, .. } => *top,
        Stage::Answering
        | Stage::Confirming { .. }
        | Stage::Sending
        | Stage::Cancelling
        | Stage::Closed => 0,
    };
    let field_cells = page.field_cells;
    (vec![Pane::new(Part::Page, page, top, space)], field_cells)
}

fn split(model: &Model, question: &Question, space: Rect) -> (Vec<Pane>, usize) {
    let stacked = text_cells(space.width);
    let prompt = prompt(model, question, stacked);
    let list = list(model, question, stacked);
    let room = usize::from(space.height);
    if prompt.lines.is_empty() {
        let nothing = Rect { height: 0, ..space };
        let field_cells = list.field_cells;
        return (place(question, prompt, list, nothing, space), field_cells);
    }
    let fits = prompt.lines.len() + 1 + list.lines.len() <= room;
    if !fits && space.width >= COLUMNS_FROM {
        return side_by_side(model, question, space);
    }
    let (above, below) = heights(prompt.lines.len(), list.lines.len(), space);
    let field_cells = list.field_cells;
    (place(question, prompt, list, above, below), field_cells)
}

fn side_by_side(model: &Model, question: &Question, space: Rect) -> (Vec<Pane>, usize) {
    let half = space.width / 2;
    let left = Rect {
        width: half,
        ..space
    };
    let right = Rect {
        x: space.x + half,
        width: space.width - half,
        ..space
    };
    let prompt = prompt(model, question, text_cells(left.width).saturating_sub(1));
    let list = list(model, question, text_cells(right.width));
    let field_cells = list.field_cells;
    (place(question, prompt, list, left, right), field_cells)
}

fn place(
    question: &Question,
    prompt: Content,
    list: Content,
    first: Rect,
    second: Rect,
) -> Vec<Pane> {
    vec![
        Pane::new(Part::Prompt, prompt, question.prompt_top, first),
        Pane::new(Part::List, list, question.list_top, second),
    ]
}

/// What the person can choose from, at this step.
pub(super) fn list(model: &Model, question: &Question, cells: usize) -> Content {
    match question.stage {
        Stage::Confirming { focus } => confirm::ways(model, Some(focus)),
        Stage::Sending if question.awaiting().is_some() => confirm::ways(model, None),
        Stage::Answering
        | Stage::Reviewing { .. }
        | Stage::Cancelling
        | Stage::Sending
        | Stage::Closed => options::content(model, question, cells),
    }
}

pub(super) fn prompt(model: &Model, question: &Question, cells: usize) -> Content {
    // Also while the confirmation is on its way: nothing jumps under the person's eyes.
    if question.awaiting().is_some() {
        return confirm::about(model, question, cells.min(PROSE_CELLS_MAX));
    }
    let view = &question.detail.question;
    let pen = action::Pen {
        words: model.words,
        theme: &model.theme,
        cells,
    };
    let act = view.action.as_ref();
    let act = act.map(|action| action::lines(action, &view.prompt, pen));
    if let Some(lines) = act.or_else(|| Some(tool::lines(view.tool.as_ref()?, pen))) {
        return Content {
            lines,
            ..Content::default()
        };
    }
    let blocks = &view.prompt_blocks;
    Content {
        lines: markdown::lines(blocks, cells.min(PROSE_CELLS_MAX), &model.theme),
        ..Content::default()
    }
}

/// Shares the height: the prompt above, the options below, one empty line between them.
fn heights(prompt: usize, list: usize, space: Rect) -> (Rect, Rect) {
    let room = space.height.saturating_sub(1);
    let clip = |lines: usize| u16::try_from(lines).unwrap_or(u16::MAX).min(room);
    let (prompt, list) = (clip(prompt), clip(list));
    let below = if prompt + list <= room {
        room - prompt
    } else {
        // The shorter one is shown whole if it takes no more than half.
        let half = room / 2;
        let below = if prompt <= half {
            room - prompt
        } else {
            list.min(room - half)
        };
        below.max(PART_ROWS_MIN.min(room))
    };
    let above = room - below;
    let upper = Rect {
        height: above,
        ..space
    };
    let lower = Rect {
        y: space.y + above + 1,
        height: below.min(space.height.saturating_sub(above + 1)),
        ..space
    };
    (upper, lower)
}
