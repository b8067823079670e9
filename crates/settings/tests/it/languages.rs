//! The person's choice beats `CHOICE_LANG`, which beats English.

use settings::language;

use crate::Fixture;

#[test]
fn language_follows_the_setting_then_choice_lang_then_english() {
    let warning = "CHOICE_LANG=fr is not one of en, zh: using English";
    for (file, environment, choice_lang, expected) in [
        ("", "", None, ("en", None)),
        ("", "", Some("zh"), ("zh", None)),
        ("", "", Some("  Zh\n"), ("zh", None)),
        ("", "", Some("EN"), ("en", None)),
        ("", "", Some("  "), ("en", None)),
        ("", "", Some(" fr "), ("en", Some(warning))),
        ("language = \"en\"\n", "", Some("zh"), ("en", None)),
        ("language = \"zh\"\n", "", Some("en"), ("zh", None)),
        ("language = \"zh\"\n", "", Some("fr"), ("zh", None)),
        ("", "zh", Some("en"), ("zh", None)),
        ("language = \"en\"\n", "zh", None, ("zh", None)),
    ] {
        let fixture = Fixture::with_file(file).with_environment("SAYSO_LANGUAGE", environment);
        let (chosen, told) = language(&fixture.load().unwrap(), choice_lang);
        assert_eq!(
            (chosen, told.as_deref()),
            expected,
            "{file:?} {environment:?} {choice_lang:?}"
        );
    }
}
