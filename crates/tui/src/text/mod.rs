//! Text on a grid of cells: wrapping with the right widths, and agents' Markdown as lines.
//!
//! Everything that comes in is already safe to show; nothing here leaves a word out.

#[cfg(test)]
mod hostile;
pub(crate) mod markdown;
mod table;
pub(crate) mod wrap;

use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

/// Returns how many cells `text` takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Returns `text` shortened to `cells` with an ellipsis. Only for what is shown in full elsewhere.
pub(crate) fn shorten(text: &str, cells: usize) -> String {
    use unicode_segmentation::UnicodeSegmentation;

    if width(text) <= cells {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let next = width(grapheme);
        if used + next + 1 > cells {
            break;
        }
        short.push_str(grapheme);
        used += next;
    }
    if cells > 0 {
        short.push('…');
    }
    short
}

/// Returns the cells a line takes.
pub(crate) fn line_width(line: &Line<'_>) -> usize {
    line.spans.iter().map(|span| width(&span.content)).sum()
}
