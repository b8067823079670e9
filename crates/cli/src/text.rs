//! The words of this process, in one language chosen before anything is printed.
//!
//! A process speaks one language for its whole life, and help texts are built inside attributes
//! that take no argument: hence the one global value.

use std::sync::OnceLock;

use i18n::{Arg, Key, Language, catalogue};

static LANGUAGE: OnceLock<Language> = OnceLock::new();

/// Chooses the language; the first choice stays.
pub(crate) fn speak(language: Language) {
    LANGUAGE.get_or_init(|| language);
}

/// Returns a message without variables.
pub(crate) fn say(key: Key) -> String {
    catalogue(language()).text(key)
}

/// Returns a message with its variables filled in.
pub(crate) fn tell(key: Key, args: &[(&str, Arg<'_>)]) -> String {
    catalogue(language()).format(key, args)
}

/// Returns the message `area-word` when there is one, else the word itself.
pub(crate) fn word(area: &str, word: &str) -> String {
    let id = format!("{area}-{}", word.replace('_', "-"));
    Key::from_id(&id).map_or_else(|| word.to_owned(), say)
}

/// The language this process speaks.
pub(crate) fn language() -> Language {
    LANGUAGE.get().copied().unwrap_or(Language::En)
}
