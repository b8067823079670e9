//! Draws the model. Reads everything, changes nothing; what scrolls is settled in `follow_focus`.

pub(crate) mod action;
mod body;
mod closed;
mod confirm;
mod footer;
mod form;
mod header;
mod help;
mod hints;
mod inbox;
mod options;
mod preferences;
mod review;
mod sheet;
pub(crate) mod tool;
pub(crate) mod words_of;

#[cfg(test)]
mod snapshots;
#[cfg(test)]
pub(crate) use snapshots::painted;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use crate::appearance::Theme;
use crate::model::question::Stage;
use crate::model::{Cover, Model};
use sheet::{Pane, Part, Sheet};

/// Draws one frame.
pub(crate) fn draw(model: &Model, frame: &mut Frame<'_>) {
    let sheet = sheet::of(model);
    let area = frame.area();
    let buffer = frame.buffer_mut();
    for (at, line) in sheet.header.iter().enumerate() {
        put(buffer, line, 0, at, area);
    }
    for pane in &sheet.panes {
        draw_pane(buffer, pane, &model.theme);
    }
    let footer_top = usize::from(area.height).saturating_sub(sheet.footer.len());
    for (at, line) in sheet.footer.iter().enumerate() {
        put(buffer, line, 0, footer_top + at, area);
    }
    if let Some(position) = cursor(&sheet) {
        frame.set_cursor_position(position);
    }
}

fn put(buffer: &mut Buffer, line: &Line<'_>, x: u16, y: usize, area: Rect) {
    let Ok(y) = u16::try_from(y) else {
        return;
    };
    if y < area.height && x < area.width {
        buffer.set_line(x, y, line, area.width - x);
    }
}

fn draw_pane(buffer: &mut Buffer, pane: &Pane, theme: &Theme) {
    let Rect {
        x,
        y,
        width,
        height,
    } = pane.area;
    let visible = pane.lines.iter().skip(pane.top).take(usize::from(height));
    for (row, line) in (y..).zip(visible) {
        buffer.set_line(x, row, line, width.saturating_sub(1));
    }
    let edge = x + width.saturating_sub(1);
    if height == 0 || width == 0 {
        return;
    }
    if pane.top > 0 {
        buffer.set_span(edge, y, &Span::styled("↑", theme.accent), 1);
    }
    if pane.top + usize::from(height) < pane.lines.len() {
        buffer.set_span(edge, y + height - 1, &Span::styled("↓", theme.accent), 1);
    }
}

fn cursor(sheet: &Sheet) -> Option<Position> {
    sheet.panes.iter().find_map(|pane| {
        let (row, column) = pane.cursor?;
        let row = row
            .checked_sub(pane.top)
            .filter(|row| *row < usize::from(pane.area.height))?;
        Some(Position {
            x: pane.area.x
                + u16::try_from(column)
                    .ok()?
                    .min(pane.area.width.saturating_sub(1)),
            y: pane.area.y + u16::try_from(row).ok()?,
        })
    })
}

/// Scrolls so that what has the focus is in view, and no further than the text goes.
pub(crate) fn follow_focus(model: &mut Model) {
    let sheet = sheet::of(model);
    for pane in &sheet.panes {
        let top = pane.followed();
        match (
            &mut model.cover,
            &mut model.question,
            &mut model.inbox,
            pane.part,
        ) {
            (Some(Cover::Help { top: help }), _, _, _) => *help = top,
            (Some(Cover::Settings(view)), _, _, _) => view.top = top,
            (None, Some(question), _, Part::Prompt) => {
                question.prompt_top = top;
                let (cells, height) = (pane.area.width, usize::from(pane.area.height));
                if question.stage == Stage::Answering {
                    if question.reading.is_wrapped_anew(cells) {
                        question.prompt_top = 0;
                    }
                    let top = question.prompt_top;
                    question.reading.saw(cells, pane.lines.len(), top, height);
                }
            }
            (None, Some(question), _, Part::List) => question.list_top = top,
            (None, Some(question), _, Part::Page) => {
                if let Stage::Reviewing { top: review, .. } = &mut question.stage {
                    *review = top;
                }
            }
            (None, Some(_), _, Part::Preview) | (None, None, _, Part::Preview) => {}
            (None, None, Some(inbox), _) => inbox.top = top,
            (None, None, None, _) => {}
        }
    }
}

/// The width that the field in focus is drawn with.
pub(crate) fn field_cells(model: &Model) -> usize {
    sheet::of(model).field_cells
}

/// How many lines of the prompt are in view.
pub(crate) fn prompt_page(model: &Model) -> i16 {
    let sheet = sheet::of(model);
    let prompt = sheet.panes.iter().find(|pane| pane.part == Part::Prompt);
    prompt.map_or(1, |pane| {
        i16::try_from(pane.area.height).unwrap_or(i16::MAX)
    })
}
