//! The confirmation of a choice as a form.
//!
//! The form carries the id of the choice that it showed, so that it cannot confirm a later one.

use i18n::{Catalogue, Key};
use protocol::{ChosenView, InteractionDetail};

use super::super::document::Document;
use super::question::{FormTarget, about, begin_form, hidden, safe};

pub(super) fn form(
    page: &mut Document,
    target: &FormTarget<'_>,
    detail: &InteractionDetail,
    chosen: &ChosenView,
    texts: &Catalogue,
) {
    about(page, detail, texts);
    page.element("h2", &texts.text(Key::ConfirmTitle));
    let labels = labels(detail, chosen);
    let words = texts.format(Key::ConfirmYouChose, &[("option", (&labels).into())]);
    page.element("p role=\"status\"", &words);
    let confirmation = detail.question.confirmation.as_ref();
    if let Some((confirmation, message)) =
        confirmation.and_then(|confirmation| Some((confirmation, confirmation.message.as_ref()?)))
    {
        let summary = &detail.summary;
        page.markup("<blockquote>")
            .element(
                "p class=\"soft\"",
                safe(&summary.shown, "asker", &summary.asker),
            )
            .element(
                "p class=\"said\" dir=\"auto\"",
                safe(&confirmation.shown, "message", message),
            )
            .markup("</blockquote>");
    }
    begin_form(page, target, detail);
    hidden(page, "chosen", &chosen.answer_id);
    page.markup("<p>")
        .element(
            "button class=\"primary\" name=\"action\" value=\"confirm\"",
            &texts.text(Key::ConfirmYes),
        )
        .markup(" ")
        .element(
            "button name=\"action\" value=\"change\"",
            &texts.text(Key::ConfirmChange),
        )
        .markup(" ")
        .element(
            "button name=\"action\" value=\"cancel\"",
            &texts.text(Key::ConfirmDecline),
        )
        .markup("</p></form>");
}

fn labels(detail: &InteractionDetail, chosen: &ChosenView) -> String {
    let options = detail.question.options.iter();
    let labels: Vec<&str> = options
        .filter(|option| chosen.selected_ids.contains(&option.id))
        .map(|option| safe(&option.shown, "label", &option.label))
        .collect();
    labels.join(", ")
}
