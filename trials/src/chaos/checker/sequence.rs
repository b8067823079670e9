//! The audit trail: numbers without gap, and one ending for what has ended.

use super::super::history::History;
use super::{Rule, Violation, violation};

pub(super) fn check(history: &History, violations: &mut Vec<Violation>) {
    let mut numbers: Vec<(u64, &str)> = Vec::new();
    for (id, ending) in &history.end {
        numbers.extend(ending.events.iter().map(|event| (event.seq, id.as_str())));
        let mut wrong = |detail: String| {
            violations.push(violation(Rule::GapFreeSequence, id, detail));
        };
        if ending
            .events
            .first()
            .is_none_or(|event| event.kind != "asked")
        {
            wrong("its trail does not begin with being asked".to_owned());
        }
        if !ending.events.is_sorted_by(|one, next| one.seq < next.seq) {
            wrong("its trail is out of order".to_owned());
        }
        let endings = ending.events.iter().filter(|event| event.is_terminal());
        let expected = usize::from(ending.outcome.is_some());
        let found = endings.count();
        if found != expected {
            wrong(format!("{found} endings in its trail, {expected} expected"));
        }
    }
    numbers.sort_unstable();
    for (expected, (found, id)) in (1..).zip(numbers) {
        if found != expected {
            let detail = format!("event {expected} is missing or doubled, next is {found}");
            violations.push(violation(Rule::GapFreeSequence, id, detail));
            return;
        }
    }
}
