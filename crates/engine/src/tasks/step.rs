//! The one way a task changes: decide, store with everything that belongs to it, publish, act.

use domain::task::{Command, Effect, Refusal, Task};
use domain::{InteractionId, Responder, TaskId};
use store::{StoredTask, TaskRecorded, TaskStep, TaskStepped};

use super::live::Instruction;
use super::{TaskError, Tasks};
use crate::ask::random_bytes;

/// How often a step is decided again because another one was first.
pub(super) const STEP_ATTEMPTS_MAX: usize = 32;

impl Tasks {
    /// Decides `command` on the newest state.
    pub(super) async fn command(
        &self,
        id: TaskId,
        command: Command,
    ) -> Result<StoredTask, TaskError> {
        self.step(id, |task| {
            Ok(TaskStep {
                events: task.decide(command.clone())?,
                ..TaskStep::default()
            })
        })
        .await
    }

    /// Makes a step true, decided anew as often as another one was first. Returns the state that is
    /// true afterwards.
    pub(super) async fn step(
        &self,
        id: TaskId,
        decide: impl Fn(&Task) -> Result<TaskStep, Refusal>,
    ) -> Result<StoredTask, TaskError> {
        for _ in 0..STEP_ATTEMPTS_MAX {
            let current = self.stored(id).await?;
            let mut step = decide(&current.task)?;
            if step.events.is_empty() {
                return Ok(current);
            }
            step.at = self.now().wall;
            match self.store().step_task(&current, step).await? {
                TaskStepped::Done(recorded) => return Ok(self.publish(recorded).await),
                TaskStepped::Conflict => {}
            }
        }
        Err(TaskError::Contended)
    }

    pub(super) async fn stored(&self, id: TaskId) -> Result<StoredTask, TaskError> {
        let found = self.store().task(id).await?;
        found.ok_or(TaskError::UnknownTask(id))
    }

    /// Tells everyone who watches what has been committed, and does what follows from it.
    pub(super) async fn publish(&self, recorded: TaskRecorded) -> StoredTask {
        let TaskRecorded {
            stored,
            events,
            asked,
        } = recorded;
        if let Some(asked) = asked {
            let asked = self.inner.engine.publish(asked);
            self.inner.asking.show(asked.interaction.interface);
        }
        if let Some(last) = events.last() {
            self.inner.engine.advance(last.seq);
        }
        for event in &events {
            if let Some(effect) = stored.task.effect(&event.event) {
                self.act(&stored, effect).await;
            }
        }
        stored
    }

    async fn act(&self, stored: &StoredTask, effect: Effect) {
        let id = stored.task.id;
        match effect {
            // The dispatcher starts what it has put on its way.
            Effect::StartAttempt { .. } => {}
            Effect::StopAttempt { attempt } => {
                self.inner.live.tell(id, attempt, Instruction::Stop);
            }
            Effect::DeliverAnswer {
                attempt,
                interaction,
            } => {
                let decided = Instruction::Decided(interaction);
                self.inner.live.tell(id, attempt, decided);
            }
            Effect::WithdrawQuestion { interaction } => self.withdraw(interaction).await,
            Effect::LookAtQueue => self.inner.queue_changed.notify_one(),
        }
    }

    /// Takes back a question that has lost its point. One that was decided stays decided.
    pub(super) async fn withdraw(&self, interaction: InteractionId) {
        let command = domain::interaction::Command::Cancel {
            note: None,
            by: Responder::Asker,
            answer_id: domain::AnswerId::from_random(random_bytes()),
        };
        let engine = &self.inner.engine;
        if let Err(error) = engine.command_alone(interaction, command).await {
            tracing::debug!(%interaction, %error, "the question of a task was not withdrawn");
        }
    }
}
