//! Tells surfaces what has changed, in the order in which it was committed.
//!
//! One task reads the store behind a hint and hands each numbered change to every watcher. A
//! watcher that falls behind loses its place, is told so by the channel, and takes a snapshot.

use std::sync::Arc;

use domain::interaction::AnswerDraft;
use domain::{InteractionId, Surface};
use store::Stored;
use tokio::sync::broadcast;

use crate::Engine;

/// Changes a slow watcher may lag behind before it must take a snapshot instead.
pub const FEED_ITEMS_MAX: usize = 256;
/// Changes read from the store at a time.
const BATCH: u32 = 256;
/// Pause after the store failed, before asking it again.
const RETRY_MS: u64 = 1_000;

#[derive(Debug, Clone)]
pub enum FeedItem {
    /// One numbered change with the interaction as it is by now; `None` when it was removed.
    Change {
        seq: u64,
        kind: &'static str,
        id: InteractionId,
        stored: Option<Stored>,
    },
    /// Somebody edits. The latest one counts.
    Draft {
        id: InteractionId,
        surface: Surface,
        draft: AnswerDraft,
    },
    /// Whether the asker waits has changed.
    Presence {
        stored: Stored,
    },
    Settings,
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
        loop {
            match self.publish_after(published).await {
                Ok(last) if last > published => {
                    published = last;
                    continue;
                }
                Ok(_) => {}
                Err(error) => {
                    tracing::error!(%error, "cannot read changes; trying again");
                    let again = self.inner.clock.now().uptime_ms + RETRY_MS;
                    if self
                        .stopped_before(self.inner.clock.sleep_until(again))
                        .await
                    {
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

    /// Publishes one batch and returns the number of its last change.
    async fn publish_after(&self, after: u64) -> Result<u64, store::StoreError> {
        let events = self.inner.store.events_after(after, BATCH).await?;
        let mut last = after;
        for event in events {
            let id = event.interaction_id;
            let stored = self.inner.store.interaction(id).await?;
            self.announce(FeedItem::Change {
                seq: event.seq,
                kind: event.event.name(),
                id,
                stored,
            });
            last = event.seq;
        }
        Ok(last)
    }
}
