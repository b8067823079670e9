//! Draws agents' Markdown: headings, lists, tables, code and quotes as lines of a given width.
//!
//! Headings never look larger than ours, and the target of a link is always in view.

use protocol::{Align, Block, Inline, ListItem};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::table;
use super::wrap::{Indent, wrap, wrap_text};
use crate::appearance::Theme;

/// Returns the lines of `blocks`.
pub(crate) fn lines(blocks: &[Block], cells: usize, theme: &Theme) -> Vec<Line<'static>> {
    let page = Page { cells, theme };
    page.blocks(blocks, &Indent::default(), Spacing::Wide)
}

/// Whether blocks stand apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Wide,
    Tight,
}

struct Page<'t> {
    cells: usize,
    theme: &'t Theme,
}

impl Page<'_> {
    fn blocks(&self, blocks: &[Block], indent: &Indent, spacing: Spacing) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut indent = indent.clone();
        for (at, block) in blocks.iter().enumerate() {
            if at > 0 && spacing == Spacing::Wide {
                lines.push(Line::from(indent.rest.clone()));
            }
            lines.extend(self.block(block, &indent));
            indent = indent.following();
        }
        lines
    }

    fn block(&self, block: &Block, indent: &Indent) -> Vec<Line<'static>> {
        match block {
            Block::Heading { text, .. } => self.paragraph(text, self.theme.title, indent),
            Block::Paragraph { text } => self.paragraph(text, self.theme.ink, indent),
            Block::Code { text, .. } => {
                let bar = vec![Span::styled("  ", self.theme.code)];
                let inside = indent.with(bar.clone(), bar);
                wrap_text(text, self.theme.code, self.cells, &inside)
            }
            Block::Quote { blocks } => {
                let bar = vec![Span::styled("│ ", self.theme.soft)];
                self.blocks(blocks, &indent.with(bar.clone(), bar), Spacing::Wide)
            }
            Block::List { start, items } => self.list(*start, items, indent),
            Block::Table { align, head, rows } => self.table(align, head, rows, indent),
            Block::Rule => {
                let room = self.cells.saturating_sub(indent.width());
                let rule = vec![Span::styled("─".repeat(room.min(24)), self.theme.line)];
                wrap(&rule, self.cells, indent)
            }
        }
    }

    fn paragraph(&self, text: &[Inline], style: Style, indent: &Indent) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let mut indent = indent.clone();
        for part in self.spans(text, style) {
            lines.extend(wrap(&part, self.cells, &indent));
            indent = indent.following();
        }
        lines
    }

    fn list(&self, start: Option<u64>, items: &[ListItem], indent: &Indent) -> Vec<Line<'static>> {
        let last = start.map(|start| start.saturating_add(items.len() as u64).saturating_sub(1));
        let digits = last.map_or(0, |last| last.to_string().len());
        let loose = items.iter().any(|item| {
            let texts = item
                .blocks
                .iter()
                .filter(|block| matches!(block, Block::Paragraph { .. }));
            texts.count() > 1
        });
        let mut lines = Vec::new();
        let mut indent = indent.clone();
        for (at, item) in items.iter().enumerate() {
            let mark = match start {
                Some(start) => format!("{:>digits$}. ", start.saturating_add(at as u64)),
                None if item.done.is_some() => String::new(),
                None => "• ".to_owned(),
            };
            let task = match item.done {
                Some(true) => "[x] ",
                Some(false) => "[ ] ",
                None => "",
            };
            let mark = mark + task;
            let hang = " ".repeat(super::width(&mark));
            let mark = vec![Span::styled(mark, self.theme.soft)];
            let inside = indent.with(mark, vec![Span::raw(hang)]);
            let spacing = if loose { Spacing::Wide } else { Spacing::Tight };
            if item.blocks.is_empty() {
                lines.push(Line::from(inside.first));
            } else {
                lines.extend(self.blocks(&item.blocks, &inside, spacing));
            }
            indent = indent.following();
        }
        lines
    }

    fn table(
        &self,
        align: &[Align],
        head: &[Vec<Inline>],
        rows: &[Vec<Vec<Inline>>],
        indent: &Indent,
    ) -> Vec<Line<'static>> {
        let cell = |style: Style| {
            move |cell: &Vec<Inline>| -> Vec<Span<'static>> {
                self.spans(cell, style).into_iter().flatten().collect()
            }
        };
        let head: Vec<_> = head.iter().map(cell(self.theme.title)).collect();
        let rows: Vec<Vec<_>> = rows
            .iter()
            .map(|row| row.iter().map(cell(self.theme.ink)).collect())
            .collect();
        let room = self.cells.saturating_sub(indent.width());
        let mut lines = Vec::new();
        let mut indent = indent.clone();
        for line in table::lines(align, &head, &rows, room, self.theme) {
            let mut spans = indent.first.clone();
            spans.extend(line.spans);
            lines.push(Line::from(spans));
            indent = indent.following();
        }
        lines
    }

    /// Inline content as spans, one list per forced line.
    fn spans(&self, inlines: &[Inline], style: Style) -> Vec<Vec<Span<'static>>> {
        let mut parts = vec![Vec::new()];
        self.inlines(inlines, style, &mut parts);
        parts
    }

    fn inlines(&self, inlines: &[Inline], style: Style, parts: &mut Vec<Vec<Span<'static>>>) {
        let push = |parts: &mut Vec<Vec<Span<'static>>>, text: &str, style: Style| {
            if let Some(part) = parts.last_mut() {
                part.push(Span::styled(text.to_owned(), style));
            }
        };
        for inline in inlines {
            match inline {
                Inline::Text { text } => push(parts, text, style),
                Inline::Code { text } => push(parts, text, style.patch(self.theme.code)),
                Inline::Strong { content } => {
                    self.inlines(content, style.add_modifier(Modifier::BOLD), parts);
                }
                Inline::Emphasis { content } => {
                    self.inlines(content, style.add_modifier(Modifier::ITALIC), parts);
                }
                Inline::Strike { content } => {
                    self.inlines(content, style.add_modifier(Modifier::CROSSED_OUT), parts);
                }
                Inline::Link { url, content } => {
                    let underlined = style.add_modifier(Modifier::UNDERLINED);
                    self.inlines(content, underlined, parts);
                    if !matches!(&content[..], [Inline::Text { text }] if text == url) {
                        push(parts, &format!(" ({url})"), self.theme.soft);
                    }
                }
                Inline::Break => parts.push(Vec::new()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(markdown: &str, cells: usize) -> String {
        let blocks = protocol::markdown::parse(markdown);
        let lines: Vec<String> = lines(&blocks, cells, &Theme::none())
            .iter()
            .map(|line| line.to_string().trim_end().to_owned())
            .collect();
        lines.join("\n")
    }

    #[test]
    fn markdown_blocks_are_drawn_within_the_width() {
        let markdown = "# Why\n\nThe *service* needs `a database` now.\n\n1. first item that is long\n2. second\n   - nested\n\n> quoted words here\n\n```sql\nSELECT 1;\n\tFROM x;\n```\n\n[docs](https://a.example/x)\n\n---\n";
        let expected = "\
Why

The service needs a
database now.

1. first item that
   is long
2. second
   • nested

│ quoted words here

  SELECT 1;
      FROM x;

docs
(https://a.example/x
)

────────────────────";
        assert_eq!(drawn(markdown, 20), expected);
    }

    #[test]
    fn markdown_table_keeps_its_columns_and_wraps_its_cells() {
        let markdown = "| name | cost |\n|---|---|\n| SQLite | nothing to operate |\n| 数据库 | 一台服务器 |\n";
        let wide = "\
name    cost
──────  ──────────────────
SQLite  nothing to operate
数据库  一台服务器";
        assert_eq!(drawn(markdown, 40), wide);
        let narrow = "\
name    cost
──────  ────────────
SQLite  nothing to
        operate
数据库  一台服务器";
        assert_eq!(drawn(markdown, 20), narrow);
    }

    #[test]
    fn markdown_table_columns_are_aligned_as_written() {
        let markdown =
            "| name | rank | cost |\n|---|:---:|---:|\n| a | b | 5 |\n| abcdef | bcd | 1200 |\n";
        let expected = "\
name    rank  cost
──────  ────  ────
a        b       5
abcdef  bcd   1200";
        assert_eq!(drawn(markdown, 40), expected);
    }

    #[test]
    fn markdown_task_has_a_box_instead_of_a_bullet() {
        let markdown = "- [x] done\n- [ ] still open\n- other\n\n1. [x] first\n";
        let expected = "[x] done\n[ ] still\n    open\n• other\n\n1. [x] first";
        assert_eq!(drawn(markdown, 12), expected);
    }

    #[test]
    fn markdown_table_that_is_too_wide_becomes_a_list() {
        let markdown = "| a | b | c | d |\n|---|---|---|---|\n| one | two | three | four |\n";
        let expected = "a: one\nb: two\nc: three\nd: four";
        assert_eq!(drawn(markdown, 12), expected);
    }
}
