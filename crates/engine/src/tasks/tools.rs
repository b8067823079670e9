//! What a running agent does with the hub's own tools: it asks the person, or says how its turn ends.

use domain::interaction::Ask;
use domain::task::{Command, WaitReason};
use domain::{Asker, TaskId, ThreadId};
use store::TaskStep;

use super::asking::SHOWN_ON;
use super::live::{Instruction, Report};
use super::{TaskError, Tasks, asker_of};
use crate::{AskError, Asked};

/// The agent of a running attempt.
#[derive(Debug, Clone)]
pub struct RunningAgent {
    pub task: TaskId,
    pub attempt: u32,
    pub asker: Asker,
}

#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Task(#[from] TaskError),
}

impl Tasks {
    /// Returns whose agent a caller is, by what proves it.
    pub async fn agent_with(&self, secret: &str) -> Option<RunningAgent> {
        let (task, live) = self.inner.live.by_secret(secret)?;
        let thread = self.store().thread(live.thread).await.ok()??;
        Some(RunningAgent {
            task,
            attempt: live.number,
            asker: asker_of(&thread.thread),
        })
    }

    /// Returns the running agent of a thread.
    pub async fn agent_in(&self, thread: ThreadId) -> Option<RunningAgent> {
        let secret = self.inner.live.secret_in(thread)?;
        self.agent_with(&secret).await
    }

    /// Puts a question of a running agent: the one open question of its task. A repeated call finds
    /// the question it asked before.
    pub async fn ask_as(&self, agent: &RunningAgent, ask: Ask) -> Result<Asked, ToolError> {
        let engine = &self.inner.engine;
        if let Some(known) = engine.known(&agent.asker, &ask).await? {
            return Ok(known);
        }
        let timeout = engine.rules().policy.grant_timeout(ask.timeout);
        let new = engine.new_interaction(agent.asker.clone(), ask, SHOWN_ON);
        let (attempt, interaction) = (agent.attempt, new.interaction.id);
        engine.expect_first_wait(interaction);
        // Before it can be answered: the clocks must stop first and go on afterwards.
        let live = &self.inner.live;
        live.tell(agent.task, attempt, Instruction::Asks);
        let asked = self
            .step(agent.task, |task| {
                Ok(TaskStep {
                    events: task.decide(Command::Ask {
                        attempt,
                        reason: WaitReason::Question,
                        interaction,
                    })?,
                    asks: Some(new.clone()),
                    ..TaskStep::default()
                })
            })
            .await;
        if let Err(error) = asked {
            live.tell(agent.task, attempt, Instruction::Decided(interaction));
            return Err(error.into());
        }
        let stored = engine.interaction(interaction).await;
        let stored = stored.map_err(AskError::from)?;
        let stored = stored.ok_or(TaskError::UnknownTask(agent.task))?;
        Ok(Asked {
            stored,
            attached: false,
            timeout,
        })
    }

    /// Keeps what an agent says of the end of its turn.
    pub fn report(&self, agent: &RunningAgent, needs_reply: bool) {
        let report = match needs_reply {
            true => Report::NeedsReply,
            false => Report::Done,
        };
        let reported = Instruction::Reported(report);
        self.inner.live.tell(agent.task, agent.attempt, reported);
    }
}
