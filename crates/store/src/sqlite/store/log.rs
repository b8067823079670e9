//! The contract of [`Log`].

use async_trait::async_trait;

use super::super::{SqliteStore, events};
use super::read;
use crate::{Log, StoreError, StoredEvent};

#[async_trait]
impl Log for SqliteStore {
    async fn events_after(&self, after: u64, limit: u32) -> Result<Vec<StoredEvent>, StoreError> {
        read!(self, events::after, after, limit)
    }

    async fn last_seq(&self) -> Result<u64, StoreError> {
        read!(self, events::last_seq)
    }
}
