//! An agent's Markdown in a page without scripts: the same tree the portal draws, as elements.

use protocol::{Block, Inline};

use super::super::document::Document;

pub(super) fn blocks(page: &mut Document, blocks: &[Block]) {
    for part in blocks {
        block(page, part);
    }
}

fn block(page: &mut Document, block: &Block) {
    match block {
        // Headings of agents stay below ours.
        Block::Heading { text, .. } => wrapped(page, "strong", |page| inlines(page, text)),
        Block::Paragraph { text } => wrapped(page, "p", |page| inlines(page, text)),
        Block::Code { text, .. } => {
            page.markup("<pre>").element("code", text).markup("</pre>");
        }
        Block::Quote { blocks } => wrapped(page, "blockquote", |page| self::blocks(page, blocks)),
        Block::List { start, items } => list(page, *start, items),
        Block::Table { head, rows } => table(page, head, rows),
        Block::Rule => {
            page.markup("<hr>");
        }
    }
}

fn list(page: &mut Document, start: Option<u64>, items: &[Vec<Block>]) {
    let tag = if start.is_some() { "ol" } else { "ul" };
    page.markup(&format!("<{tag}"));
    if let Some(start) = start {
        page.attribute("start", &start.to_string());
    }
    page.markup(">");
    for item in items {
        wrapped(page, "li", |page| blocks(page, item));
    }
    page.markup(&format!("</{tag}>"));
}

fn table(page: &mut Document, head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) {
    let row = |page: &mut Document, tag: &str, cells: &[Vec<Inline>]| {
        wrapped(page, "tr", |page| {
            for cell in cells {
                wrapped(page, tag, |page| inlines(page, cell));
            }
        });
    };
    wrapped(page, "table", |page| {
        row(page, "th", head);
        for cells in rows {
            row(page, "td", cells);
        }
    });
}

fn inlines(page: &mut Document, content: &[Inline]) {
    for part in content {
        match part {
            Inline::Text { text } => {
                page.text(text);
            }
            Inline::Code { text } => {
                page.element("code", text);
            }
            Inline::Strong { content } => wrapped(page, "strong", |page| inlines(page, content)),
            Inline::Emphasis { content } => wrapped(page, "em", |page| inlines(page, content)),
            Inline::Strike { content } => wrapped(page, "s", |page| inlines(page, content)),
            Inline::Link { url, content } => {
                page.markup("<a rel=\"noreferrer noopener\"")
                    .attribute("href", url)
                    .markup(">");
                inlines(page, content);
                page.markup("</a> (").text(url).markup(")");
            }
            Inline::Break => {
                page.markup("<br>");
            }
        }
    }
}

fn wrapped(page: &mut Document, tag: &str, inside: impl FnOnce(&mut Document)) {
    page.markup(&format!("<{tag}>"));
    inside(page);
    page.markup(&format!("</{tag}>"));
}
