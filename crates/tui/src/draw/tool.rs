//! The tool call that waits for permission, drawn from its data and never from the agent's words.

use domain::interaction::permission::LineChange;
use i18n::Key;
use protocol::{ToolLine, ToolView};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::action::{Pen, unbroken};
use crate::text::wrap::{Indent, wrap_text};

const LEAD: &str = "   ";
/// Tabs have no width of their own in a cell.
const TAB: &str = "    ";

pub(crate) fn lines(tool: &ToolView, pen: Pen<'_>) -> Vec<Line<'static>> {
    let kind = tool.shown(&tool.kind);
    let kind = pen.words.tell(Key::ToolKind, &[("kind", kind.into())]);
    let mut lines = wrap_text(&kind, pen.theme.soft, pen.cells, &Indent::default());
    lines.extend(tool.lines().into_iter().flat_map(|part| line(part, pen)));
    lines
}

fn line(line: ToolLine<'_>, pen: Pen<'_>) -> Vec<Line<'static>> {
    let Pen {
        words,
        theme,
        cells,
    } = pen;
    let text = |lead: &'static str, text: &str, style: Style| {
        let text = text.replace('\t', TAB);
        unbroken(Span::styled(lead, style), &text, style, pen)
    };
    let sentence = |text: &str| wrap_text(text, theme.amber, cells, &Indent::default());
    match line {
        ToolLine::Heading(part) => vec![Line::styled(words.say(part.into()), theme.soft)],
        ToolLine::Text(line) => text(LEAD, line, theme.title),
        ToolLine::Path(path) => text(LEAD, path, theme.ink),
        ToolLine::File {
            path,
            is_new,
            added,
            removed,
        } => {
            let new = is_new.then(|| format!("{}, ", words.say(Key::ToolNewFile)));
            let changed = words.catalogue().lines_changed(added, removed);
            let facts = format!("{}{changed}", new.unwrap_or_default());
            let mut lines = text(LEAD, path, theme.title);
            lines.extend(text(LEAD, &facts, theme.soft));
            lines
        }
        ToolLine::Hunk {
            old_start,
            new_start,
        } => text(
            LEAD,
            &format!("@@ -{old_start} +{new_start} @@"),
            theme.soft,
        ),
        ToolLine::Changed { change, text: line } => match change {
            LineChange::Same => text("   ", line, theme.ink),
            LineChange::Added => text(" + ", line, theme.good),
            LineChange::Removed => text(" - ", line, theme.danger),
        },
        ToolLine::Cut(cut) => sentence(&words.catalogue().cut(cut)),
        ToolLine::NoDetails => sentence(&words.say(Key::ToolNoDetails)),
    }
}
