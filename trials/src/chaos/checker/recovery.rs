//! What a new hub found pending, against what was committed by then.

use super::super::history::{ActReply, Ending, History, PendingRow, Recovery};
use super::{Rule, Violation, violation};

/// Remaining seconds are rounded up, and reading them takes a moment.
const REMAINING_TOLERANCE_MS: i64 = 1_500;

pub(super) fn check(history: &History, violations: &mut Vec<Violation>) {
    for recovery in &history.recoveries {
        for (id, ending) in &history.end {
            match recovery.pending.get(id) {
                None if was_pending_throughout(ending, recovery) => {
                    let detail = "it was pending, and the restarted hub did not list it";
                    violations.push(violation(Rule::PendingSurvives, id, detail));
                }
                None => {}
                Some(_) if was_closed_before(ending, recovery) => {
                    let detail = "it was decided, and the restarted hub listed it as pending";
                    violations.push(violation(Rule::PendingSurvives, id, detail));
                }
                Some(row) => deadline(history, recovery, id, ending, *row, violations),
            }
        }
        for id in recovery.pending.keys() {
            if !history.end.contains_key(id) {
                let detail = "a restarted hub listed it, and it is not stored";
                violations.push(violation(Rule::PendingSurvives, id, detail));
            }
        }
    }
}

fn was_pending_throughout(ending: &Ending, recovery: &Recovery) -> bool {
    let decided_ms = ending.outcome.as_ref().map(|outcome| outcome.at_ms);
    ending.asked_ms() < recovery.spawned_ms && decided_ms.is_none_or(|at| at > recovery.until_ms)
}

fn was_closed_before(ending: &Ending, recovery: &Recovery) -> bool {
    let decided_ms = ending.outcome.as_ref().map(|outcome| outcome.at_ms);
    decided_ms.is_some_and(|at| at < recovery.spawned_ms)
}

fn deadline(
    history: &History,
    recovery: &Recovery,
    id: &str,
    ending: &Ending,
    row: PendingRow,
    violations: &mut Vec<Violation>,
) {
    let mut wrong = |detail: String| {
        violations.push(violation(Rule::PendingSurvives, id, detail));
    };
    let acknowledged = history
        .asks
        .iter()
        .filter(|ask| ask.span.precedes(recovery.span))
        .filter_map(|ask| ask.acknowledged.as_ref())
        .filter(|asked| asked.id == *id)
        .filter_map(|asked| asked.deadline_ms);
    let extended = history
        .acts
        .iter()
        .filter(|act| act.id == *id && act.span.precedes(recovery.span))
        .filter_map(|act| match &act.reply {
            ActReply::Accepted { deadline_ms, .. } => *deadline_ms,
            ActReply::Lost(_) | ActReply::Refused(_) | ActReply::Unknown => None,
        });
    let promised = acknowledged.chain(extended).max();
    if promised.is_some_and(|promised| row.deadline_ms.is_none_or(|found| found < promised)) {
        wrong(format!(
            "promised the deadline {promised:?}, recovered {:?}",
            row.deadline_ms
        ));
    }
    // Nothing that could have moved it has an open end: then it is exactly the promised one.
    let uncertain = history.acts.iter().any(|act| {
        act.id == *id
            && act.deed.moves_deadline()
            && (matches!(act.reply, ActReply::Unknown) || !act.span.precedes(recovery.span))
    });
    if promised.is_some() && !uncertain && row.deadline_ms != promised {
        wrong(format!(
            "the deadline was {promised:?} and became {:?}",
            row.deadline_ms
        ));
    }
    let asked_ms = ending.asked_ms();
    if row.deadline_ms.is_some_and(|deadline| deadline < asked_ms) {
        wrong("its deadline lies before the question".to_owned());
    }
    if let (Some(deadline_ms), Some(remaining)) = (row.deadline_ms, row.remaining_seconds) {
        let most = (deadline_ms - recovery.from_ms).max(0) + REMAINING_TOLERANCE_MS;
        let least = (deadline_ms - recovery.until_ms).max(0) - REMAINING_TOLERANCE_MS;
        if !(least..=most).contains(&(remaining * 1000)) {
            wrong(format!(
                "{remaining} s remaining, the deadline says {} ms",
                deadline_ms - recovery.until_ms
            ));
        }
    }
}
