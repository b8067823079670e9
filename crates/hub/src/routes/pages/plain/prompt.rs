//! An agent's Markdown in a page without JavaScript: the same tree the portal draws, as elements.

use i18n::{Catalogue, Key};
use protocol::{Align, Block, Inline, ListItem};

use super::super::document::Document;

pub(super) fn blocks(page: &mut Document, blocks: &[Block], texts: &Catalogue) {
    for part in blocks {
        // The direction is settled per block; what is nested follows it.
        wrapped(page, "div dir=\"auto\"", |page| block(page, part, texts));
    }
}

fn nested(page: &mut Document, blocks: &[Block], texts: &Catalogue) {
    for part in blocks {
        block(page, part, texts);
    }
}

fn block(page: &mut Document, block: &Block, texts: &Catalogue) {
    match block {
        // Headings of agents stay below ours.
        Block::Heading { text, .. } => wrapped(page, "strong", |page| inlines(page, text)),
        Block::Paragraph { text } => wrapped(page, "p", |page| inlines(page, text)),
        Block::Code { text, .. } => {
            page.markup("<pre dir=\"ltr\">")
                .element("code", text)
                .markup("</pre>");
        }
        Block::Quote { blocks } => wrapped(page, "blockquote", |page| {
            nested(page, blocks, texts);
        }),
        Block::List { start, items } => list(page, *start, items, texts),
        Block::Table { align, head, rows } => table(page, align, head, rows),
        Block::Rule => {
            page.markup("<hr>");
        }
    }
}

fn list(page: &mut Document, start: Option<u64>, items: &[ListItem], texts: &Catalogue) {
    let tag = if start.is_some() { "ol" } else { "ul" };
    page.markup(&format!("<{tag}"));
    if let Some(start) = start {
        page.attribute("start", &start.to_string());
    }
    page.markup(">");
    for item in items {
        let tag = if item.done.is_some() {
            "li class=\"task\""
        } else {
            "li"
        };
        wrapped(page, tag, |page| {
            if let Some(done) = item.done {
                task_box(page, done, texts);
            }
            nested(page, &item.blocks, texts);
        });
    }
    page.markup(&format!("</{tag}>"));
}

/// A picture of a box, because a control of the agent's would look like one of the portal's.
fn task_box(page: &mut Document, done: bool, texts: &Catalogue) {
    let (picture, words) = match done {
        true => ("☑", Key::WebTaskDone),
        false => ("☐", Key::WebTaskOpen),
    };
    page.markup("<span role=\"img\"")
        .attribute("aria-label", &texts.text(words))
        .markup(">")
        .text(picture)
        .markup("</span> ");
}

fn table(page: &mut Document, align: &[Align], head: &[Vec<Inline>], rows: &[Vec<Vec<Inline>>]) {
    let row = |page: &mut Document, tag: &str, cells: &[Vec<Inline>]| {
        wrapped(page, "tr", |page| {
            for (column, cell) in cells.iter().enumerate() {
                let align = align.get(column).copied().unwrap_or(Align::Unset);
                let tag = format!("{tag}{}", class_of(align));
                wrapped(page, &tag, |page| inlines(page, cell));
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

/// The pages' policy allows no style attribute.
fn class_of(align: Align) -> &'static str {
    match align {
        Align::Unset => "",
        Align::Left => " class=\"left\"",
        Align::Center => " class=\"center\"",
        Align::Right => " class=\"right\"",
    }
}

fn inlines(page: &mut Document, content: &[Inline]) {
    for part in content {
        match part {
            Inline::Text { text } => {
                page.text(text);
            }
            Inline::Code { text } => {
                page.element("code dir=\"ltr\"", text);
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

/// `tag` may carry attributes of our own.
fn wrapped(page: &mut Document, tag: &str, inside: impl FnOnce(&mut Document)) {
    let name = tag.split(' ').next().unwrap_or(tag);
    page.markup(&format!("<{tag}>"));
    inside(page);
    page.markup(&format!("</{name}>"));
}
