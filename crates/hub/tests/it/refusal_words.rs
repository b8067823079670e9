//! Everything that can be wrong with a question or an answer has words in every language.

use std::collections::BTreeMap;

use i18n::{Language, catalogue};

/// One line per rule, as the tests of `protocol` keep it: code first, names of its values last.
const REVIEWED: &str = include_str!("../../../protocol/tests/snapshots/problems.txt");

#[test]
fn every_broken_rule_is_said_in_every_language_with_the_values_it_carries() {
    for line in REVIEWED.lines() {
        let parts: Vec<&str> = line.split(" | ").collect();
        let (code, named) = (parts[0], parts[parts.len() - 1]);
        let args: BTreeMap<String, String> = named
            .split_whitespace()
            .map(|name| (name.to_owned(), "value".to_owned()))
            .collect();
        for language in Language::ALL {
            let said = catalogue(language).refusal(code, &args);
            let said = said.unwrap_or_else(|| panic!("{language:?} has no words for {code}"));
            let whole = format!("{} {}", said.text, said.hint.unwrap_or_default());
            assert!(!whole.contains('$'), "{code}: {whole} lacks a value");
        }
    }
}
