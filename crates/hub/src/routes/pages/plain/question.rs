//! A question as a form, and its outcome once it is decided.

use domain::interaction::approval::DENY;
use domain::interaction::{Question, Risk, Status};
use i18n::{Catalogue, Key};
use protocol::shown::Shown;
use protocol::{InteractionDetail, InteractionSummary, OptionView};
use store::Stored;

use super::super::document::Document;
use super::form::{NOTE, Posted};
use super::visitor::Visitor;
use super::{action, fields, prompt, tool};

/// Whom a form was made for, and the token that it works with, once.
pub(super) struct FormTarget<'v> {
    pub(super) visitor: &'v Visitor,
    pub(super) token: String,
}

/// Returns the display-safe form of a field.
pub(super) fn safe<'t>(shown: &'t Shown, field: &str, text: &'t str) -> &'t str {
    shown.get(field).map_or(text, String::as_str)
}

/// One line of the list.
pub(super) fn row(
    page: &mut Document,
    visitor: &Visitor,
    summary: &InteractionSummary,
    texts: &Catalogue,
) {
    page.markup("<li><a")
        .attribute("href", &visitor.question(&summary.session_id))
        .markup(" dir=\"auto\">")
        .text(safe(&summary.shown, "title", &summary.title))
        .markup("</a> ")
        .element("bdi class=\"soft\"", &summary.origin());
    if summary.awaiting_confirmation {
        page.markup(" · ").text(&texts.text(Key::ConfirmWaiting));
    }
    page.markup("</li>");
}

/// Whether what cannot be undone was confirmed; everything else, saying no too, needs no word.
pub(super) fn word_is_there(stored: &Stored, posted: &Posted, texts: &Catalogue) -> bool {
    let question = &stored.interaction.question;
    let word = texts.text(Key::WebDangerWord);
    let denied = match question {
        Question::Approval(_) => posted.draft.selected_ids == [DENY],
        Question::Choice(_)
        | Question::Request(_)
        | Question::Reply(_)
        | Question::Permission(_)
        | Question::Form(_) => false,
    };
    question.choice().risk() != Risk::Destructive
        || denied
        || posted.word.trim().eq_ignore_ascii_case(&word)
}

/// The form that answers or cancels a pending question.
pub(super) fn form(
    page: &mut Document,
    target: &FormTarget<'_>,
    detail: &InteractionDetail,
    texts: &Catalogue,
) {
    about(page, detail, texts);
    begin_form(page, target, detail);
    options(page, detail, texts);
    fields::inputs(page, detail, texts);
    let view = &detail.question;
    if view.selection_mode.has_text() {
        let shown = view
            .placeholder
            .as_deref()
            .filter(|_| view.placeholder_visible);
        if let Some(placeholder) = shown {
            let placeholder = safe(&view.shown, "placeholder", placeholder);
            hidden(page, "placeholder", "shown");
            page.element("p class=\"soft\" dir=\"auto\"", placeholder);
        }
        let typed = detail.draft.text.as_deref().unwrap_or_default();
        area(page, "text", &texts.text(Key::WebText), typed);
    }
    if view.annotations_enabled {
        let drafted = detail.draft.global_note.as_deref();
        let prefilled = view.global_annotation.as_deref();
        let note = note(drafted, prefilled, &view.shown, "global_annotation");
        area(page, "global-note", &texts.text(Key::WebNoteGlobal), note);
    }
    if view.risk == Risk::Destructive {
        let word = texts.text(Key::WebDangerWord);
        let words = texts.format(Key::WebPlainDanger, &[("word", (&word).into())]);
        page.markup("<p><label>")
            .text(&words)
            .markup(" <input name=\"word\" autocomplete=\"off\"></label></p>");
    }
    page.markup("<p>")
        .element(
            "button class=\"primary\" name=\"action\" value=\"send\"",
            &texts.text(Key::WebSubmit),
        )
        .markup(" ")
        .element(
            "button name=\"action\" value=\"cancel\"",
            &texts.text(Key::WebCancel),
        )
        .markup("</p></form>");
}

/// Opens a form that comes back with what it was made for.
pub(super) fn begin_form(page: &mut Document, target: &FormTarget<'_>, detail: &InteractionDetail) {
    page.markup("<form method=\"post\"")
        .attribute(
            "action",
            &target.visitor.question(&detail.summary.session_id),
        )
        .markup(">");
    hidden(page, "token", &target.token);
    hidden(page, "digest", &detail.digest);
}

/// Who asks, until when, why, and what would be done.
pub(super) fn about(page: &mut Document, detail: &InteractionDetail, texts: &Catalogue) {
    page.element("p class=\"soft\" dir=\"auto\"", &detail.summary.origin());
    if detail.summary.risk == Risk::Destructive {
        page.element("p", &texts.text(Key::WebDestructive));
    }
    if let Some(at) = &detail.summary.deadline_at {
        // A page without JavaScript does not know the person's time zone.
        let at = format!("{} UTC", at.get(..19).unwrap_or(at).replace('T', " "));
        let words = texts.format(Key::WebPlainUntil, &[("at", (&at).into())]);
        page.element("p class=\"soft\"", &words);
    }
    let view = &detail.question;
    if view.action.is_some() && !view.prompt_blocks.is_empty() {
        page.element("p class=\"soft\"", &texts.text(Key::ApprovalReason));
    }
    prompt::blocks(page, &view.prompt_blocks, texts);
    if let Some(action) = &view.action {
        action::card(page, action, texts);
    }
    if let Some(tool) = &view.tool {
        tool::card(page, tool, texts);
    }
    if let Some(metadata) = &view.metadata {
        page.markup("<details>")
            .element("summary", &texts.text(Key::WebMetadata))
            .element("pre", safe(&view.shown, "metadata", metadata))
            .markup("</details>");
    }
}

fn options(page: &mut Document, detail: &InteractionDetail, texts: &Catalogue) {
    let view = &detail.question;
    if view.options.is_empty() {
        return;
    }
    let several = view.max_selections > 1;
    let bounds = [
        ("min", view.min_selections.to_string()),
        ("max", view.max_selections.to_string()),
    ];
    let bounds: Vec<_> = bounds
        .iter()
        .map(|(name, value)| (*name, value.into()))
        .collect();
    let legend = match (several, view.min_selections) {
        (true, _) => texts.format(Key::WebChooseSeveral, &bounds),
        (false, 0) => texts.text(Key::WebChooseAny),
        (false, _) => texts.text(Key::WebChooseOne),
    };
    page.markup("<fieldset>").element("legend", &legend);
    for option in &view.options {
        let kind = if several { "checkbox" } else { "radio" };
        one_option(page, detail, option, kind, texts);
    }
    page.markup("</fieldset>");
}

fn one_option(
    page: &mut Document,
    detail: &InteractionDetail,
    option: &OptionView,
    kind: &str,
    texts: &Catalogue,
) {
    let label = safe(&option.shown, "label", &option.label);
    page.markup("<p dir=\"auto\"><label><input name=\"select\"")
        .attribute("type", kind)
        .attribute("value", &option.id);
    if detail.draft.selected_ids.contains(&option.id) {
        page.markup(" checked");
    }
    page.markup("> ").text(label);
    if option.recommended {
        page.markup(" <bdi>(")
            .text(&texts.text(Key::WebRecommended))
            .markup(")</bdi>");
    }
    page.markup("</label></p>");
    if let Some(kind) = option.permission {
        page.element("p class=\"soft\"", &texts.text(kind.into()));
    }
    if let Some(description) = &option.description {
        page.element(
            "p class=\"soft\" dir=\"auto\"",
            safe(&option.shown, "description", description),
        );
    }
    if detail.question.annotations_enabled {
        let drafted = detail.draft.option_notes.get(&option.id);
        let drafted = drafted.map(String::as_str);
        let prefilled = option.annotation.as_deref();
        let note = note(drafted, prefilled, &option.shown, "annotation");
        let words = texts.format(Key::WebNoteOn, &[("label", label.into())]);
        area(page, &format!("{NOTE}{}", option.id), &words, note);
    }
}

/// What stands in a note's field. The asker's own words are shown like all others of theirs, and
/// what is sent is what was seen; the person's words stay as they typed them.
fn note<'t>(
    drafted: Option<&'t str>,
    prefilled: Option<&str>,
    shown: &'t Shown,
    field: &str,
) -> &'t str {
    match drafted {
        Some(text) if drafted == prefilled => safe(shown, field, text),
        Some(text) => text,
        None => "",
    }
}

pub(super) fn hidden(page: &mut Document, name: &str, value: &str) {
    page.markup("<input type=\"hidden\"")
        .attribute("name", name)
        .attribute("value", value)
        .markup(">");
}

fn area(page: &mut Document, name: &str, label: &str, value: &str) {
    page.markup("<p><label>")
        .text(label)
        .markup(" <textarea rows=\"2\" dir=\"auto\"");
    // A line break right after the tag is swallowed by browsers; one more keeps the text whole.
    page.attribute("name", name)
        .markup(">\n")
        .text(value)
        .markup("</textarea></label></p>");
}

/// What was decided.
pub(super) fn outcome(page: &mut Document, detail: &InteractionDetail, texts: &Catalogue) {
    let summary = &detail.summary;
    let status = match summary.status {
        Status::Pending => Key::StatusPending,
        Status::Submitted => Key::StatusSubmitted,
        Status::AutoSubmitted => Key::StatusAutoSubmitted,
        Status::Cancelled => Key::StatusCancelled,
        Status::Timeout => Key::StatusTimeout,
    };
    page.element("p", &texts.text(Key::WebPlainResult))
        .element("p role=\"status\"", &texts.text(status));
    if let Some(line) = &summary.summary {
        page.element("p dir=\"auto\"", safe(&summary.shown, "summary", line));
    }
}
