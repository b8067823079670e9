//! What goes where: a header, a footer that is always in view, and panes between them.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{body, footer, header, help, inbox, preferences};
use crate::model::{Cover, Model};

/// Left of everything.
pub(super) const MARGIN: u16 = 1;

/// What a pane holds, and so which part scrolls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Prompt,
    List,
    Page,
    /// Shown for information; follows the list and is not scrolled.
    Preview,
}

/// Lines of which a part is in view.
#[derive(Debug)]
pub(super) struct Pane {
    pub(super) part: Part,
    pub(super) area: Rect,
    pub(super) lines: Vec<Line<'static>>,
    pub(super) top: usize,
    /// The lines that must be in view.
    pub(super) focus: Option<Range<usize>>,
    /// Line and column.
    pub(super) cursor: Option<(usize, usize)>,
}

#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) header: Vec<Line<'static>>,
    pub(super) panes: Vec<Pane>,
    pub(super) footer: Vec<Line<'static>>,
    pub(super) field_cells: usize,
}

/// Lines with what must be in view and where the cursor is, before they have a place.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) lines: Vec<Line<'static>>,
    pub(super) focus: Option<Range<usize>>,
    pub(super) cursor: Option<(usize, usize)>,
    pub(super) field_cells: usize,
}

impl Pane {
    /// The first line in view once the focus has been followed.
    pub(super) fn followed(&self) -> usize {
        let height = usize::from(self.area.height);
        let last = self.lines.len().saturating_sub(height);
        let mut top = self.top.min(last);
        if let Some(focus) = &self.focus {
            if focus.end > top + height {
                top = focus.end.saturating_sub(height);
            }
            top = top.min(focus.start);
        }
        top
    }

    pub(super) fn new(part: Part, content: Content, top: usize, area: Rect) -> Self {
        let mut pane = Self {
            part,
            area,
            lines: content.lines,
            top,
            focus: content.focus,
            cursor: content.cursor,
        };
        // Also right after a resize, before the next message.
        pane.top = pane.followed();
        pane
    }
}

/// The space between header and footer.
pub(super) fn between(model: &Model, header: usize, footer: usize) -> Rect {
    let (width, height) = model.size;
    let top = u16::try_from(header).unwrap_or(u16::MAX).min(height);
    let bottom = u16::try_from(footer).unwrap_or(u16::MAX).min(height - top);
    Rect {
        x: MARGIN,
        y: top,
        width: width.saturating_sub(MARGIN),
        height: height - top - bottom,
    }
}

/// The columns that text may use in a pane of this width: the last one is for scroll marks.
pub(super) fn text_cells(width: u16) -> usize {
    usize::from(width.saturating_sub(2))
}

pub(super) fn of(model: &Model) -> Sheet {
    match (&model.cover, &model.question) {
        (Some(Cover::Help { top }), _) => help::sheet(model, *top),
        (Some(Cover::Settings(view)), _) => preferences::sheet(model, view),
        (None, Some(question)) => {
            let header = header::lines(model, question);
            let footer = footer::lines(model, question);
            let space = between(model, header.len(), footer.len());
            let (panes, field_cells) = body::panes(model, question, space);
            Sheet {
                header,
                panes,
                footer,
                field_cells,
            }
        }
        (None, None) => inbox::sheet(model),
    }
}
