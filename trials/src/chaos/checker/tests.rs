//! A sound history passes; each forged one is found, by the rule that it breaks.

use std::collections::BTreeMap;

use super::super::history::{
    Act, ActReply, Ask, Asked, Deed, Ending, Event, History, Outcome, PendingRow, Recovery, Seen,
    Sighting, Span, Winner,
};
use super::{Rule, check};

fn span(begun_us: u64) -> Span {
    Span {
        begun_us,
        ended_us: begun_us + 5,
    }
}

fn outcome(status: &str, note: Option<&str>, at_ms: i64) -> Outcome {
    let option = (status == "selected").then(|| "a".to_owned());
    Outcome {
        status: status.into(),
        option,
        note: note.map(str::to_owned),
        at_ms,
        bytes: format!("{status} {note:?} {at_ms}"),
    }
}

fn event(seq: u64, kind: &str, at_ms: i64) -> Event {
    Event {
        seq,
        kind: kind.into(),
        at_ms,
        deadline_ms: None,
    }
}

fn ask(id: &str, begun_us: u64, deadline_ms: Option<i64>) -> Ask {
    Ask {
        title: format!("title of {id}"),
        span: span(begun_us),
        acknowledged: Some(Asked {
            id: id.into(),
            deadline_ms,
        }),
    }
}

fn act(id: &str, begun_us: u64, deed: Deed, reply: ActReply) -> Act {
    Act {
        id: id.into(),
        span: span(begun_us),
        deed,
        reply,
    }
}

fn answer(answer_id: &str) -> Deed {
    Deed::Answer {
        answer_id: answer_id.into(),
        option: "a".into(),
    }
}

fn cancel(answer_id: &str) -> Deed {
    Deed::Cancel {
        answer_id: answer_id.into(),
    }
}

fn accepted(outcome: Option<Outcome>, deadline_ms: Option<i64>) -> ActReply {
    ActReply::Accepted {
        deadline_ms,
        outcome,
    }
}

fn winner(status: &str, kind: &str, at_ms: i64) -> Winner {
    Winner {
        status: status.into(),
        kind: kind.into(),
        surface: (kind == "person").then(|| "web".into()),
        at_ms: Some(at_ms),
    }
}

fn ending(id: &str, outcome: Option<Outcome>, events: Vec<Event>) -> (String, Ending) {
    let ending = Ending {
        title: format!("title of {id}"),
        outcome,
        draft_note: None,
        events,
    };
    (id.into(), ending)
}

/// Four interactions: one answered after a lost reply and a loser, one cancelled, one that was
/// extended and expired, one still pending with a draft; and a restart in between.
fn sound() -> History {
    let answered = outcome("selected", Some("first"), 300);
    let cancelled = outcome("cancelled", Some("no"), 310);
    let expired = outcome("timeout", None, 900);
    let mut end: BTreeMap<String, Ending> = [
        ending(
            "answered",
            Some(answered.clone()),
            vec![event(1, "asked", 100), event(5, "answered", 300)],
        ),
        ending(
            "cancelled",
            Some(cancelled.clone()),
            vec![event(2, "asked", 100), event(6, "cancelled", 310)],
        ),
        ending(
            "expired",
            Some(expired.clone()),
            vec![
                event(3, "asked", 100),
                Event {
                    deadline_ms: Some(900),
                    ..event(7, "deadline_moved", 320)
                },
                event(8, "timed_out", 900),
            ],
        ),
        ending("open", None, vec![event(4, "asked", 100)]),
    ]
    .into();
    end.get_mut("open").unwrap().draft_note = Some("second draft\nfirst draft".into());
    let draft = |note: &str| Deed::Draft { note: note.into() };
    History {
        asks: vec![
            ask("answered", 10, None),
            ask("cancelled", 20, None),
            ask("expired", 30, Some(600)),
            Ask {
                acknowledged: None,
                ..ask("open", 35, None)
            },
            ask("open", 40, Some(90_000)),
        ],
        acts: vec![
            act("answered", 300, answer("first"), ActReply::Unknown),
            act(
                "answered",
                330,
                answer("first"),
                accepted(Some(answered.clone()), None),
            ),
            act(
                "answered",
                340,
                answer("second"),
                ActReply::Lost(winner("submitted", "person", 300)),
            ),
            act(
                "cancelled",
                310,
                cancel("no"),
                accepted(Some(cancelled), None),
            ),
            act("expired", 320, Deed::Extend, accepted(None, Some(900))),
            act(
                "expired",
                950,
                answer("late"),
                ActReply::Lost(winner("timeout", "policy", 900)),
            ),
            act(
                "open",
                400,
                draft("first draft"),
                accepted(None, Some(90_000)),
            ),
            act(
                "open",
                420,
                draft("second draft"),
                accepted(None, Some(90_000)),
            ),
        ],
        sightings: vec![
            Sighting {
                id: "answered".into(),
                span: span(200),
                seen: Seen::Pending,
            },
            Sighting {
                id: "answered".into(),
                span: span(350),
                seen: Seen::Closed(answered),
            },
        ],
        recoveries: vec![Recovery {
            span: span(500),
            spawned_ms: 450,
            from_ms: 500,
            until_ms: 505,
            pending: [
                (
                    "expired".into(),
                    PendingRow {
                        deadline_ms: Some(900),
                        remaining_seconds: Some(1),
                    },
                ),
                (
                    "open".into(),
                    PendingRow {
                        deadline_ms: Some(90_000),
                        remaining_seconds: Some(90),
                    },
                ),
            ]
            .into(),
        }],
        end,
    }
}

/// Forges the sound history and expects exactly this rule to be broken.
fn forged(rule: Rule, what: &str, forge: impl FnOnce(&mut History)) {
    let mut history = sound();
    forge(&mut history);
    let mut broken: Vec<Rule> = check(&history).iter().map(|found| found.rule).collect();
    broken.dedup();
    assert_eq!(broken, [rule], "{what}: {:?}", check(&history));
}

fn stored<'h>(history: &'h mut History, id: &str) -> &'h mut Ending {
    history.end.get_mut(id).unwrap()
}

fn row<'h>(history: &'h mut History, id: &str) -> &'h mut PendingRow {
    history.recoveries[0].pending.get_mut(id).unwrap()
}

#[test]
fn checker_finds_no_violation_in_a_valid_history() {
    assert_eq!(check(&sound()), []);
}

#[test]
fn checker_finds_an_outcome_that_changed() {
    forged(Rule::WriteOnce, "other bytes", |history| {
        let Seen::Closed(seen) = &mut history.sightings[1].seen else {
            unreachable!("it is a sighting of the outcome")
        };
        seen.bytes.push('!');
    });
    forged(Rule::WriteOnce, "pending again", |history| {
        history.sightings[0].span = span(700);
    });
}

#[test]
fn checker_finds_acknowledged_data_that_is_gone() {
    forged(Rule::AcknowledgedIsPresent, "another answer", |history| {
        history.acts[1].reply = accepted(None, None);
        history.acts[1].deed = answer("third");
    });
    forged(Rule::AcknowledgedIsPresent, "a question", |history| {
        history.asks.push(ask("gone", 50, None));
    });
    forged(Rule::AcknowledgedIsPresent, "for a while", |history| {
        history.sightings.push(Sighting {
            id: "open".into(),
            span: span(600),
            seen: Seen::Absent,
        });
    });
    forged(Rule::AcknowledgedIsPresent, "acted on", |history| {
        let reply = ActReply::Refused("x".into());
        history.acts.push(act("nowhere", 60, Deed::Extend, reply));
    });
}

#[test]
fn checker_finds_questions_and_outcomes_without_a_sender() {
    forged(Rule::NothingFromNowhere, "a question", |history| {
        history.asks.retain(|ask| ask.title != "title of open");
    });
    forged(Rule::NothingFromNowhere, "an answer", |history| {
        history.acts.retain(|act| act.deed != answer("first"));
    });
    forged(Rule::NothingFromNowhere, "told too soon", |history| {
        history.sightings[1].span = span(250);
    });
    forged(Rule::NothingFromNowhere, "another option", |history| {
        let other = Some("b".to_owned());
        stored(history, "answered").outcome.as_mut().unwrap().option = other;
        history.acts.remove(1);
    });
}

#[test]
fn checker_finds_a_cancel_that_became_another_outcome() {
    forged(Rule::CancelStaysCancelled, "success", |history| {
        let won = outcome("selected", Some("sneaky"), 310);
        stored(history, "cancelled").outcome = Some(won);
        stored(history, "cancelled").events[1].kind = "answered".into();
        history.acts[3].reply = accepted(None, None);
        let sneaky = act("cancelled", 305, answer("sneaky"), ActReply::Unknown);
        history.acts.push(sneaky);
    });
}

#[test]
fn checker_finds_a_late_answer_that_was_told_a_wrong_winner() {
    forged(Rule::LosersAreTold, "another time", |history| {
        history.acts[2].reply = ActReply::Lost(winner("submitted", "person", 301));
    });
    forged(Rule::LosersAreTold, "another outcome", |history| {
        history.acts[2].reply = ActReply::Lost(winner("cancelled", "person", 300));
    });
    forged(Rule::LosersAreTold, "not where", |history| {
        let mut nowhere = winner("submitted", "person", 300);
        nowhere.surface = None;
        history.acts[2].reply = ActReply::Lost(nowhere);
    });
    forged(Rule::LosersAreTold, "it won", |history| {
        history.acts[1].reply = ActReply::Lost(winner("submitted", "person", 300));
    });
    forged(Rule::LosersAreTold, "nothing is decided", |history| {
        let lost = ActReply::Lost(winner("submitted", "person", 300));
        history.acts.push(act("open", 410, answer("x"), lost));
    });
}

#[test]
fn checker_finds_a_timeout_before_the_deadline() {
    forged(Rule::NoEarlyExpiry, "before the extension", |history| {
        history.acts[4].reply = accepted(None, Some(920));
        row(history, "expired").deadline_ms = Some(920);
    });
    forged(
        Rule::NoEarlyExpiry,
        "before the first deadline",
        |history| {
            history.asks[2] = ask("expired", 30, Some(1_600));
            history.recoveries.clear();
        },
    );
    forged(
        Rule::NoEarlyExpiry,
        "before an unheard extension",
        |history| {
            stored(history, "expired").events[1].deadline_ms = Some(2_000);
        },
    );
}

#[test]
fn checker_finds_a_restart_that_lost_or_invented_questions() {
    forged(Rule::PendingSurvives, "forgotten", |history| {
        history.recoveries[0].pending.remove("open");
    });
    forged(Rule::PendingSurvives, "reopened", |history| {
        let open = *row(history, "open");
        history.recoveries[0]
            .pending
            .insert("answered".into(), open);
    });
    forged(Rule::PendingSurvives, "invented", |history| {
        let open = *row(history, "open");
        history.recoveries[0].pending.insert("nowhere".into(), open);
    });
    forged(Rule::PendingSurvives, "extension lost", |history| {
        *row(history, "expired") = PendingRow {
            deadline_ms: Some(600),
            remaining_seconds: Some(1),
        };
    });
    forged(Rule::PendingSurvives, "time given away", |history| {
        *row(history, "open") = PendingRow {
            deadline_ms: Some(95_000),
            remaining_seconds: Some(95),
        };
    });
    forged(Rule::PendingSurvives, "wrong remaining time", |history| {
        row(history, "open").remaining_seconds = Some(80);
    });
}

#[test]
fn checker_finds_a_broken_event_sequence() {
    forged(Rule::GapFreeSequence, "a gap", |history| {
        stored(history, "expired").events[2].seq = 9;
    });
    forged(Rule::GapFreeSequence, "the same number twice", |history| {
        stored(history, "open").events[0].seq = 8;
    });
    forged(Rule::GapFreeSequence, "two endings", |history| {
        stored(history, "answered")
            .events
            .push(event(9, "timed_out", 950));
    });
    forged(
        Rule::GapFreeSequence,
        "an ending without outcome",
        |history| {
            stored(history, "open")
                .events
                .push(event(9, "answered", 950));
        },
    );
}

#[test]
fn checker_finds_a_lost_draft() {
    let strange = "second draft\nfirst draft\nnobody's";
    for kept in [None, Some("first draft"), Some(strange)] {
        forged(Rule::DraftsAreKept, "kept another", |history| {
            stored(history, "open").draft_note = kept.map(str::to_owned);
        });
    }
}
