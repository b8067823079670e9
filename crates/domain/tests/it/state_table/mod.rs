//! State × command, exhaustively: what each command causes in each state, or why it is refused.
//!
//! The tables are in `rows`. A cell is in the short words of `shown`; `-` means that nothing
//! changes, `!` that it is refused.

mod rows;
pub(crate) mod shown;

use std::collections::BTreeSet;

use domain::interaction::Closed;
use domain::interaction::{Command, Event, Interaction, OptionSpec, OutcomeDelivery};
use domain::{Policy, Responder, Surface, Timestamp};

use self::rows::{
    Row, WINNER, closed_rows, closed_states, outcomes, pending_rows, pending_states, policy,
};
use self::shown::shown;
use crate::given::{WALL, after, answer_id, asked, choice, ids, option, person};
use crate::kinds::*;

#[test]
fn pending_interaction_follows_its_decision_table() {
    for Row {
        policy,
        command,
        cells,
    } in pending_rows()
    {
        let found = pending_states().map(|(_, interaction, now)| {
            shown(
                &interaction,
                &now,
                interaction.decide(command.clone(), &policy, &now),
            )
        });
        assert_eq!(found.each_ref().map(String::as_str), cells, "{command:?}");
    }
}

#[test]
fn closed_interaction_follows_its_decision_table() {
    let now = after(400_000);
    for (name, interaction) in outcomes() {
        for Row {
            policy,
            command,
            cells,
        } in closed_rows(name)
        {
            let found = closed_states(&interaction)
                .map(|state| shown(&state, &now, state.decide(command.clone(), &policy, &now)));
            assert_eq!(
                found.each_ref().map(String::as_str),
                cells,
                "{name}: {command:?}"
            );
        }
    }
}

#[test]
fn closed_interaction_keeps_its_outcome_under_every_event() {
    let fixed = |closed: &Closed| {
        (
            closed.outcome.clone(),
            closed.by.clone(),
            closed.at,
            closed.answer_id,
        )
    };
    let now = after(400_000);
    for (name, interaction) in outcomes() {
        let decided = fixed(interaction.closed().expect("it is closed"));
        for mut state in closed_states(&interaction) {
            for row in closed_rows(name) {
                for event in state
                    .decide(row.command, &row.policy, &now)
                    .unwrap_or_default()
                {
                    state.apply(&event, now.wall);
                }
                assert_eq!(state.closed().map(fixed), Some(decided.clone()), "{name}");
            }
            // Even an event that no decision could have made is of no effect.
            state.apply(&Event::TimedOut, now.wall);
            assert_eq!(state.closed().map(fixed), Some(decided.clone()), "{name}");
        }
    }
}

/// Whole values, not their kinds: what a list, a poll and the audit trail show afterwards.
#[test]
fn closed_interaction_records_outcome_responder_time_and_no_delivery() {
    let expected = [
        ("submitted", person(Surface::Web), 100_000, Some(WINNER)),
        ("auto_submitted", Responder::Policy, 300_000, None),
        ("cancelled", person(Surface::Cli), 100_000, Some(WINNER)),
        ("cancelled", Responder::Asker, 100_000, Some(WINNER)),
        ("timeout", Responder::Policy, 300_000, None),
    ];
    for ((name, interaction), (status, by, at, winner)) in outcomes().into_iter().zip(expected) {
        let closed = interaction.closed().expect("it is closed");
        assert_eq!(interaction.status().as_str(), status, "{name}");
        assert_eq!(
            (&closed.by, closed.at),
            (&by, Timestamp(WALL + at)),
            "{name}"
        );
        assert_eq!(closed.answer_id, winner.map(answer_id), "{name}");
        assert_eq!(closed.delivery, OutcomeDelivery::Saved, "{name}");
        assert_eq!(interaction.deadline(), None, "{name}");
    }
}

#[test]
fn expiry_auto_submits_only_a_harmless_question_with_a_valid_selection_when_enabled() {
    let automatic = Policy {
        auto_submit: true,
        ..policy()
    };
    let recommending = |id: &str| OptionSpec {
        recommended: Some(true),
        ..option(id)
    };
    let two_recommended = |mode| {
        choice(mode, |s| {
            s.options = Some(vec![recommending("a"), recommending("b"), option("c")])
        })
    };
    let destructive = choice("single", |s| {
        s.default_selection_ids = Some(ids(&["a"]));
        s.risk = Some("destructive".into());
    });
    let by_default = choice("single", |s| s.default_selection_ids = Some(ids(&["c"])));
    for (question, policy, expected) in [
        (by_default.clone(), &automatic, "c by Policy"),
        (by_default, &policy(), "timed out"),
        (two_recommended("multi"), &automatic, "a+b by Policy"),
        (two_recommended("single"), &automatic, "timed out"),
        (two_recommended("hybrid"), &automatic, "timed out"),
        (destructive, &automatic, "timed out"),
        (choice("single", |_| {}), &automatic, "timed out"),
        (choice("text_input", |_| {}), &automatic, "timed out"),
    ] {
        let interaction = asked(question, Some(300));
        let now = after(300_000);
        let decision = interaction.decide(Command::Expire, policy, &now);
        assert_eq!(shown(&interaction, &now, decision), expected);
    }
}

fn set_of<'a>(kinds: &[&'a str]) -> BTreeSet<&'a str> {
    kinds.iter().copied().collect()
}

#[test]
fn decision_tables_cover_every_state_and_command() {
    let pending: BTreeSet<_> = pending_rows()
        .iter()
        .map(|row| command_kind(&row.command))
        .collect();
    assert_eq!(pending, set_of(COMMANDS));
    for (name, _) in outcomes() {
        let rows = closed_rows(name);
        let closed: BTreeSet<_> = rows.iter().map(|row| command_kind(&row.command)).collect();
        assert_eq!(closed, set_of(COMMANDS), "{name}");
    }
    let pending = pending_states().map(|(_, interaction, _)| interaction);
    let closed: Vec<Interaction> = outcomes()
        .iter()
        .flat_map(|(_, interaction)| closed_states(interaction))
        .collect();
    let states: BTreeSet<_> = pending
        .iter()
        .chain(&closed)
        .map(|i| state_kind(&i.state))
        .collect();
    assert_eq!(states, set_of(STATES));
    let closed: Vec<&Closed> = closed.iter().filter_map(Interaction::closed).collect();
    assert_eq!(
        closed
            .iter()
            .map(|c| outcome_kind(&c.outcome))
            .collect::<BTreeSet<_>>(),
        set_of(OUTCOMES)
    );
    assert_eq!(
        closed
            .iter()
            .map(|c| responder_kind(&c.by))
            .collect::<BTreeSet<_>>(),
        set_of(RESPONDERS)
    );
    assert_eq!(
        closed
            .iter()
            .map(|c| delivery_kind(&c.delivery))
            .collect::<BTreeSet<_>>(),
        set_of(DELIVERIES)
    );
}

#[test]
fn decision_tables_produce_every_event_and_refusal() {
    let mut decisions = Vec::new();
    for row in pending_rows() {
        for (_, interaction, now) in pending_states() {
            decisions.push(interaction.decide(row.command.clone(), &row.policy, &now));
        }
    }
    for (name, interaction) in outcomes() {
        for row in closed_rows(name) {
            for state in closed_states(&interaction) {
                decisions.push(state.decide(row.command.clone(), &row.policy, &after(400_000)));
            }
        }
    }
    // Confirmations have their own table.
    decisions.extend(crate::confirming::decisions());
    // So do the questions of tasks.
    decisions.extend(crate::task_questions::deadline_decisions());
    let refusals: BTreeSet<_> = decisions
        .iter()
        .filter_map(|decision| decision.as_ref().err())
        .map(refusal_kind)
        .collect();
    assert_eq!(refusals, set_of(REFUSALS));
    let mut events: BTreeSet<_> = decisions
        .iter()
        .flatten()
        .flatten()
        .map(event_kind)
        .collect();
    // Neither is the effect of a command: asking is the beginning, importing takes a record over.
    events.extend(["Asked", "Imported"]);
    assert_eq!(events, set_of(EVENTS));
}
