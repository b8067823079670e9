//! The confirmation of a question: nothing counts before it, and it confirms what was seen.

use domain::interaction::Confirm;
use domain::interaction::{Command, Event, Interaction, Refusal};
use domain::{Moment, Policy, Responder, Surface};

use crate::given::{after, answer_id, confirmed_question, person, put, selecting};
use crate::state_table::shown::shown;

const CHOSEN: u8 = 1;

fn answer(selected: &str, number: u8, confirm: Confirm) -> Command {
    Command::Answer {
        draft: selecting(&[selected]),
        by: person(Surface::Web),
        answer_id: answer_id(number),
        confirm,
    }
}

fn confirm(chosen: u8, by: Responder) -> Command {
    Command::Confirm {
        chosen: answer_id(chosen),
        by,
        answer_id: answer_id(9),
    }
}

fn cancel() -> Command {
    Command::Cancel {
        note: None,
        by: person(Surface::Terminal),
        answer_id: answer_id(8),
    }
}

fn after_command(mut interaction: Interaction, command: Command, now: &Moment) -> Interaction {
    let events = interaction
        .decide(command, &Policy::default(), now)
        .expect("it can be decided");
    for event in events {
        interaction.apply(&event, now.wall);
    }
    interaction
}

/// Columns: asked, `a` chosen by act 1, the same overdue.
fn states() -> [(Interaction, Moment); 3] {
    let fresh = put(confirmed_question(), Some(300));
    let first = answer("a", CHOSEN, Confirm::Later);
    let chosen = after_command(fresh.clone(), first, &after(1_000));
    [
        (fresh, after(2_000)),
        (chosen.clone(), after(2_000)),
        (chosen, after(300_000)),
    ]
}

fn rows() -> Vec<(Command, [&'static str; 3])> {
    use Confirm::{Later, Now};
    let late = "! too late";
    let web = || person(Surface::Web);
    vec![
        (
            answer("a", CHOSEN, Later),
            ["chosen a by Person", "-", late],
        ),
        (
            answer("a", CHOSEN, Now),
            [
                "chosen a by Person + confirmed web + a by Person",
                "confirmed web + a by Person",
                late,
            ],
        ),
        // A repeated act says the same; what says something else is not that act.
        (
            answer("b", CHOSEN, Now),
            [
                "chosen b by Person + confirmed web + b by Person",
                "! reused",
                late,
            ],
        ),
        (
            answer("b", 2, Later),
            ["chosen b by Person", "chosen b by Person", late],
        ),
        (
            answer("z", 2, Now),
            [
                "! unknown_option, too_few_selections",
                "! unknown_option, too_few_selections",
                late,
            ],
        ),
        (
            confirm(CHOSEN, web()),
            ["! nothing chosen", "confirmed web + a by Person", late],
        ),
        (
            confirm(7, web()),
            ["! nothing chosen", "! other chosen", late],
        ),
        (
            confirm(CHOSEN, Responder::Asker),
            ["! no person", "! no person", late],
        ),
        (
            cancel(),
            ["cancelled by Person", "cancelled by Person", late],
        ),
        (Command::Expire, ["! not due", "! not due", "timed out"]),
    ]
}

/// What the table's commands cause, for the test that every event and refusal is shown somewhere.
pub(crate) fn decisions() -> Vec<Result<Vec<Event>, Refusal>> {
    let mut decisions = Vec::new();
    for (command, _) in rows() {
        for (interaction, now) in states() {
            decisions.push(interaction.decide(command.clone(), &Policy::default(), &now));
        }
    }
    decisions
}

#[test]
fn confirming_question_follows_its_decision_table() {
    // Not even the person's own auto-submit setting confirms.
    let automatic = Policy {
        auto_submit: true,
        ..Policy::default()
    };
    for policy in [Policy::default(), automatic] {
        for (command, cells) in rows() {
            let found = states().map(|(interaction, now)| {
                let decision = interaction.decide(command.clone(), &policy, &now);
                shown(&interaction, &now, decision)
            });
            assert_eq!(found.each_ref().map(String::as_str), cells, "{command:?}");
        }
    }
}

#[test]
fn confirming_question_closes_with_the_chosen_option_once_it_is_confirmed() {
    let [_, (chosen, now), _] = states();
    assert!(chosen.is_pending());
    let kept = chosen.chosen().expect("something is chosen");
    assert_eq!(
        (kept.answer.selected_ids(), kept.answer_id, kept.at),
        (&["a".to_owned()][..], answer_id(CHOSEN), after(1_000).wall)
    );
    let closed = after_command(chosen, confirm(CHOSEN, person(Surface::Cli)), &now);
    assert_eq!(closed.status().as_str(), "submitted");
    assert_eq!(closed.chosen(), None);
    let again = closed.decide(
        confirm(CHOSEN, person(Surface::Cli)),
        &Policy::default(),
        &now,
    );
    assert_eq!(again, Ok(vec![]), "the same act again is nothing new");
}

#[test]
fn confirming_question_keeps_only_the_latest_choice_before_confirmation() {
    let [_, (chosen, now), _] = states();
    let replaced = after_command(chosen, answer("b", 2, Confirm::Later), &now);
    let stale = replaced.decide(
        confirm(CHOSEN, person(Surface::Web)),
        &Policy::default(),
        &now,
    );
    assert_eq!(stale, Err(Refusal::OtherChosen));
    let closed = after_command(replaced, confirm(2, person(Surface::Web)), &now);
    let outcome = &closed.closed().expect("it is closed").outcome;
    let domain::interaction::Outcome::Answered(answer) = outcome else {
        panic!("it was answered: {outcome:?}");
    };
    assert_eq!(answer.selected_ids(), ["b"]);
}
