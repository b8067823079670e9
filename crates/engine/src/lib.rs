//! Knows the order of things: load, decide, append, publish.
//!
//! Every use case is written once, here; HTTP, MCP, terminal and command line translate to these
//! calls. The domain decides, the store holds the state, and memory holds only which calls are
//! waiting.

mod answer;
mod ask;
mod asking;
mod clock;
mod command;
mod deadlines;
mod draft;
mod error;
mod feed;
mod housekeeping;
mod hub_events;
mod import;
mod in_front;
mod known;
mod presence;
mod query;
mod rate;
mod tasks;
mod wait;

use std::sync::{Arc, OnceLock, RwLock, Weak};

use domain::Policy;
use domain::retention::Retention;
use store::SharedStore;
use tokio::sync::{Notify, broadcast, watch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use answer::{Actor, Relayed};
pub use ask::{Asked, random_bytes};
pub use asking::{Asking, NoRoom, Put, Surroundings};
pub use clock::{Clock, SystemClock};
pub use error::{AskError, CommandError, EngineError};
pub use feed::{Change, ChangedSubject, FEED_ITEMS_MAX, FeedItem};
pub use import::Imported;
pub use in_front::SettledSettings;
pub use presence::Presence;
pub use query::Located;
pub use rate::{Rate, Rates};
pub use tasks::{
    BEHIND_RECORDS_MAX, CAUGHT_UP_RECORDS, Followed, Follower, GiveError, Halt, Marks, NewThread,
    OutputPart, Place, QueuedFor, Replied, Report, RunningAgent, TaskError, TaskOutline, TaskRules,
    TaskWords, Tasks, ThreadChange, ToolError, WaysOn, Workshop, WorkshopError, decided_by,
};

use presence::Waits;

/// What the person allows and keeps; replaced as a whole when settings change.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    pub policy: Policy,
    pub retention: Retention,
    pub tasks: TaskRules,
}

/// The use cases. Cheap to clone; all clones are the same engine.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    store: SharedStore,
    clock: Arc<dyn Clock>,
    rules: RwLock<Rules>,
    waits: Waits,
    feed: broadcast::Sender<Arc<FeedItem>>,
    /// The newest number known to be committed; wakes the feed.
    newest_seq: watch::Sender<u64>,
    deadlines_changed: Notify,
    finished_one: Notify,
    /// Held while a draft is merged.
    drafting: tokio::sync::Mutex<()>,
    tasks: TaskTracker,
    /// What decided questions move, once tasks run.
    tasks_waiting: OnceLock<Weak<tasks::Inner>>,
    stop: CancellationToken,
}

impl Engine {
    /// Recovers what an earlier hub left and starts the background tasks.
    pub async fn start(
        store: SharedStore,
        clock: Arc<dyn Clock>,
        rules: Rules,
    ) -> Result<Self, EngineError> {
        let last_seq = store.last_seq().await?;
        let engine = Self {
            inner: Arc::new(Inner {
                store,
                clock,
                rules: RwLock::new(rules),
                waits: Waits::default(),
                feed: broadcast::Sender::new(FEED_ITEMS_MAX),
                newest_seq: watch::Sender::new(last_seq),
                deadlines_changed: Notify::new(),
                finished_one: Notify::new(),
                drafting: tokio::sync::Mutex::default(),
                tasks: TaskTracker::new(),
                tasks_waiting: OnceLock::new(),
                stop: CancellationToken::new(),
            }),
        };
        engine.rearm_deadlines_of_earlier_boots().await?;
        engine.end_waits_of_earlier_hub().await?;
        engine.spawn(engine.clone().run_feed(last_seq));
        engine.spawn(engine.clone().watch_deadlines());
        engine.spawn(engine.clone().keep_house());
        Ok(engine)
    }

    /// Stops the background tasks and closes the store. Pending questions stay pending.
    pub async fn stop(&self) {
        self.inner.stop.cancel();
        self.inner.tasks.close();
        self.inner.tasks.wait().await;
        self.inner.store.close().await;
    }

    /// Applies changed settings to everything decided from now on.
    pub fn set_rules(&self, rules: Rules) {
        *self
            .inner
            .rules
            .write()
            .expect("rules are replaced without panicking") = rules;
        self.inner.finished_one.notify_one();
    }

    pub fn rules(&self) -> Rules {
        self.inner
            .rules
            .read()
            .expect("rules are replaced without panicking")
            .clone()
    }

    pub fn clock(&self) -> &dyn Clock {
        &*self.inner.clock
    }

    /// Runs a task that ends with the engine.
    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.inner.tasks.spawn(task);
    }
}
