//! Everything that can be wrong with a question or an answer has words in every language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use i18n::{Language, catalogue};

/// One line per rule, as the tests of `protocol` keep it: code first, names of its values last.
const REVIEWED: &str = include_str!("../../../protocol/tests/snapshots/problems.txt");

#[test]
fn every_validation_problem_has_a_text_with_its_values_in_every_language() {
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

/// Literals in the hub's sources that look like codes of refusals and are none: names of fields,
/// notices to agents, and the two refusals that are told with what was seen.
const NOT_CODES: [&str; 9] = [
    "elicitation_not_allowed",
    "elicitation_not_fitting",
    "elicitation_not_offered",
    "expires_in_days",
    "process_unseen",
    "started_by_agent",
    "timeout_seconds",
    "wait_ms",
    "wait_seconds",
];

#[test]
fn every_refusal_code_of_the_hub_has_a_text_in_every_language() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut codes = BTreeSet::new();
    collect(&sources, &mut codes);
    for code in NOT_CODES {
        assert!(codes.remove(code), "{code} is gone; take it off the list");
    }
    assert!(codes.len() > 40, "only {} were found", codes.len());
    for code in codes {
        for language in Language::ALL {
            let said = catalogue(language).refusal(&code, &BTreeMap::new());
            assert!(said.is_some(), "{language:?} has no text for {code}");
        }
    }
}

/// Collects the literals of the form `some_words` from files that refuse something.
fn collect(directory: &Path, codes: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, codes);
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let (source, _) = source.split_once("#[cfg(test)]").unwrap_or((&source, ""));
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if is_test || !(source.contains("Failure") || source.contains("fn code(")) {
            continue;
        }
        let mut before = "";
        for (at, part) in source.split('"').enumerate() {
            let names_a_route = before.trim_end().ends_with('(') && before.contains("Operation::");
            if at % 2 == 1 && is_code(part) && !names_a_route {
                codes.insert(part.to_owned());
            }
            before = part.rsplit([';', ',', '{']).next().unwrap_or_default();
        }
    }
}

fn is_code(literal: &str) -> bool {
    let letters = literal.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    letters && literal.contains('_') && !literal.starts_with('_') && !literal.ends_with('_')
}
