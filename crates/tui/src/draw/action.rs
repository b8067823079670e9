//! The action that waits for permission, drawn from its parts and never from a sentence.
//!
//! Nothing is left out: arguments are broken at the edge, with every space in them, and odd
//! characters are named. Only `reason` is the asker's, and it is framed as such.

use domain::display::display_safe_lines;
use domain::display_safe;
use i18n::Key;
use protocol::{ActionFile, ActionView};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

use crate::appearance::Theme;
use crate::text::width;
use crate::text::wrap::{Indent, wrap_text};
use crate::words::Words;

/// Enough of a file's hash to tell two apart; the digest covers all of it.
const SHORT_HASH_CHARS: usize = 16;

/// How it is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Pen<'p> {
    pub(crate) words: Words,
    pub(crate) theme: &'p Theme,
    pub(crate) cells: usize,
}

/// The action, then the asker's reason if there is one.
pub(crate) fn lines(action: &ActionView, reason: &str, pen: Pen<'_>) -> Vec<Line<'static>> {
    let Pen { words, theme, .. } = pen;
    let mut lines = Vec::new();
    let heading = |key| Line::styled(words.say(key), theme.soft);
    lines.push(heading(Key::ApprovalCommand));
    let digits = action.argv.len().to_string().len();
    for (at, argument) in action.argv.iter().enumerate() {
        let number = Span::styled(format!(" {:>digits$} ", at + 1), theme.soft);
        lines.extend(unbroken(number, &argument_text(argument), theme.title, pen));
    }
    lines.push(heading(Key::ApprovalDirectory));
    let directory = argument_text(&action.directory);
    lines.extend(unbroken(Span::raw("   "), &directory, theme.ink, pen));
    if !action.files.is_empty() {
        lines.push(heading(Key::ApprovalFiles));
    }
    for file in &action.files {
        let path = argument_text(&file.path);
        lines.extend(unbroken(Span::raw("   "), &path, theme.ink, pen));
        let facts = file_facts(file, words);
        lines.extend(unbroken(Span::raw("     "), &facts, theme.soft, pen));
    }
    if !action.environment.is_empty() {
        lines.push(heading(Key::ApprovalEnvironment));
    }
    for variable in &action.environment {
        let text = format!("{}={}", variable.name, variable.value);
        let text = argument_text(&text);
        lines.extend(unbroken(Span::raw("   "), &text, theme.ink, pen));
    }
    lines.push(heading(Key::ApprovalDigest));
    lines.extend(unbroken(Span::raw("   "), &action.digest, theme.soft, pen));
    if !reason.is_empty() {
        lines.push(heading(Key::ApprovalReason));
        lines.extend(framed(reason, pen));
    }
    lines
}

/// Words of an asker, with a bar beside every line of them.
pub(crate) fn framed(text: &str, pen: Pen<'_>) -> Vec<Line<'static>> {
    let bar = vec![Span::styled(" │ ", pen.theme.line)];
    let text = display_safe_lines(text);
    wrap_text(&text, pen.theme.ink, pen.cells, &Indent::every(bar))
}

fn file_facts(file: &ActionFile, words: Words) -> String {
    let bytes = file.bytes.to_string();
    let size = words.tell(Key::ApprovalBytes, &[("bytes", (&bytes).into())]);
    let hash = display_safe(&file.sha256);
    let short: String = hash.chars().take(SHORT_HASH_CHARS).collect();
    if short.is_empty() {
        return format!("{size} · {}", words.say(Key::ApprovalNotHashed));
    }
    let covered = words.say(match file.sealed {
        true => Key::ApprovalSealed,
        false => Key::ApprovalCompared,
    });
    format!("{size} · sha256 {short}… · {covered}")
}

/// An argument as it is shown: in quotes where its ends could not be seen otherwise.
fn argument_text(argument: &str) -> String {
    let safe = display_safe(argument);
    let hidden_end =
        |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\u{a0}'));
    if hidden_end(safe.chars().next()) || hidden_end(safe.chars().next_back()) {
        return format!("\"{}\"", safe.replace('\\', "\\\\").replace('"', "\\\""));
    }
    safe.into_owned()
}

/// Breaks at the edge and nowhere else, so that no space is lost.
pub(super) fn unbroken(
    lead: Span<'static>,
    text: &str,
    style: Style,
    pen: Pen<'_>,
) -> Vec<Line<'static>> {
    let hang = width(&lead.content);
    let room = pen.cells.saturating_sub(hang).max(2);
    let mut rows = vec![String::new()];
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let cells = width(grapheme);
        if used + cells > room {
            rows.push(String::new());
            used = 0;
        }
        used += cells;
        if let Some(row) = rows.last_mut() {
            row.push_str(grapheme);
        }
    }
    let rest = Span::raw(" ".repeat(hang));
    let leads = std::iter::once(lead).chain(std::iter::repeat(rest));
    leads
        .zip(rows)
        .map(|(lead, row)| Line::from(vec![lead, Span::styled(row, style)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn argument_text_quotes_arguments_with_invisible_ends() {
        for (argument, shown) in [
            ("--force", "--force"),
            ("", "\"\""),
            (" a", "\" a\""),
            ("a\"", "\"a\\\"\""),
            ("a b", "a b"),
            ("x\ry\u{202e}", "x<CR>y<U+202E>"),
            ("a\n", "a<LF>"),
        ] {
            assert_eq!(argument_text(argument), shown, "{argument:?}");
        }
    }

    #[test]
    fn action_rows_break_arguments_without_losing_spaces() {
        let theme = Theme::none();
        let pen = Pen {
            words: Words::new(i18n::Language::En),
            theme: &theme,
            cells: 8,
        };
        let rows = unbroken(Span::raw(" 1 "), "ab   cd e  f中", Style::default(), pen);
        let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
        assert_eq!(rows, [" 1 ab   ", "   cd e ", "    f中"]);
    }
}
