//! What a running agent does with the hub's own tools: it asks the person, or says how its turn ends.

use domain::interaction::{Ask, Interaction};
use domain::limits::QUESTION_TURN_SECONDS;
use domain::task::{Command, Refusal, WaitReason};
use domain::{Asker, InteractionId, TaskId, ThreadId, TimeoutWish};
use store::{NewInteraction, TaskStep};
use tokio::sync::broadcast::error::RecvError;

use super::asking::SHOWN_ON;
use super::live::{Instruction, Report};
use super::use_cases::check_message;
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
    /// the question it asked before. While another one is open, it waits for its turn, for a while.
    pub async fn ask_as(&self, agent: &RunningAgent, ask: Ask) -> Result<Asked, ToolError> {
        let engine = &self.inner.engine;
        let ask = Ask {
            timeout: patient(ask.timeout),
            ..ask
        };
        if let Some(known) = engine.known(&agent.asker, &ask).await? {
            return Ok(known);
        }
        let timeout = engine.rules().policy.grant_timeout(ask.timeout);
        let new = engine.new_interaction(agent.asker.clone(), ask, SHOWN_ON);
        let interaction = new.interaction.id;
        engine.expect_first_wait(interaction);
        let until_ms = self
            .now()
            .uptime_ms
            .saturating_add(QUESTION_TURN_SECONDS * 1000);
        loop {
            match self.try_ask(agent, &new).await {
                Ok(()) => break,
                Err(TaskError::Refused(Refusal::AlreadyAsking { open })) => {
                    self.until_decided(agent.task, open, until_ms).await?;
                }
                Err(error) => return Err(error.into()),
            }
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

    async fn try_ask(&self, agent: &RunningAgent, new: &NewInteraction) -> Result<(), TaskError> {
        let (attempt, interaction) = (agent.attempt, new.interaction.id);
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
        let is_asking = matches!(
            asked,
            Err(TaskError::Refused(Refusal::AlreadyAsking { .. }))
        );
        if asked.is_err() && !is_asking {
            live.tell(agent.task, attempt, Instruction::Decided(interaction));
        }
        asked.map(|_| ())
    }

    /// Waits until the task does not wait for this question any more.
    async fn until_decided(
        &self,
        id: TaskId,
        open: InteractionId,
        until_ms: u64,
    ) -> Result<(), TaskError> {
        let engine = &self.inner.engine;
        let mut feed = engine.watch();
        loop {
            let stored = self.stored(id).await?;
            let still = stored.task.awaiting().map(|awaiting| awaiting.interaction);
            if still != Some(open) {
                return Ok(());
            }
            tokio::select! {
                // Whatever has changed, or was missed: the next look tells.
                changed = feed.recv() => if matches!(changed, Err(RecvError::Closed)) {
                    return Err(TaskError::Contended);
                },
                () = engine.clock().sleep_until(until_ms) => {
                    return Err(Refusal::AlreadyAsking { open }.into());
                }
            }
        }
    }

    /// Keeps what an agent says of the end of its turn. The newest word counts.
    pub fn report(&self, agent: &RunningAgent, report: Report) -> Result<(), TaskError> {
        if !report.message.is_empty() {
            check_message(&report.message)?;
        }
        let reported = Instruction::Reported(report);
        self.inner.live.tell(agent.task, agent.attempt, reported);
        Ok(())
    }

    /// Notes that a call of a running agent takes the outcome of its question.
    pub fn takes_outcome(&self, asker: &Asker, question: &Interaction) {
        if let Some(thread) = asker.principal.thread()
            && !question.is_pending()
        {
            self.inner.live.take(thread, question.id);
        }
    }

    /// Notes that a call of a running agent was given up: what it was about to take is not taken.
    pub fn leaves_outcome(&self, asker: &Asker, question: InteractionId) {
        if let Some(thread) = asker.principal.thread() {
            self.inner.live.give_back(thread, question);
        }
    }
}

/// A task waits for its person as long as it takes, unless the agent wants an end.
fn patient(wish: TimeoutWish) -> TimeoutWish {
    match wish {
        TimeoutWish::WithinPolicy(None) | TimeoutWish::Milliseconds(None) => TimeoutWish::Forever,
        TimeoutWish::WithinPolicy(Some(_))
        | TimeoutWish::Milliseconds(Some(_))
        | TimeoutWish::Forever => wish,
    }
}
