//! Any order of commands keeps the promises that everything else relies on.

use domain::Timestamp;
use domain::task::{Command, Effect, Event, State, Status, StopReason, Task};
use proptest::prelude::*;

use super::{commands, queued};

/// What an observer of only events and effects knows.
#[derive(Default)]
struct Outside {
    alive: Option<u32>,
    started: u32,
    open: Option<domain::InteractionId>,
}

impl Outside {
    fn see(&mut self, task: &Task, event: &Event) -> Result<(), TestCaseError> {
        match event {
            Event::Started { attempt } => {
                prop_assert_eq!(self.alive, None, "two attempts at once");
                prop_assert_eq!(*attempt, self.started + 1);
                (self.alive, self.started) = (Some(*attempt), *attempt);
            }
            Event::Asked(awaiting) => {
                let same = self.open.is_none_or(|open| open == awaiting.interaction);
                prop_assert!(same, "two questions at once");
                self.open = Some(awaiting.interaction);
            }
            Event::Answered { interaction } => {
                prop_assert_eq!(self.open.take(), Some(*interaction));
            }
            Event::Withdrawn { interaction } => {
                prop_assert_eq!(self.open.take(), Some(*interaction));
            }
            Event::StopRequested { .. }
            | Event::Queued
            | Event::Completed { .. }
            | Event::Failed { .. }
            | Event::Cancelled => {}
        }
        if let Some(Effect::DeliverAnswer { attempt, .. } | Effect::StopAttempt { attempt }) =
            task.effect(event)
        {
            prop_assert_eq!(self.alive, Some(attempt), "nobody is there to be told");
        }
        Ok(())
    }
}

/// A command as it would come while the newest attempt is `attempt` and `open` is open.
fn now(command: &Command, task: &Task) -> Command {
    let mut command = command.clone();
    match &mut command {
        Command::Ask { attempt, .. }
        | Command::End { attempt, .. }
        | Command::Expire { attempt, .. } => *attempt = task.attempt,
        Command::Answer { interaction, .. } => {
            if let Some(awaiting) = task.awaiting() {
                *interaction = awaiting.interaction;
            }
        }
        Command::Start
        | Command::Drain
        | Command::Lose { .. }
        | Command::Cancel
        | Command::Mark(_) => {}
    }
    command
}

proptest! {
    #[test]
    fn task_has_at_most_one_attempt_and_one_question_under_random_commands(choices in prop::collection::vec((0..22_usize, any::<bool>()), 1..80)) {
        let all = commands();
        let mut task = queued();
        let mut outside = Outside::default();
        for (at, (index, as_it_stands)) in choices.into_iter().enumerate() {
            let given = &all[index % all.len()];
            let command = if as_it_stands { now(given, &task) } else { given.clone() };
            let before = task.clone();
            let ends = matches!(command, Command::End { .. } | Command::Lose { .. });
            let decides = matches!(command, Command::Answer { .. });
            let Ok(events) = task.decide(command) else {
                prop_assert_eq!(&task, &before);
                continue;
            };
            if ends && !events.is_empty() {
                outside.alive = None;
            }
            if decides {
                // The answer has closed the interaction.
                let answered = events.iter().any(|event| matches!(event, Event::Answered { .. }));
                if !answered { outside.open = None; }
            }
            for event in &events {
                task.apply(event, Timestamp(at as i64));
                outside.see(&task, event)?;
            }
            prop_assert_eq!(task.awaiting().map(|awaiting| awaiting.interaction), outside.open);
            prop_assert_eq!(task.has_live_attempt(), outside.alive.is_some());
            prop_assert_eq!(task.status() == Status::AwaitingResponse, task.awaiting().is_some());
            let was_cancelled = before.state == State::Stopping { why: StopReason::Cancelled };
            if was_cancelled {
                let stays = matches!(task.state, State::Stopping { why: StopReason::Cancelled } | State::Cancelled);
                prop_assert!(stays, "{:?}", task.state);
            }
        }
    }
}
