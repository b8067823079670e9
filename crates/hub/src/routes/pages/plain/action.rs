//! The action of an approval, part by part and whole: nothing is folded away without JavaScript.

use i18n::{Catalogue, Key};
use protocol::{ActionFile, ActionView};

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
            one_file(page, action, file, texts);
        }
        page.markup("</ul>");
    }
    if !action.environment.is_empty() {
        page.element("h2", &texts.text(Key::ApprovalEnvironment))
            .markup("<ul class=\"exact\">");
        for variable in &action.environment {
            let (name, value) = (
                shown(action, &variable.name),
                shown(action, &variable.value),
            );
            page.markup("<li>")
                .element("code", &format!("{name}={value}"))
                .markup("</li>");
        }
        page.markup("</ul>");
    }
    page.element("h2", &texts.text(Key::ApprovalDigest))
        .markup("<p>")
        .element("code", &action.digest)
        .markup("</p>");
}

fn one_file(page: &mut Document, action: &ActionView, file: &ActionFile, texts: &Catalogue) {
    let bytes = file.bytes.to_string();
    let size = texts.format(Key::ApprovalBytes, &[("bytes", (&bytes).into())]);
    let facts = match (file.sha256.as_str(), file.sealed) {
        ("", _) => format!("{size} · {}", texts.text(Key::ApprovalNotHashed)),
        (hash, true) => format!(
            "{size} · sha256 {hash} · {}",
            texts.text(Key::ApprovalSealed)
        ),
        (hash, false) => format!(
            "{size} · sha256 {hash} · {}",
            texts.text(Key::ApprovalCompared)
        ),
    };
    page.markup("<li>")
        .element("code", shown(action, &file.path))
        .element("p class=\"soft\"", &facts)
        .markup("</li>");
}

fn shown<'t>(action: &'t ActionView, text: &'t str) -> &'t str {
    action.shown.get(text).map_or(text, String::as_str)
}
