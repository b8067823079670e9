//! The action of an approval, part by part and whole: nothing is folded away without scripts.

use i18n::{Catalogue, Key};
use protocol::{ActionView, FileBody};

use super::super::document::Document;

pub(super) fn card(page: &mut Document, action: &ActionView, texts: &Catalogue) {
    page.element("h2", &texts.text(Key::ApprovalCommand))
        .markup("<ol class=\"exact\">");
    for argument in &action.argv {
        page.markup("<li>");
        if argument.is_empty() {
            page.element("span class=\"soft\"", &texts.text(Key::WebEmptyArgument));
        } else {
            page.element("code", shown(action, argument));
        }
        page.markup("</li>");
    }
    page.markup("</ol>")
        .element("h2", &texts.text(Key::ApprovalDirectory))
        .markup("<p>")
        .element("code", shown(action, &action.directory))
        .markup("</p>");
    if !action.files.is_empty() {
        page.element("h2", &texts.text(Key::ApprovalFiles))
            .markup("<ul class=\"exact\">");
        for file in &action.files {
            one_file(page, action, file);
        }
        page.markup("</ul>");
    }
    page.element("h2", &texts.text(Key::ApprovalDigest))
        .markup("<p>")
        .element("code", &action.digest)
        .markup("</p>");
}

fn one_file(page: &mut Document, action: &ActionView, file: &FileBody) {
    page.markup("<li>")
        .element("code", shown(action, &file.path))
        .element(
            "p class=\"soft\"",
            &format!("{} B · sha256 {}", file.bytes, file.sha256),
        )
        .markup("</li>");
}

fn shown<'t>(action: &'t ActionView, text: &'t str) -> &'t str {
    action.shown.get(text).map_or(text, String::as_str)
}
