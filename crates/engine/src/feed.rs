//! Tells surfaces what has changed, in the order in which it was committed.
//!
//! One task reads the store behind a hint and hands each numbered change to every watcher. A
//! watcher that falls behind loses its place, is told so by the channel, and takes a snapshot.

use std::sync::Arc;

use domain::interaction::AnswerDraft;
use domain::{InteractionId, Subject, Surface, TaskId, ThreadId};
use store::{LogEntry, StoreError, StoredOutline, StoredThread};
use tokio::sync::broadcast;

use crate::Engine;
use crate::deadlines::store_retry;
use crate::tasks::TaskOutline;

/// Changes a slow watcher may lag behind before it must take a snapshot instead.
pub const FEED_ITEMS_MAX: usize = 256;
/// Changes read from the store at a time.
const BATCH: u32 = 256;

#[derive(Debug, Clone)]
pub enum FeedItem {
    Change(Change),
    /// A draft has changed. The latest one counts.
    Draft {
        id: InteractionId,
        surface: Surface,
        draft: AnswerDraft,
    },
    /// Whether the asker waits has changed.
    Presence(StoredOutline),
    Settings,
}

/// One numbered change of any subject.
#[derive(Debug, Clone)]
pub struct Change {
    pub seq: u64,
    /// The name of what happened.
    pub event: String,
    pub subject: ChangedSubject,
}

/// What changed, as it is by now; `None` when it was removed. Slow watchers hold many of these, so
/// the question itself is not among them.
#[derive(Debug, Clone)]
pub enum ChangedSubject {
    Interaction {
        id: InteractionId,
        outline: Option<StoredOutline>,
    },
    Thread {
        id: ThreadId,
        stored: Option<StoredThread>,
    },
    Task {
        id: TaskId,
        outline: Option<TaskOutline>,
    },
}

impl Engine {
    /// Watches all changes from now on. Take a snapshot after this call, not before.
    pub fn watch(&self) -> broadcast::Receiver<Arc<FeedItem>> {
        self.inner.feed.subscribe()
    }

    /// Tells watchers that settings have changed.
    pub fn announce_settings(&self) {
        self.announce(FeedItem::Settings);
    }

    pub(crate) async fn run_feed(self, from_seq: u64) {
        let mut published = from_seq;
        let mut newest = self.inner.newest_seq.subscribe();
        let mut retry = store_retry();
        loop {
            match self.publish_after(published).await {
                Ok(last) if last > published => {
                    retry.succeeded();
                    published = last;
                    continue;
                }
                Ok(_) => retry.succeeded(),
                Err(error) => {
                    tracing::error!(%error, "cannot read changes; trying again");
                    let pause_ms = retry.failed();
                    if self.stopped_before(self.pause(pause_ms)).await {
                        return;
                    }
                    continue;
                }
            }
            let wake = async {
                newest
                    .wait_for(|newest| *newest > published)
                    .await
                    .map(|_| ())
                    .unwrap_or_default();
            };
            if self.stopped_before(wake).await {
                return;
            }
        }
    }

    /// Returns the changes after a number, in order, at most `limit`.
    pub async fn changes_after(&self, seq: u64, limit: u32) -> Result<Vec<Change>, StoreError> {
        let mut changes = Vec::new();
        for entry in self.inner.store.log_after(seq, limit).await? {
            changes.push(self.change(entry).await?);
        }
        Ok(changes)
    }

    /// Publishes one batch and returns the number of its last change.
    async fn publish_after(&self, after: u64) -> Result<u64, StoreError> {
        let mut last = after;
        for entry in self.inner.store.log_after(after, BATCH).await? {
            last = entry.seq;
            let change = self.change(entry).await?;
            self.announce(FeedItem::Change(change));
        }
        Ok(last)
    }

    async fn change(&self, entry: LogEntry) -> Result<Change, StoreError> {
        let subject = match entry.subject {
            Subject::Interaction(id) => ChangedSubject::Interaction {
                id,
                outline: self.inner.store.outline(id).await?,
            },
            Subject::Thread(id) => ChangedSubject::Thread {
                id,
                stored: self.inner.store.thread(id).await?,
            },
            Subject::Task(id) => {
                let stored = self.inner.store.task(id).await?;
                ChangedSubject::Task {
                    id,
                    outline: stored.as_ref().map(TaskOutline::from),
                }
            }
        };
        Ok(Change {
            seq: entry.seq,
            event: entry.kind,
            subject,
        })
    }
}
