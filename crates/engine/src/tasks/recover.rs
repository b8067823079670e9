//! Ends what an earlier hub left behind, and says so.
//!
//! A hub that was killed leaves attempts in the store and, perhaps, processes. Both are dealt with
//! before anything new starts: the processes are found again and proven dead, then the tasks wait for
//! the person.

use std::time::Duration;

use domain::task::Command;
use domain::{TaskId, Thread};
use futures_util::future::join_all;
use runner::Trace;
use runner::tree::{Patience, Stopped, Tree};
use store::{AttemptEnd, StoreError, StoredAttempt, StoredTask, TaskStep};

use super::dispatch::mark;
use super::live::Instruction;
use super::{Halt, TaskError, Tasks};
use crate::EngineError;

/// How an attempt ended whose hub died.
pub(super) const INTERRUPTED: &str = "interrupted";

/// The hub that the agent worked for is gone, so there is little for it to tidy up.
const LOST: Patience = Patience {
    cancel: Duration::ZERO,
    terminate: Duration::from_secs(1),
    kill: Duration::from_secs(10),
};

impl Tasks {
    pub(super) async fn recover(&self) -> Result<(), EngineError> {
        let lost = self.store().live_tasks().await?;
        let ends = lost.iter().map(|stored| self.end_processes(stored));
        for ended in join_all(ends).await {
            ended?;
        }
        for stored in lost {
            let Some(thread) = self.store().thread(stored.task.thread).await? else {
                continue;
            };
            match self.lose(stored.task.id, &thread.thread).await {
                Ok(()) => {}
                Err(TaskError::Store(error)) => return Err(error.into()),
                Err(error) => {
                    tracing::error!(task = %stored.task.id, %error, "a lost attempt stays as it is");
                }
            }
        }
        self.withdraw_orphans().await?;
        Ok(())
    }

    /// Ends every process of the newest attempt of a task, and waits until none is left.
    async fn end_processes(&self, stored: &StoredTask) -> Result<(), StoreError> {
        let id = stored.task.id;
        let attempts = self.store().attempts(id).await?;
        let Some(newest) = attempts.last() else {
            return Ok(());
        };
        let mut tree = self.tree_of(id, newest);
        let left = tree.living().len();
        match tree.stop(LOST).await {
            Stopped::Asked | Stopped::Killed => {
                tracing::info!(task = %id, attempt = newest.number, left, "ended a lost attempt");
            }
            Stopped::Remains(left) => {
                tracing::error!(task = %id, ?left, "processes of a lost attempt cannot be ended");
            }
        }
        Ok(())
    }

    fn tree_of(&self, task: TaskId, attempt: &StoredAttempt) -> Tree {
        let same_boot = attempt.lease.boot == self.now().boot;
        let trace = attempt.trace.as_deref().filter(|_| same_boot);
        let trace = trace.and_then(|trace| serde_json::from_str::<Trace>(trace).ok());
        match trace {
            Some(trace) => trace.find(),
            None => Tree::found_again(mark(task, attempt.number), None, None),
        }
    }

    async fn lose(&self, id: TaskId, thread: &Thread) -> Result<(), TaskError> {
        let asks = self.halted(thread, &Halt::Interrupted);
        let attempt = self.stored(id).await?.task.attempt;
        let untold = self.untold(id, attempt).await?;
        let interaction = asks.interaction.id;
        self.step(id, |task| {
            let events = task.decide(Command::Lose { interaction })?;
            let asks = super::ending::waits_for(&events, interaction).then(|| asks.clone());
            let messages = asks.iter().flat_map(|_| untold.clone()).collect();
            Ok(TaskStep {
                events,
                asks,
                ends: Some(AttemptEnd {
                    number: task.attempt,
                    ending: INTERRUPTED.into(),
                    output: None,
                }),
                messages,
                ..TaskStep::default()
            })
        })
        .await?;
        self.told(&untold).await;
        Ok(())
    }

    /// Takes back questions of threads that no task waits for: their hub died before it could.
    async fn withdraw_orphans(&self) -> Result<(), StoreError> {
        for id in self.store().pending_ids().await? {
            let outline = self.store().outline(id).await?;
            let of_thread = outline
                .is_some_and(|stored| stored.outline.gist.asker.principal.thread().is_some());
            if of_thread && self.store().task_waiting_for(id).await?.is_none() {
                self.withdraw(id).await;
            }
        }
        Ok(())
    }

    /// Asks every attempt to end, because the hub does.
    pub(super) async fn drain(&self) {
        for (task, attempt) in self.inner.live.all() {
            if let Err(error) = self.command(task, Command::Drain).await {
                tracing::error!(%task, %error, "cannot write down that an attempt is to end");
                self.inner.live.tell(task, attempt, Instruction::Stop);
            }
        }
    }
}
