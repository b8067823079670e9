//! Finds and fills in a message.
//!
//! Every key is in every language, which the tests prove; should it ever not be so, a person sees
//! the key's id instead of a crash.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::{Key, Language};

/// What fills a variable of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arg<'a> {
    Text(&'a str),
    /// Chooses a plural and is never shown: what is shown comes as text, already formatted.
    Count(i64),
}

/// The messages of one language.
pub struct Catalogue {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// Returns the catalogue of `language`, made at its first use.
pub fn catalogue(language: Language) -> &'static Catalogue {
    static EN: OnceLock<Catalogue> = OnceLock::new();
    static ZH: OnceLock<Catalogue> = OnceLock::new();
    let cell = match language {
        Language::En => &EN,
        Language::Zh => &ZH,
    };
    cell.get_or_init(|| Catalogue::new(language))
}

impl Catalogue {
    pub fn new(language: Language) -> Self {
        Self::from_source(language, language.source())
    }

    fn from_source(language: Language, source: &str) -> Self {
        let identifier: LanguageIdentifier = language.as_str().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // The invisible marks around variables would break alignment in terminals.
        bundle.set_use_isolating(false);
        // Mistakes in a file are `check`'s to report; what can be read is used.
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        bundle.add_resource_overriding(resource);
        Self { language, bundle }
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns a message without variables.
    pub fn text(&self, key: Key) -> String {
        self.format(key, &[])
    }

    /// Returns a message with its variables filled in.
    pub fn format(&self, key: Key, args: &[(&str, Arg<'_>)]) -> String {
        let message = self.bundle.get_message(key.id());
        let Some(pattern) = message.and_then(|message| message.value()) else {
            return key.id().to_owned();
        };
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            values.set(*name, FluentValue::from(*arg));
        }
        // A variable that is missing shows as `{$name}`, the most useful thing to see.
        let mut errors = Vec::new();
        self.bundle
            .format_pattern(pattern, Some(&values), &mut errors)
            .into_owned()
    }
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalogue")
            .field("language", &self.language)
            .finish_non_exhaustive()
    }
}

impl<'a> From<Arg<'a>> for FluentValue<'a> {
    fn from(arg: Arg<'a>) -> Self {
        match arg {
            Arg::Text(text) => FluentValue::String(Cow::Borrowed(text)),
            Arg::Count(count) => FluentValue::from(count),
        }
    }
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Arg<'_> {
    fn from(count: i64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Arg<'_> {
    fn from(count: usize) -> Self {
        // Beyond the largest `i64` every language says "many" anyway.
        Self::Count(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = Key::StatusPending;

    fn waiting(language: Language, source: &str, count: i64) -> String {
        let shown = count.to_string();
        let args = [("count", Arg::from(count)), ("shown", Arg::from(&shown))];
        Catalogue::from_source(language, source).format(KEY, &args)
    }

    #[test]
    fn catalogue_selects_the_plural_form_by_count_and_language() {
        let en = "status-pending = { $count ->\n    [one] { $shown } question\n   *[other] { $shown } questions\n }";
        let zh = "status-pending = { $shown } 个提问";
        // Chinese has one form: `[one]` must not be taken for 1.
        let zh_selecting =
            "status-pending = { $count ->\n    [one] 错\n   *[other] { $shown } 个提问\n }";
        for (language, source, count, expected) in [
            (Language::En, en, 0, "0 questions"),
            (Language::En, en, 1, "1 question"),
            (Language::En, en, 2, "2 questions"),
            (Language::Zh, zh, 1, "1 个提问"),
            (Language::Zh, zh, 2, "2 个提问"),
            (Language::Zh, zh_selecting, 1, "1 个提问"),
        ] {
            assert_eq!(waiting(language, source, count), expected);
        }
    }

    #[test]
    fn catalogue_inserts_values_unchanged() {
        let catalogue = Catalogue::from_source(Language::En, "status-pending = <{ $text }>");
        // The value gets no isolation marks, and markup in it is not interpreted.
        assert_eq!(
            catalogue.format(KEY, &[("text", "{ $a } 你好".into())]),
            "<{ $a } 你好>"
        );
    }

    #[test]
    fn catalogue_shows_a_missing_message_or_value_by_its_name() {
        let catalogue = Catalogue::from_source(Language::En, "other = x");
        assert_eq!(catalogue.text(KEY), "status-pending");
        let catalogue = Catalogue::from_source(Language::En, "status-pending = a { $b }");
        assert_eq!(catalogue.text(KEY), "a {$b}");
    }
}
