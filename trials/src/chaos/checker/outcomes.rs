//! The register itself: who wrote it, who was told what, and that it never changes.

use std::collections::{BTreeMap, BTreeSet};

use super::super::history::{Act, ActReply, Deed, Ending, History, Outcome, Seen, Span};
use super::{Rule, Violation, violation};

pub(super) fn check(history: &History, violations: &mut Vec<Violation>) {
    let told = Told::collect(history);
    write_once(history, &told, violations);
    questions_are_present(history, violations);
    for act in &history.acts {
        let Some(ending) = history.end.get(&act.id) else {
            let detail = "a caller acted on it, and it is not stored";
            violations.push(violation(Rule::AcknowledgedIsPresent, &act.id, detail));
            continue;
        };
        acknowledged(act, ending, violations);
        told_to_losers(act, ending, violations);
    }
    let titles: BTreeSet<&str> = history.asks.iter().map(|ask| ask.title.as_str()).collect();
    for (id, ending) in &history.end {
        if !titles.contains(ending.title.as_str()) {
            let detail = format!("nobody asked {:?}", ending.title);
            violations.push(violation(Rule::NothingFromNowhere, id, detail));
        }
        if let Some(outcome) = &ending.outcome {
            was_submitted(history, &told, id, outcome, violations);
        }
    }
}

/// Every outcome that a caller was shown, by interaction.
struct Told<'h>(BTreeMap<&'h str, Vec<(Span, &'h Outcome)>>);

impl<'h> Told<'h> {
    fn collect(history: &'h History) -> Self {
        let mut told: BTreeMap<&str, Vec<(Span, &Outcome)>> = BTreeMap::new();
        for sighting in &history.sightings {
            if let Seen::Closed(outcome) = &sighting.seen {
                let entry = told.entry(&sighting.id).or_default();
                entry.push((sighting.span, outcome));
            }
        }
        for act in &history.acts {
            if let ActReply::Accepted {
                outcome: Some(outcome),
                ..
            } = &act.reply
            {
                told.entry(&act.id).or_default().push((act.span, outcome));
            }
        }
        Self(told)
    }

    fn of(&self, id: &str) -> &[(Span, &'h Outcome)] {
        self.0.get(id).map_or(&[], Vec::as_slice)
    }

    /// When the first one who was told had been told.
    fn first_known_us(&self, id: &str) -> Option<u64> {
        self.of(id).iter().map(|(span, _)| span.ended_us).min()
    }
}

fn write_once(history: &History, told: &Told<'_>, violations: &mut Vec<Violation>) {
    for id in told.0.keys() {
        let stored = history
            .end
            .get(*id)
            .and_then(|ending| ending.outcome.as_ref());
        for (_, outcome) in told.of(id) {
            match stored {
                Some(stored) if stored.bytes == outcome.bytes => {}
                Some(stored) => {
                    let detail = format!("told {}, stored {}", outcome.bytes, stored.bytes);
                    violations.push(violation(Rule::WriteOnce, id, detail));
                }
                None => {
                    let detail = format!("told {}, stored nothing", outcome.bytes);
                    violations.push(violation(Rule::WriteOnce, id, detail));
                }
            }
        }
    }
    for sighting in &history.sightings {
        let known = told.first_known_us(&sighting.id);
        if matches!(sighting.seen, Seen::Pending)
            && known.is_some_and(|known_us| known_us < sighting.span.begun_us)
        {
            let detail = "seen pending after its outcome had been told";
            violations.push(violation(Rule::WriteOnce, &sighting.id, detail));
        }
    }
}

fn questions_are_present(history: &History, violations: &mut Vec<Violation>) {
    for ask in &history.asks {
        let Some(asked) = &ask.acknowledged else {
            continue;
        };
        let stored = history.end.get(&asked.id);
        if stored.is_none_or(|ending| ending.title != ask.title) {
            let detail = format!("{:?} was acknowledged and is not stored", ask.title);
            violations.push(violation(Rule::AcknowledgedIsPresent, &asked.id, detail));
        }
        let lost = history.sightings.iter().any(|sighting| {
            sighting.id == asked.id
                && matches!(sighting.seen, Seen::Absent)
                && ask.span.precedes(sighting.span)
        });
        if lost {
            let detail = "it was unknown to the hub after it had been acknowledged";
            violations.push(violation(Rule::AcknowledgedIsPresent, &asked.id, detail));
        }
    }
}

fn acknowledged(act: &Act, ending: &Ending, violations: &mut Vec<Violation>) {
    let ActReply::Accepted { .. } = act.reply else {
        return;
    };
    let stored = ending.outcome.as_ref();
    let stored_note = stored.and_then(|outcome| outcome.note.as_deref());
    match &act.deed {
        Deed::Answer { answer_id, option } => {
            let is_there = stored.is_some_and(|outcome| {
                outcome.status == "selected" && outcome.option.as_ref() == Some(option)
            });
            if !is_there || stored_note != Some(answer_id) {
                let detail = format!("answer {answer_id} was accepted, stored is {stored:?}");
                violations.push(violation(Rule::AcknowledgedIsPresent, &act.id, detail));
            }
        }
        Deed::Cancel { answer_id } => {
            let is_there = stored.is_some_and(|outcome| outcome.status == "cancelled");
            if !is_there || stored_note != Some(answer_id) {
                let detail = format!("cancel {answer_id} was accepted, stored is {stored:?}");
                violations.push(violation(Rule::CancelStaysCancelled, &act.id, detail));
            }
        }
        Deed::Extend | Deed::Draft { .. } => {}
    }
}

fn told_to_losers(act: &Act, ending: &Ending, violations: &mut Vec<Violation>) {
    let ActReply::Lost(winner) = &act.reply else {
        return;
    };
    let mut wrong = |detail: String| {
        violations.push(violation(Rule::LosersAreTold, &act.id, detail));
    };
    let Some(outcome) = &ending.outcome else {
        return wrong("told that it lost, but nothing is decided".to_owned());
    };
    let won_itself =
        act.deed.answer_id().is_some() && act.deed.answer_id() == outcome.note.as_deref();
    if won_itself {
        wrong(format!("{:?} was told that it lost, and it won", act.deed));
    }
    if winner.at_ms != Some(outcome.at_ms) {
        wrong(format!("told {winner:?}, stored {outcome:?}"));
    }
    let expected = match outcome.status.as_str() {
        "selected" | "custom_input" => "submitted",
        other => other,
    };
    if winner.status != expected {
        wrong(format!("told {winner:?}, stored {outcome:?}"));
    }
    let names_place = winner.kind != "person" || winner.surface.is_some();
    if winner.kind.is_empty() || !names_place {
        wrong(format!("not told who and where: {winner:?}"));
    }
}

fn was_submitted(
    history: &History,
    told: &Told<'_>,
    id: &str,
    outcome: &Outcome,
    violations: &mut Vec<Violation>,
) {
    let known_us = told.first_known_us(id).unwrap_or(u64::MAX);
    let submitted = history.acts.iter().any(|act| {
        let fits = match (&act.deed, outcome.status.as_str()) {
            (Deed::Answer { answer_id, option }, "selected") => {
                outcome.note.as_ref() == Some(answer_id) && outcome.option.as_ref() == Some(option)
            }
            (Deed::Cancel { answer_id }, "cancelled") => outcome.note.as_ref() == Some(answer_id),
            (Deed::Answer { .. } | Deed::Cancel { .. } | Deed::Extend | Deed::Draft { .. }, _) => {
                false
            }
        };
        fits && act.id == id && act.span.begun_us < known_us
    });
    if !submitted && outcome.status != "timeout" {
        let detail = format!("nobody had submitted {}", outcome.bytes);
        violations.push(violation(Rule::NothingFromNowhere, id, detail));
    }
}
