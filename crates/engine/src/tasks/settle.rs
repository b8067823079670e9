//! A decided question moves the task that waits for it.

use domain::interaction::{Answer, ChoiceSpec, Interaction, OptionSpec, Outcome, Question};
use domain::limits::{PROMPT_BYTES_MAX, TITLE_CHARS_MAX};
use domain::task::{Awaiting, AwaitingAttempt, Command, GoOn, WaitReason};
use domain::{InteractionId, MessageId, TaskId};
use store::{NewMessage, StoreError, TaskStep};

use super::untold::told;
use super::{TaskError, Tasks, WaysOn};
use crate::ask::random_bytes;

/// The options of a choice between the ways to go on.
const CONTINUE: &str = "continue";
const COMPLETE: &str = "complete";
const GIVE_UP: &str = "give-up";

/// What the agent is told when the person only said that it should go on.
pub(super) const GO_ON: &str = "Please continue where you left off.";

/// How much of a prompt is shown; a character has up to four bytes.
const PROMPT_CHARS_MAX: usize = PROMPT_BYTES_MAX / 4;

/// What a decision means for a task.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decision {
    go_on: GoOn,
    /// What the person wrote to the agent.
    text: Option<String>,
}

impl Tasks {
    /// Moves the task that waits for this interaction, if it is decided. Asked after every decision
    /// and at every start, so a hub that died in between loses nothing.
    pub(crate) async fn settle(&self, interaction: InteractionId) {
        let settled = match self.store().task_waiting_for(interaction).await {
            Ok(Some(task)) => self.settle_task(task, interaction).await,
            Ok(None) => Ok(()),
            Err(error) => Err(error.into()),
        };
        if let Err(error) = settled {
            tracing::error!(%interaction, %error, "a task did not take its answer");
        }
    }

    /// Moves every task whose question was decided while no hub ran.
    pub(super) async fn settle_decided(&self) -> Result<(), StoreError> {
        for id in self.store().decided_tasks().await? {
            let stored = self.store().task(id).await?;
            let awaiting = stored.and_then(|stored| stored.task.awaiting().cloned());
            if let Some(awaiting) = awaiting {
                self.settle(awaiting.interaction).await;
            }
        }
        Ok(())
    }

    async fn settle_task(&self, id: TaskId, interaction: InteractionId) -> Result<(), TaskError> {
        let Some(decided) = self.store().interaction(interaction).await? else {
            return Ok(());
        };
        let at = self.now().wall;
        let message = MessageId::from_random(random_bytes());
        self.step(id, |task| {
            let decision = task
                .awaiting()
                .and_then(|awaiting| decision(&decided.interaction, awaiting));
            let Some(decision) = decision else {
                return Ok(TaskStep::default());
            };
            let message = decision.text.map(|text| NewMessage {
                id: message,
                text,
                at,
                interaction: Some(interaction),
            });
            Ok(TaskStep {
                events: task.decide(Command::Answer {
                    interaction,
                    go_on: decision.go_on,
                })?,
                messages: message.into_iter().collect(),
                ..TaskStep::default()
            })
        })
        .await?;
        // A living attempt confirms for itself that it has the answer.
        let task = self.stored(id).await?;
        if !task.task.has_live_attempt() {
            self.delivered(interaction).await;
        }
        Ok(())
    }
}

/// Returns what a question's outcome means for the task that waits for it; `None` while it is open.
fn decision(interaction: &Interaction, awaiting: &Awaiting) -> Option<Decision> {
    let closed = interaction.closed()?;
    let answer = match &closed.outcome {
        Outcome::Answered(answer) => Some(answer),
        Outcome::Cancelled { .. } | Outcome::TimedOut => None,
    };
    Some(match (awaiting.attempt, awaiting.reason) {
        // The attempt takes the outcome itself, whatever it is.
        (AwaitingAttempt::Lives, _) => Decision {
            go_on: GoOn::Continue,
            text: None,
        },
        (AwaitingAttempt::Ended, WaitReason::Question) => replied(interaction, answer),
        (
            AwaitingAttempt::Ended,
            WaitReason::Permission
            | WaitReason::Elicitation
            | WaitReason::TimeoutIdle
            | WaitReason::TimeoutHard
            | WaitReason::Interrupted
            | WaitReason::AuthRequired
            | WaitReason::RollbackConflict
            | WaitReason::LoopExhausted,
        ) => way_taken(answer),
    })
}

fn replied(interaction: &Interaction, answer: Option<&Answer>) -> Decision {
    match (&interaction.question, answer) {
        (Question::Reply(reply), Some(answer)) => Decision {
            go_on: GoOn::Continue,
            text: Some(reply.message(answer)),
        },
        (Question::Reply(_), None) => Decision {
            go_on: GoOn::GiveUp,
            text: None,
        },
        // The agent left its question behind: the next attempt begins with the answer.
        (_, _) => Decision {
            go_on: GoOn::Continue,
            text: Some(told(interaction)),
        },
    }
}

fn way_taken(answer: Option<&Answer>) -> Decision {
    let Some(answer) = answer else {
        return Decision {
            go_on: GoOn::GiveUp,
            text: None,
        };
    };
    let text = answer.text().map(str::to_owned);
    let go_on = match answer.selected_ids().first().map(String::as_str) {
        Some(COMPLETE) => GoOn::Complete,
        Some(GIVE_UP) => GoOn::GiveUp,
        // Text alone means that it should go on with that.
        Some(_) | None => GoOn::Continue,
    };
    Decision { go_on, text }
}

/// Makes the question between the ways to go on.
pub(super) fn ways_on(words: WaysOn) -> Question {
    let option = |id: &str, label: String| OptionSpec {
        id: Some(id.into()),
        label: Some(label),
        ..OptionSpec::default()
    };
    let mut options = vec![option(CONTINUE, words.go_on)];
    options.extend(words.complete.map(|label| option(COMPLETE, label)));
    options.push(option(GIVE_UP, words.give_up));
    let spec = ChoiceSpec {
        // An agent's own words are among them, and may be of any length.
        title: Some(words.title.chars().take(TITLE_CHARS_MAX).collect()),
        prompt: Some(words.prompt.chars().take(PROMPT_CHARS_MAX).collect()),
        selection_mode: Some("hybrid".into()),
        options: Some(options),
        max_selections: Some(1),
        ..ChoiceSpec::default()
    };
    let valid = spec
        .validate()
        .expect("the hub's own words make a question");
    Question::Choice(valid.choice)
}
