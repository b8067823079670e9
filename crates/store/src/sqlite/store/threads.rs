//! The contract of [`Threads`].

use async_trait::async_trait;
use domain::thread::ThreadEvent;
use domain::{Thread, ThreadId, Timestamp};

use super::super::SqliteStore;
use super::super::threads::{
    self, AppendThread, CreateThread, KeepSession, PRUNED_PER_WRITE_MAX, PruneThreads,
};
use super::read;
use crate::{StoreError, StoredThread, ThreadQuery, Threads};

#[async_trait]
impl Threads for SqliteStore {
    async fn create_thread(&self, thread: Thread) -> Result<StoredThread, StoreError> {
        self.write(CreateThread(thread)).await
    }

    async fn thread(&self, id: ThreadId) -> Result<Option<StoredThread>, StoreError> {
        read!(self, threads::load, id)
    }

    async fn threads(&self, query: ThreadQuery) -> Result<Vec<StoredThread>, StoreError> {
        read!(self, threads::list, query)
    }

    async fn threads_with_prefix(
        &self,
        prefix: &str,
        limit: u32,
    ) -> Result<Vec<ThreadId>, StoreError> {
        read!(self, threads::with_prefix, prefix, limit)
    }

    async fn append_thread(
        &self,
        id: ThreadId,
        events: Vec<ThreadEvent>,
        at: Timestamp,
    ) -> Result<Option<StoredThread>, StoreError> {
        self.write(AppendThread { id, events, at }).await
    }

    async fn keep_session(&self, id: ThreadId, session: Option<String>) -> Result<(), StoreError> {
        self.write(KeepSession { id, session }).await
    }

    async fn prune_threads(&self, cutoff: Timestamp) -> Result<u64, StoreError> {
        let mut removed = 0;
        loop {
            let now = self.write(PruneThreads(cutoff)).await?;
            removed += now;
            if now < u64::from(PRUNED_PER_WRITE_MAX) {
                return Ok(removed);
            }
        }
    }
}
