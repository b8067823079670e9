//! The one numbered log of changes to all subjects.
//!
//! An entry names its subject and the kind of change, which is all that a watcher needs. The
//! details belong to the subject and are read there. The output of an agent is never in this log:
//! it would drown the changes that people wait for.

use async_trait::async_trait;
use domain::{Subject, Timestamp};

use crate::StoreError;

#[async_trait]
pub trait Log: Send + Sync {
    /// Returns entries with `seq` above `after`, in order, at most `limit`.
    async fn log_after(&self, after: u64, limit: u32) -> Result<Vec<LogEntry>, StoreError>;

    /// Returns the newest `seq`, 0 when nothing has happened.
    async fn last_seq(&self) -> Result<u64, StoreError>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Gap-free over all subjects, from 1.
    pub seq: u64,
    pub subject: Subject,
    pub at: Timestamp,
    /// The name of the event, such as `asked`; each kind of subject has its own.
    pub kind: String,
}
