//! The numbered log of what has happened.

use async_trait::async_trait;
use domain::interaction::Event;
use domain::{InteractionId, Timestamp};

use crate::StoreError;

#[async_trait]
pub trait Log: Send + Sync {
    /// Returns events with `seq` above `after`, in order, at most `limit`.
    async fn events_after(&self, after: u64, limit: u32) -> Result<Vec<StoredEvent>, StoreError>;

    /// Returns the newest `seq`, 0 when nothing has happened.
    async fn last_seq(&self) -> Result<u64, StoreError>;
}

/// One event with its gap-free number over all interactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    pub seq: u64,
    pub interaction_id: InteractionId,
    pub at: Timestamp,
    pub event: Event,
}
