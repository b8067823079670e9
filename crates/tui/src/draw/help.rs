//! Every key, in words.

use i18n::Key;
use ratatui::text::{Line, Span};

use super::sheet::{Content, Pane, Part, Sheet, between, text_cells};
use super::{footer, hints};
use crate::model::Model;
use crate::text::width;
use crate::text::wrap::{Indent, wrap};

const KEYS: &[(&str, Key)] = &[
    ("↑ ↓ j k Home End", Key::TuiHelpMove),
    ("Space Enter", Key::TuiHelpChoose),
    ("1 … 9", Key::TuiHelpDigits),
    ("r", Key::TuiHelpRecommended),
    ("a", Key::TuiHelpAll),
    ("Tab n", Key::TuiHelpNote),
    ("N", Key::TuiHelpGlobalNote),
    ("o", Key::TuiHelpText),
    ("Alt+Enter", Key::TuiHelpNewLine),
    ("Ctrl+G", Key::TuiHelpEditor),
    ("/", Key::TuiHelpFilter),
    ("PgUp PgDn", Key::TuiHelpScroll),
    ("Ctrl+S Ctrl+Enter", Key::TuiHelpSubmit),
    ("c", Key::TuiHelpCancel),
    ("Esc", Key::TuiHelpEscape),
    ("+", Key::TuiHelpMoreTime),
    ("w", Key::TuiHelpWeb),
    ("s", Key::TuiHelpSettings),
];
const CHOOSE: &[(&str, Key)] = &[("q", Key::TuiHelpQuit), ("Ctrl+C", Key::TuiHelpInterrupt)];
const INBOX: &[(&str, Key)] = &[
    ("[ ]", Key::TuiHelpNeighbour),
    ("q", Key::TuiHelpBack),
    ("Ctrl+C", Key::TuiHelpQuit),
];

pub(super) fn sheet(model: &Model, top: usize) -> Sheet {
    let theme = &model.theme;
    let title = format!(" {}", model.words.say(Key::TuiHelpTitle));
    let header = vec![Line::styled(title, theme.title), Line::default()];
    let rule = Line::styled("─".repeat(usize::from(model.size.0)), theme.line);
    let hint = hints::line(model, &[("Esc", Key::TuiDoBack)]);
    let footer = vec![rule, footer::last_line(model, hint)];
    let space = between(model, header.len(), footer.len());
    let cells = text_cells(space.width);
    let own = if model.inbox.is_some() { INBOX } else { CHOOSE };
    let column = KEYS.iter().chain(own).map(|(keys, _)| width(keys)).max();
    let column = column.unwrap_or(0) + 2;
    let lines = KEYS.iter().chain(own).flat_map(|(keys, key)| {
        let padding = " ".repeat(column - width(keys));
        let indent = Indent {
            first: vec![Span::styled(*keys, theme.accent), Span::raw(padding)],
            rest: vec![Span::raw(" ".repeat(column))],
        };
        wrap(
            &[Span::styled(model.words.say(*key), theme.ink)],
            cells,
            &indent,
        )
    });
    let content = Content {
        lines: lines.collect(),
        ..Content::default()
    };
    Sheet {
        header,
        panes: vec![Pane::new(Part::Page, content, top, space)],
        footer,
        field_cells: cells,
    }
}
