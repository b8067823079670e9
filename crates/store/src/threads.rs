//! Conversations with agents, and what the person settled in them.

use async_trait::async_trait;
use domain::thread::ThreadEvent;
use domain::{Thread, ThreadId, Timestamp};

use crate::StoreError;

#[async_trait]
pub trait Threads: Send + Sync {
    /// Stores a new thread with its first event.
    async fn create_thread(&self, thread: Thread) -> Result<StoredThread, StoreError>;

    async fn thread(&self, id: ThreadId) -> Result<Option<StoredThread>, StoreError>;

    /// Returns threads, the one that changed last first.
    async fn threads(&self, query: ThreadQuery) -> Result<Vec<StoredThread>, StoreError>;

    /// Returns the ids that start with `prefix`, at most `limit`.
    async fn threads_with_prefix(
        &self,
        prefix: &str,
        limit: u32,
    ) -> Result<Vec<ThreadId>, StoreError>;

    /// Appends events to a thread, applies them, and returns it as it is then; `None` when there is
    /// none.
    async fn append_thread(
        &self,
        id: ThreadId,
        events: Vec<ThreadEvent>,
        at: Timestamp,
    ) -> Result<Option<StoredThread>, StoreError>;

    /// Keeps the agent's own name of the conversation.
    async fn keep_session(&self, id: ThreadId, session: Option<String>) -> Result<(), StoreError>;

    /// Removes threads that changed last before `cutoff`, with everything of them; never one with a
    /// task that is not finished. Returns how many.
    async fn prune_threads(&self, cutoff: Timestamp) -> Result<u64, StoreError>;
}

/// Which threads are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadQuery {
    pub archived: bool,
    pub limit: u32,
}

/// A thread with its place in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredThread {
    pub thread: Thread,
    pub revision: u64,
    /// Order of creation, from 1.
    pub number: u64,
    /// The number of its newest event in the log.
    pub seq: u64,
}
