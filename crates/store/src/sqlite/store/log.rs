//! The contract of [`Log`].

use async_trait::async_trait;

use super::super::{SqliteStore, log};
use super::read;
use crate::{Log, LogEntry, StoreError};

#[async_trait]
impl Log for SqliteStore {
    async fn log_after(&self, after: u64, limit: u32) -> Result<Vec<LogEntry>, StoreError> {
        read!(self, log::after, after, limit)
    }

    async fn last_seq(&self) -> Result<u64, StoreError> {
        read!(self, log::last_seq)
    }
}
