//! Runs agents for a person: who may start when, what an attempt says and asks, and how it ends.
//!
//! `domain::task` decides, the store is the truth, `runner` owns the processes; here is the order of
//! things between them. A task that waits for the person has exactly one open interaction, so this
//! module never shows anything: it asks, and learns what was decided.

mod asking;
mod conversation;
mod dispatch;
mod drive;
mod ending;
mod error;
mod follow;
mod lease;
mod live;
mod outline;
mod output;
mod port;
mod recover;
mod settle;
mod step;
mod threads;
mod tools;
mod untold;
mod use_cases;

use std::sync::{Arc, Weak};

use domain::{Asker, Principal, Thread};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::ask::random_bytes;
use crate::{Asking, Engine, EngineError};
use live::LiveAttempts;
use output::OutputWriter;

pub use error::{GiveError, TaskError};
pub use follow::{BEHIND_RECORDS_MAX, CAUGHT_UP_RECORDS, Followed, Follower, OutputPart};
pub use live::Report;
pub use outline::TaskOutline;
pub use port::{Halt, Marks, TaskWords, WaysOn, Workshop, WorkshopError};
pub use threads::{NewThread, ThreadChange};
pub use tools::{RunningAgent, ToolError};
pub use use_cases::{Place, QueuedFor, Replied, decided_by};

/// What the person allows tasks; part of [`Rules`](crate::Rules).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskRules {
    /// How many attempts run at the same time.
    pub running_max: u32,
    /// What is kept of the output of one task.
    pub output_bytes_max: u64,
    /// How long finished threads are kept.
    pub retention_days: u32,
}

impl Default for TaskRules {
    fn default() -> Self {
        Self {
            running_max: 4,
            output_bytes_max: 64 * 1024 * 1024,
            retention_days: 90,
        }
    }
}

/// The use cases of threads and tasks. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Tasks {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    engine: Engine,
    asking: Asking,
    workshop: Arc<dyn Workshop>,
    words: Arc<dyn TaskWords>,
    live: LiveAttempts,
    output: OutputWriter,
    queue_changed: Notify,
    /// Names this run of the hub.
    holder: String,
    background: TaskTracker,
    attempts: TaskTracker,
    stop: CancellationToken,
}

impl Tasks {
    /// Ends what an earlier hub left behind, then starts what waits.
    pub async fn start(
        asking: Asking,
        workshop: Arc<dyn Workshop>,
        words: Arc<dyn TaskWords>,
    ) -> Result<Self, EngineError> {
        let engine = asking.engine().clone();
        let stop = CancellationToken::new();
        let tasks = Self {
            inner: Arc::new(Inner {
                output: OutputWriter::start(&engine, stop.clone()),
                engine,
                asking,
                workshop,
                words,
                live: LiveAttempts::default(),
                queue_changed: Notify::new(),
                holder: holder(),
                background: TaskTracker::new(),
                attempts: TaskTracker::new(),
                stop,
            }),
        };
        tasks.inner.engine.settle_with(Arc::downgrade(&tasks.inner));
        tasks.recover().await?;
        tasks.settle_decided().await?;
        tasks.inner.background.spawn(tasks.clone().dispatch());
        tasks.inner.background.spawn(tasks.clone().renew_leases());
        Ok(tasks)
    }

    /// Ends every attempt and waits until nothing of them lives. What was running waits for the
    /// person after the next start.
    pub async fn stop(&self) {
        self.inner.stop.cancel();
        self.inner.background.close();
        self.inner.background.wait().await;
        self.drain().await;
        self.inner.attempts.close();
        self.inner.attempts.wait().await;
        self.inner.output.close().await;
    }

    pub(crate) fn upgrade(weak: &Weak<Inner>) -> Option<Self> {
        weak.upgrade().map(|inner| Self { inner })
    }

    fn store(&self) -> &dyn store::Store {
        &*self.inner.engine.inner.store
    }

    fn now(&self) -> domain::Moment {
        self.inner.engine.clock().now()
    }

    fn rules(&self) -> TaskRules {
        self.inner.engine.rules().tasks
    }
}

/// Returns who asks when the agent of a thread does.
pub(crate) fn asker_of(thread: &Thread) -> Asker {
    Asker {
        principal: Principal::Thread { id: thread.id },
        client: thread.agent.clone(),
        version: None,
        directory: thread.directory.clone(),
    }
}

fn holder() -> String {
    let bytes: [u8; 16] = random_bytes();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
