//! Starts what waits: in order, not more at a time than allowed, one attempt per directory.

use std::collections::BTreeSet;

use domain::task::Command;
use domain::{TaskId, Thread};
use runner::tree::Cgroup;
use store::{Lease, NewAttempt, StoreError, StoredTask, TaskStep};

use super::lease::LEASE_MS;
use super::live::LiveAttempt;
use super::{Marks, TaskError, Tasks};
use crate::ask::random_bytes;
use crate::deadlines::store_retry;

/// Tasks looked at per round. Those behind them wait for a slot in any case.
const QUEUE_LOOK_MAX: u32 = 1_000;

/// Prepares what takes a moment, while what is about to start is being written.
pub(super) fn expect_start() {
    tokio::task::spawn_blocking(Cgroup::expect_move);
}

impl Tasks {
    pub(super) async fn dispatch(self) {
        let mut retry = store_retry();
        loop {
            let changed = self.inner.queue_changed.notified();
            match self.start_what_can().await {
                Ok(()) => retry.succeeded(),
                Err(error) => {
                    tracing::error!(%error, "cannot look at the queue of tasks; trying again");
                    let pause = self.inner.engine.pause(retry.failed());
                    tokio::select! {
                        () = self.inner.stop.cancelled() => return,
                        () = pause => continue,
                    }
                }
            }
            tokio::select! {
                () = self.inner.stop.cancelled() => return,
                () = changed => {}
            }
        }
    }

    async fn start_what_can(&self) -> Result<(), StoreError> {
        let mut passed_over = BTreeSet::new();
        for stored in self.store().queued_tasks(QUEUE_LOOK_MAX).await? {
            if self.inner.stop.is_cancelled() || self.inner.live.count() >= self.rules().running_max
            {
                return Ok(());
            }
            let Some(thread) = self.store().thread(stored.task.thread).await? else {
                continue;
            };
            let directory = &thread.thread.directory;
            // Nobody overtakes an older task of the same directory.
            if passed_over.contains(directory) || self.inner.live.in_directory(directory).is_some()
            {
                passed_over.insert(directory.clone());
                continue;
            }
            match self.begin(&stored, thread.thread).await {
                Ok(()) => {}
                Err(TaskError::Store(error)) => return Err(error),
                Err(error) => {
                    tracing::debug!(task = %stored.task.id, %error, "a task does not start");
                }
            }
        }
        Ok(())
    }

    /// Begins the next attempt, and only then is it started: a hub that dies in between finds it.
    async fn begin(&self, stored: &StoredTask, thread: Thread) -> Result<(), TaskError> {
        expect_start();
        let (id, number) = (stored.task.id, stored.task.attempt + 1);
        let marks = marks(id, number);
        let lease = self.lease();
        let (live, instructions) = LiveAttempt::new(
            number,
            thread.id,
            thread.directory.clone(),
            marks.secret.clone(),
        );
        self.inner.live.insert(id, live);
        self.inner.output.open(id, number);
        let begun = self
            .step(id, |task| {
                let events = task.decide(Command::Start)?;
                let begins = Some(NewAttempt {
                    number: task.attempt + 1,
                    lease: lease.clone(),
                });
                Ok(TaskStep {
                    events,
                    begins,
                    ..TaskStep::default()
                })
            })
            .await;
        match begun {
            Ok(stored) if stored.task.attempt == number => {
                let tasks = self.clone();
                let driven = async move { tasks.drive(stored, thread, marks, instructions).await };
                self.inner.attempts.spawn(driven);
                Ok(())
            }
            Ok(_) => {
                self.not_begun(id, number);
                Err(TaskError::Contended)
            }
            Err(error) => {
                self.not_begun(id, number);
                Err(error)
            }
        }
    }

    fn not_begun(&self, id: TaskId, number: u32) {
        self.inner.live.remove(id);
        self.inner.output.end(id, number);
    }

    fn lease(&self) -> Lease {
        let now = self.now();
        Lease {
            holder: self.inner.holder.clone(),
            until_ms: now.uptime_ms.saturating_add(LEASE_MS),
            boot: now.boot,
        }
    }
}

/// The mark follows from the attempt, so that its processes are found even if nothing else is known.
pub(super) fn mark(task: TaskId, attempt: u32) -> String {
    format!("sayso-{task}-{attempt}")
}

fn marks(task: TaskId, attempt: u32) -> Marks {
    let secret: [u8; 16] = random_bytes();
    Marks {
        name: mark(task, attempt),
        secret: secret.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
