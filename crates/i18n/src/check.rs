//! Compares the catalogues: same keys, same variables, and only what all surfaces show alike.

use std::collections::{BTreeMap, BTreeSet};

use crate::syntax::{Message, messages};

/// Returns what is wrong with the catalogues, given as name and text, the reference first.
///
/// Each problem names its catalogue and message. Empty when all is well.
pub fn check(locales: &[(&str, &str)]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut reference: Option<(&str, BTreeMap<String, Message>)> = None;
    for (name, source) in locales {
        let own = read(name, source, &mut problems);
        match &reference {
            None => reference = Some((name, own)),
            Some((first, expected)) => compare(first, expected, name, &own, &mut problems),
        }
    }
    problems
}

fn read(name: &str, source: &str, problems: &mut Vec<String>) -> BTreeMap<String, Message> {
    let (messages, unreadable) = messages(source);
    problems.extend(
        unreadable
            .iter()
            .map(|problem| format!("{name}: {problem}")),
    );
    let mut by_id = BTreeMap::new();
    for message in messages {
        let id = message.id.clone();
        if !is_key(&id) {
            problems.push(format!("{name}: {id} is not lower case with hyphens"));
        }
        problems.extend(
            message
                .problems
                .iter()
                .map(|problem| format!("{name}: {id} {problem}")),
        );
        // Rust and the browser write the same number differently, so one variable cannot do both.
        for both in message.shown.intersection(&message.selecting) {
            problems.push(format!(
                "{name}: {id} shows ${both}, which selects: show a second, formatted variable"
            ));
        }
        if by_id.insert(id.clone(), message).is_some() {
            problems.push(format!("{name}: {id} is there twice"));
        }
    }
    by_id
}

fn compare(
    first: &str,
    expected: &BTreeMap<String, Message>,
    name: &str,
    own: &BTreeMap<String, Message>,
    problems: &mut Vec<String>,
) {
    let ids: BTreeSet<&String> = expected.keys().chain(own.keys()).collect();
    for id in ids {
        match (expected.get(id), own.get(id)) {
            (Some(_), None) => problems.push(format!("{name}: {id} is missing")),
            (None, Some(_)) => problems.push(format!("{name}: {id} is not in {first}")),
            (Some(expected), Some(own)) if !fits(expected, own) => problems.push(format!(
                "{name}: {id} has the variables {:?}, {first} has {:?}",
                own.variables(),
                expected.variables()
            )),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
}

/// A variable that selects a form in one language need not do so in another (Chinese has no
/// plurals); what is shown must.
fn fits(expected: &Message, own: &Message) -> bool {
    own.shown == expected.shown && own.variables().is_subset(&expected.variables())
}

fn is_key(id: &str) -> bool {
    id.split('-').all(|word| {
        !word.is_empty()
            && word
                .chars()
                .all(|character| character.is_ascii_lowercase() || character.is_ascii_digit())
    })
}
