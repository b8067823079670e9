//! Deadlines and drafts: what was granted or saved is honoured.

use super::super::history::{Act, ActReply, Deed, Ending, History};
use super::{Rule, Violation, violation};

/// What the wall clock may be slewed against the boot clock while a question waits.
const SLEW_MS: i64 = 10;

pub(super) fn check(history: &History, violations: &mut Vec<Violation>) {
    for (id, ending) in &history.end {
        let acts: Vec<&Act> = history.acts.iter().filter(|act| act.id == *id).collect();
        no_early_expiry(history, id, ending, &acts, violations);
        drafts_are_kept(id, ending, &acts, violations);
    }
}

/// Deadlines of the workload only ever move back, so the latest one told is the one that counts.
fn no_early_expiry(
    history: &History,
    id: &str,
    ending: &Ending,
    acts: &[&Act],
    violations: &mut Vec<Violation>,
) {
    let Some(outcome) = &ending.outcome else {
        return;
    };
    if outcome.status != "timeout" {
        return;
    }
    let granted = history
        .asks
        .iter()
        .filter_map(|ask| ask.acknowledged.as_ref())
        .filter(|asked| asked.id == *id)
        .filter_map(|asked| asked.deadline_ms);
    let moved = acts.iter().filter_map(|act| match &act.reply {
        ActReply::Accepted { deadline_ms, .. } => *deadline_ms,
        ActReply::Lost(_) | ActReply::Refused(_) | ActReply::Unknown => None,
    });
    let committed = ending.events.iter().filter_map(|event| event.deadline_ms);
    let latest = granted.chain(moved).chain(committed).max();
    if let Some(latest) = latest.filter(|latest| outcome.at_ms + SLEW_MS < *latest) {
        let detail = format!("expired {} ms before its deadline", latest - outcome.at_ms);
        violations.push(violation(Rule::NoEarlyExpiry, id, detail));
    }
}

/// Every draft is sent as made from an empty one, so the hub keeps the words of all of them, a line
/// each: those of every accepted draft, and no others.
fn drafts_are_kept(id: &str, ending: &Ending, acts: &[&Act], violations: &mut Vec<Violation>) {
    if ending.outcome.is_some() {
        return;
    }
    let drafts = acts.iter().filter_map(|act| match &act.deed {
        Deed::Draft { note } => Some((*act, note.as_str())),
        Deed::Answer { .. } | Deed::Cancel { .. } | Deed::Extend => None,
    });
    let (accepted, unsure): (Vec<_>, Vec<_>) =
        drafts.partition(|(act, _)| matches!(act.reply, ActReply::Accepted { .. }));
    let kept = ending.draft_note.as_deref().unwrap_or_default();
    let lines: Vec<&str> = kept.lines().collect();
    let lost = accepted.iter().find(|(_, note)| !lines.contains(note));
    let known: Vec<&str> = [&accepted[..], &unsure]
        .concat()
        .iter()
        .map(|(_, note)| *note)
        .collect();
    let strange = lines.iter().find(|line| !known.contains(line));
    if lost.is_some() || strange.is_some() {
        let detail = format!("the draft is {kept:?}, which is not what was saved");
        violations.push(violation(Rule::DraftsAreKept, id, detail));
    }
}
