//! The catalogues as they are shipped, and the tools that keep them alike.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use i18n::{Catalogue, Key, Language, catalogue, check, keys_source, keys_typescript};

fn here(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Set `UPDATE_SNAPSHOTS=1` to rewrite the file instead.
#[test]
fn generated_keys_match_the_english_catalogue() {
    let path = here("src/keys.gen.rs");
    let expected = keys_source(&fs::read_to_string(here("../../locales/en.ftl")).unwrap());
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &expected).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap();
    assert!(
        stored == expected,
        "keys.gen.rs is stale: run `cargo xtask codegen`, or this test with UPDATE_SNAPSHOTS=1"
    );
}

#[test]
fn languages_match_the_catalogue_files() {
    let files: BTreeSet<String> = fs::read_dir(here("../../locales"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let expected = Language::ALL.map(|language| format!("{}.ftl", language.as_str()));
    assert_eq!(files, BTreeSet::from(expected));
}

#[test]
fn catalogues_have_the_same_keys_and_variables() {
    let locales = Language::ALL.map(|language| (language.as_str(), language.source()));
    assert_eq!(check(&locales), Vec::<String>::new());
}

#[test]
fn every_key_has_a_text_in_every_language() {
    for language in Language::ALL {
        let catalogue = catalogue(language);
        assert_eq!(catalogue.language(), language);
        for key in Key::ALL {
            assert_ne!(catalogue.text(key), key.id(), "{language:?}");
        }
    }
}

/// Leaves what a person would have to read: no variables, no signs.
fn words(text: &str) -> String {
    let outside = text
        .split('{')
        .map(|part| part.rsplit('}').next().unwrap_or(part));
    outside
        .collect::<String>()
        .chars()
        .filter(|c| c.is_alphabetic())
        .collect()
}

#[test]
fn chinese_catalogue_has_no_untranslated_text() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let chinese = Catalogue::new(Language::Zh);
    let foreign: Vec<_> = Key::ALL
        .into_iter()
        .map(|key| (key, words(&chinese.text(key))))
        .filter(|(_, words)| !words.is_empty() && !is_chinese(words))
        .collect();
    assert_eq!(foreign, []);
}

#[test]
fn key_is_found_by_its_id() {
    for key in Key::ALL {
        assert_eq!(Key::from_id(key.id()), Some(key));
    }
    assert_eq!(Key::from_id("no-such-key"), None);
}

#[test]
fn language_is_parsed_in_any_case_and_unknown_ones_are_refused() {
    for (text, expected) in [
        ("en", Ok(Language::En)),
        (" ZH\n", Ok(Language::Zh)),
        ("fr", Err("no language `fr`; there are en, zh".to_owned())),
        ("", Err("no language ``; there are en, zh".to_owned())),
    ] {
        let read = text.parse::<Language>().map_err(|error| error.to_string());
        assert_eq!(read, expected);
    }
}

#[test]
fn catalogue_check_lists_differences_between_languages() {
    let en =
        "a = A { $x }\nb = B\nc = { $count ->\n    [one] { $n } c\n   *[other] { $n } cs\n }\n";
    for (zh, expected) in [
        ("a = 甲 { $x }\nb = 乙\nc = { $n } 丙\n", &[] as &[&str]),
        ("a = 甲 { $x }\nc = { $n } 丙\n", &["zh: b is missing"]),
        (
            "a = 甲 { $x }\nb = 乙\nc = { $n } 丙\nd = 丁\n",
            &["zh: d is not in en"],
        ),
        (
            "a = 甲 { $y }\nb = 乙\nc = { $n } 丙\n",
            &["zh: a has the variables {\"y\"}, en has {\"x\"}"],
        ),
        (
            "a = 甲 { $x }\nb = 乙\nc = 丙\n",
            &["zh: c has the variables {}, en has {\"count\", \"n\"}"],
        ),
    ] {
        assert_eq!(check(&[("en", en), ("zh", zh)]), expected, "{zh}");
    }
}

#[test]
fn catalogue_check_lists_syntax_that_surfaces_would_show_differently() {
    for (source, expected) in [
        ("a = A\na = B\n", "en: a is there twice"),
        ("aThing = A\n", "en: aThing is not lower case with hyphens"),
        (
            "a = A\n    .title = T\n",
            "en: a has attributes, which nothing shows",
        ),
        ("a =\n    .title = T\n", "en: a has no text"),
        (
            "a = { NUMBER($n) }\n",
            "en: a calls NUMBER(), which differs between surfaces",
        ),
        ("a = { b }\nb = B\n", "en: a includes b: write it out"),
        ("-t = T\n", "en: -t: terms are not used"),
        ("a = A\nb = { $\n", "en: line 2: "),
        (
            "a = { $count ->\n    [one] one\n   *[other] { $count }\n }\n",
            "en: a shows $count, which selects: show a second, formatted variable",
        ),
    ] {
        let problems = check(&[("en", source)]);
        assert!(
            problems.iter().any(|problem| problem.starts_with(expected)),
            "{problems:?}"
        );
    }
}

#[test]
fn generated_keys_follow_the_order_of_the_file() {
    let source = keys_source("b-two = 2\n\n## Group\n\na-one-x = 1\n");
    assert!(
        source.contains("pub enum Key {\n    BTwo,\n    AOneX,\n}"),
        "{source}"
    );
    assert!(
        source.contains("[&str; 2] = [\n    \"b-two\",\n    \"a-one-x\",\n];"),
        "{source}"
    );
}

#[test]
fn generated_typescript_has_the_same_keys_as_a_type() {
    let source = keys_typescript("b-two = 2\na-one = 1\n");
    assert!(
        source.ends_with("export type MessageKey =\n  | 'b-two'\n  | 'a-one';\n"),
        "{source}"
    );
}
