//! The tool call of a permission, part by part: nothing is folded away without JavaScript.

use domain::interaction::permission::LineChange;
use i18n::{Catalogue, Key};
use protocol::{ToolLine, ToolView};

use super::super::document::Document;

pub(super) fn card(page: &mut Document, tool: &ToolView, texts: &Catalogue) {
    let kind = tool.shown(&tool.kind);
    let kind = texts.format(Key::ToolKind, &[("kind", kind.into())]);
    page.element("p class=\"soft\" dir=\"auto\"", &kind);
    let mut in_lines = false;
    for line in tool.lines() {
        let is_line = matches!(line, ToolLine::Text(_) | ToolLine::Changed { .. });
        match (in_lines, is_line) {
            (false, true) => _ = page.markup("<pre class=\"exact\"><code>"),
            (true, false) => _ = page.markup("</code></pre>"),
            (true, true) | (false, false) => {}
        }
        in_lines = is_line;
        one_line(page, line, texts);
    }
    if in_lines {
        page.markup("</code></pre>");
    }
}

fn one_line(page: &mut Document, line: ToolLine<'_>, texts: &Catalogue) {
    match line {
        ToolLine::Heading(part) => _ = page.element("h2", &texts.text(part.into())),
        ToolLine::Text(text) => _ = page.text(text).markup("\n"),
        ToolLine::Path(path) => {
            page.markup("<p>").element("code", path).markup("</p>");
        }
        ToolLine::File {
            path,
            is_new,
            added,
            removed,
        } => {
            let new = is_new.then(|| format!("{}, ", texts.text(Key::ToolNewFile)));
            let changed = texts.lines_changed(added, removed);
            page.markup("<p>")
                .element("code", path)
                .markup(" ")
                .element(
                    "span class=\"soft\"",
                    &format!("{}{changed}", new.unwrap_or_default()),
                )
                .markup("</p>");
        }
        ToolLine::Hunk {
            old_start,
            new_start,
        } => {
            let numbers = format!("@@ -{old_start} +{new_start} @@");
            page.element("p class=\"soft\"", &numbers);
        }
        ToolLine::Changed { change, text } => {
            let (tag, sign) = match change {
                LineChange::Same => ("span", " "),
                LineChange::Added => ("ins", "+"),
                LineChange::Removed => ("del", "-"),
            };
            page.element(tag, &format!("{sign}{text}")).markup("\n");
        }
        ToolLine::Cut(cut) => _ = page.element("p role=\"note\"", &texts.cut(cut)),
        ToolLine::NoDetails => {
            page.element("p role=\"note\"", &texts.text(Key::ToolNoDetails));
        }
    }
}
