//! Which language applies: the person's choice, else `CHOICE_LANG`, else English.

use crate::load::{Loaded, Source};
use crate::one_of::Language;

/// Returns the language's code, and a warning for the log when `CHOICE_LANG` was of no use.
///
/// `choice_lang` is the value of `CHOICE_LANG`; a blank one counts as unset. It is not looked at
/// when the person has chosen a language, in the file or with `SAYSO_LANGUAGE`.
pub fn language(loaded: &Loaded, choice_lang: Option<&str>) -> (&'static str, Option<String>) {
    if loaded.source("language") != Source::Default {
        return (loaded.settings.language.as_str(), None);
    }
    let wanted = choice_lang.unwrap_or_default().trim();
    if wanted.is_empty() {
        return (Language::En.as_str(), None);
    }
    match wanted.to_lowercase().parse::<Language>() {
        Ok(language) => (language.as_str(), None),
        Err(_) => {
            let known = Language::NAMES.join(", ");
            let warning = format!("CHOICE_LANG={wanted} is not one of {known}: using English");
            (Language::En.as_str(), Some(warning))
        }
    }
}
