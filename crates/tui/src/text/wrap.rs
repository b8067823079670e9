//! Breaks styled text into lines of a given width.
//!
//! Lines break at spaces and between wide characters, never before closing punctuation. A word
//! longer than a line is cut at the edge: nothing is left out.

use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

use super::width;

/// What stands before the text: on the first line, and on the others (a hanging indent).
#[derive(Debug, Clone, Default)]
pub(crate) struct Indent {
    pub(crate) first: Vec<Span<'static>>,
    pub(crate) rest: Vec<Span<'static>>,
}

impl Indent {
    /// The same on every line.
    pub(crate) fn every(spans: Vec<Span<'static>>) -> Self {
        Self {
            first: spans.clone(),
            rest: spans,
        }
    }

    /// Spaces on every line.
    pub(crate) fn spaces(count: usize) -> Self {
        Self::every(vec![Span::raw(" ".repeat(count))])
    }

    pub(crate) fn width(&self) -> usize {
        let of = |spans: &[Span<'_>]| spans.iter().map(|span| width(&span.content)).sum();
        std::cmp::max(of(&self.first), of(&self.rest))
    }

    /// A further indent inside this one.
    pub(crate) fn with(&self, first: Vec<Span<'static>>, rest: Vec<Span<'static>>) -> Self {
        let join = |outer: &[Span<'static>], inner: Vec<Span<'static>>| {
            outer.iter().cloned().chain(inner).collect()
        };
        Self {
            first: join(&self.first, first),
            rest: join(&self.rest, rest),
        }
    }

    /// The indent of everything but the first line, for what follows it.
    pub(crate) fn following(&self) -> Self {
        Self::every(self.rest.clone())
    }
}

/// One grapheme with its looks.
#[derive(Debug, Clone)]
struct Glyph<'t> {
    text: &'t str,
    style: Style,
    width: usize,
}

/// Wraps plain text of one style; line feeds in it are kept.
pub(crate) fn wrap_text(
    text: &str,
    style: Style,
    cells: usize,
    indent: &Indent,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut indent = indent.clone();
    for part in text.split('\n') {
        let part = part.replace('\t', "    ");
        lines.extend(wrap(&[Span::styled(part, style)], cells, &indent));
        indent = indent.following();
    }
    lines
}

/// Wraps one paragraph. Always returns at least one line.
pub(crate) fn wrap(spans: &[Span<'_>], cells: usize, indent: &Indent) -> Vec<Line<'static>> {
    let room = cells.saturating_sub(indent.width()).max(2);
    let glyphs: Vec<Glyph<'_>> = spans
        .iter()
        .flat_map(|span| {
            span.content.graphemes(true).map(|text| Glyph {
                text,
                style: span.style,
                width: width(text),
            })
        })
        .collect();
    let mut lines = Vec::new();
    let mut rest: &[Glyph<'_>] = &glyphs;
    loop {
        let (line, tail) = take_line(rest, room);
        let prefix = if lines.is_empty() {
            &indent.first
        } else {
            &indent.rest
        };
        lines.push(to_line(prefix, line));
        rest = tail;
        if rest.is_empty() {
            return lines;
        }
    }
}

/// Splits off what fits into `room` cells. Spaces at the break belong to neither side.
fn take_line<'g, 't>(glyphs: &'g [Glyph<'t>], room: usize) -> (&'g [Glyph<'t>], &'g [Glyph<'t>]) {
    let mut used = 0;
    let mut break_at = None;
    for (at, glyph) in glyphs.iter().enumerate() {
        if at > 0 && may_break(&glyphs[at - 1], glyph) {
            break_at = Some(at);
        }
        if used + glyph.width > room && !(glyph.text == " " && used + glyph.width == room + 1) {
            // A glyph wider than the line still has to go somewhere.
            let cut = break_at.unwrap_or(at).max(1);
            return (trim_end(&glyphs[..cut]), trim_start(&glyphs[cut..]));
        }
        used += glyph.width;
    }
    (glyphs, &[])
}

fn may_break(before: &Glyph<'_>, after: &Glyph<'_>) -> bool {
    if before.text == " " {
        return after.text != " ";
    }
    let wide = before.width > 1 || after.width > 1;
    wide && after.text != " " && !closes(after.text) && !opens(before.text)
}

fn closes(text: &str) -> bool {
    text.starts_with(|c| "。，、；：？！）」』】》〉”’.,;:?!)]}%…".contains(c))
}

fn opens(text: &str) -> bool {
    text.starts_with(|c| "（「『【《〈“‘([{".contains(c))
}

fn trim_end<'g, 't>(mut glyphs: &'g [Glyph<'t>]) -> &'g [Glyph<'t>] {
    while let [head @ .., last] = glyphs
        && last.text == " "
    {
        glyphs = head;
    }
    glyphs
}

fn trim_start<'g, 't>(mut glyphs: &'g [Glyph<'t>]) -> &'g [Glyph<'t>] {
    while let [first, tail @ ..] = glyphs
        && first.text == " "
    {
        glyphs = tail;
    }
    glyphs
}

fn to_line(prefix: &[Span<'static>], glyphs: &[Glyph<'_>]) -> Line<'static> {
    let mut spans = prefix.to_vec();
    let mut run: Option<(String, Style)> = None;
    for glyph in glyphs {
        match &mut run {
            Some((text, style)) if *style == glyph.style => text.push_str(glyph.text),
            _ => {
                spans.extend(run.take().map(|(text, style)| Span::styled(text, style)));
                run = Some((glyph.text.to_owned(), glyph.style));
            }
        }
    }
    spans.extend(run.map(|(text, style)| Span::styled(text, style)));
    Line::from(spans)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wrapped(text: &str, cells: usize) -> Vec<String> {
        wrap_text(text, Style::new(), cells, &Indent::default())
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn wrap_breaks_lines_at_spaces_and_between_wide_characters() {
        for (text, cells, lines) in [
            ("one two three", 8, vec!["one two", "three"]),
            ("one two three", 7, vec!["one two", "three"]),
            ("abcdefghij", 4, vec!["abcd", "efgh", "ij"]),
            ("数据库的选择", 6, vec!["数据库", "的选择"]),
            ("数据库的选择", 7, vec!["数据库", "的选择"]),
            ("用 SQLite 吧，好吗？", 11, vec!["用 SQLite", "吧，好吗？"]),
            ("他说好。", 6, vec!["他说", "好。"]),
            ("", 5, vec![""]),
            ("a\n\nb", 5, vec!["a", "", "b"]),
        ] {
            assert_eq!(wrapped(text, cells), lines, "{text:?} at {cells}");
        }
    }

    #[test]
    fn wrap_indents_the_second_line_under_the_first() {
        let indent = Indent {
            first: vec![Span::raw("1. ")],
            rest: vec![Span::raw("   ")],
        };
        let lines = wrap_text("one two", Style::new(), 6, &indent);
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["1. one", "   two"]);
    }

    proptest! {
        #[test]
        fn wrap_loses_no_text_and_keeps_lines_within_the_width(
            text in "[a-c 你好。é-]{0,60}",
            cells in 4_usize..20,
        ) {
            let lines = wrapped(&text, cells);
            let squeeze = |text: &str| text.replace(' ', "");
            prop_assert_eq!(squeeze(&lines.concat()), squeeze(&text));
            prop_assert!(lines.iter().all(|line| width(line.trim_end()) <= cells));
        }
    }
}
