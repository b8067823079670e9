//! State × command, exhaustively: what each command causes in each state, or why it is refused.

use domain::Timestamp;
use domain::task::{Awaiting, AwaitingAttempt, Command, Event, Refusal, Task};

use super::{commands, in_state, open, states};

/// In short words: `-` means that nothing changes, `!` that it is refused.
fn shown(decided: Result<Vec<Event>, Refusal>) -> String {
    match decided {
        Ok(events) if events.is_empty() => "-".into(),
        Ok(events) => events.iter().map(event).collect::<Vec<_>>().join(", "),
        Err(Refusal::NotNow { .. }) => "!".into(),
        Err(Refusal::StaleAttempt { .. }) => "! stale".into(),
        Err(Refusal::OtherInteraction { .. }) => "! other".into(),
        Err(Refusal::AlreadyAsking { .. }) => "! asking".into(),
        Err(Refusal::NoReasonToAsk) => "! reason".into(),
    }
}

fn event(event: &Event) -> String {
    match event {
        Event::Started { attempt } => format!("started {attempt}"),
        Event::Asked(Awaiting {
            reason, attempt, ..
        }) => match attempt {
            AwaitingAttempt::Lives => format!("asks {reason}"),
            AwaitingAttempt::Ended => format!("waits {reason}"),
        },
        Event::Answered { .. } => "answered".into(),
        Event::Withdrawn { interaction } => {
            assert_eq!(*interaction, open());
            "withdrawn".into()
        }
        Event::StopRequested { why } => {
            let why = format!("{why:?}");
            let word = why.split_whitespace().next().unwrap_or_default();
            format!("stop {}", word.to_lowercase())
        }
        Event::Queued => "queued".into(),
        Event::Completed { by } => format!("completed {by}"),
        Event::Failed { .. } => "failed".into(),
        Event::Cancelled => "cancelled".into(),
    }
}

#[test]
fn task_follows_its_decision_table() {
    let table: Vec<String> = commands().iter().map(row).collect();
    assert_eq!(table.join("\n"), include_str!("table.txt"));
}

/// A command, and per thing that it causes the states in which it does.
fn row(command: &Command) -> String {
    let mut cells: Vec<(String, Vec<&str>)> = Vec::new();
    for (name, state) in states() {
        let cell = shown(in_state(state).decide(command.clone()));
        match cells.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, names)) => names.push(name),
            None => cells.push((cell, vec![name])),
        }
    }
    let mut text = format!("{}\n", title(command));
    for (cell, names) in cells {
        let names = match names.len() == states().len() {
            true => "always".to_owned(),
            false => names.join(" | "),
        };
        text.push_str(&format!("    {cell:<32} {names}\n"));
    }
    text
}

fn title(command: &Command) -> String {
    let text = format!("{command:?}");
    let text = text
        .replace(&format!("{:?}", open()), "open")
        .replace(&format!("{:?}", super::other()), "other");
    text.replace("attempt: 2, ", "")
}

#[test]
fn task_refuses_reports_of_another_attempt_in_every_state() {
    for (name, state) in states() {
        let task = in_state(state);
        for command in commands() {
            for stale in [1, 3] {
                let Some(command) = said_by(&command, stale) else {
                    continue;
                };
                let expected = Err(Refusal::StaleAttempt {
                    given: stale,
                    newest: 2,
                });
                assert_eq!(
                    task.decide(command.clone()),
                    expected,
                    "{name}: {command:?}"
                );
            }
        }
    }
}

/// The same, of another attempt; `None` for what no attempt says.
fn said_by(command: &Command, attempt: u32) -> Option<Command> {
    match command.clone() {
        Command::Ask {
            reason,
            interaction,
            ..
        } => Some(Command::Ask {
            attempt,
            reason,
            interaction,
        }),
        Command::End { ending, .. } => Some(Command::End { attempt, ending }),
        Command::Expire { expiry, .. } => Some(Command::Expire { attempt, expiry }),
        Command::Start
        | Command::Drain
        | Command::Lose { .. }
        | Command::Answer { .. }
        | Command::Cancel
        | Command::Mark(_) => None,
    }
}

#[test]
fn task_starts_no_second_attempt_when_a_command_is_repeated() {
    for (name, state) in states() {
        for command in commands() {
            let mut task: Task = in_state(state.clone());
            let Ok(events) = task.decide(command.clone()) else {
                continue;
            };
            for event in &events {
                task.apply(event, Timestamp(1));
            }
            let before = task.attempt;
            for event in task.decide(command.clone()).unwrap_or_default() {
                task.apply(&event, Timestamp(2));
            }
            assert_eq!(task.attempt, before, "{name}: {command:?}");
        }
    }
}
