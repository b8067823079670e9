//! Why an answer was refused, in the person's language.

use i18n::Catalogue;

use crate::error::Failure;

/// Says it in our words where the code is known, else in the refusal's own.
pub(super) fn words(failure: &Failure, texts: &Catalogue) -> String {
    match failure.refusal(texts) {
        Some(refusal) => match refusal.hint {
            Some(hint) => format!("{}: {hint}", refusal.text),
            None => refusal.text,
        },
        None => failure.message().to_owned(),
    }
}
