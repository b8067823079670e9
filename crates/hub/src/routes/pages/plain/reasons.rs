//! Why an answer was refused, in the person's language.

use i18n::{Catalogue, Key};
use store::Stored;

use crate::error::Failure;

/// Says it in our words where the code is known, else in the refusal's own.
pub(super) fn words(failure: &Failure, stored: &Stored, texts: &Catalogue) -> String {
    let choice = stored.interaction.question.choice();
    let (min, max) = choice.bounds();
    let counted = |key, count: u32, name: &'static str| {
        let shown = count.to_string();
        texts.format(
            key,
            &[("count", i64::from(count).into()), (name, (&shown).into())],
        )
    };
    match failure.first_problem() {
        "too_few_selections" => counted(Key::ReasonTooFew, min, "min"),
        "too_many_selections" => counted(Key::ReasonTooMany, max, "max"),
        "text_required" => texts.text(Key::ReasonTextRequired),
        "nothing_given" => texts.text(Key::ReasonNothingGiven),
        "answer_too_long" => texts.text(Key::ReasonTooLong),
        "already_decided" => texts.text(Key::ReasonAlreadyDecided),
        "stale_view" => texts.text(Key::ReasonStale),
        "other_chosen" => texts.text(Key::ReasonOtherChosen),
        "too_late" => texts.text(Key::ReasonTooLate),
        _ => failure.message().to_owned(),
    }
}
