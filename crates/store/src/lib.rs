//! The only crate that speaks SQL: what is committed here is the truth.
//!
//! [`Store`] is chosen at run time, so it is our one `dyn` async trait. It is the sum of one trait
//! per subject; a caller that needs one subject takes that one (`Arc<dyn Access>`). Every backend
//! passes the suite in `tests/`; a caller that has to know which backend it talks to has found a
//! leak.

mod access;
mod audit;
mod error;
#[cfg(feature = "fail-points")]
pub mod fail_point;
mod import;
mod interactions;
mod list;
mod log;
pub mod sqlite;
mod tasks;
mod threads;

use std::sync::Arc;

use async_trait::async_trait;

pub use access::{Access, NewToken, NewWebSession, SecondHalf, TokenRow, WebSessionRow};
pub use audit::{
    Audit, AuditHead, AuditPage, AuditRow, AuditedEvent, AuditedHubEvent, AuditedOutcome,
    KeptOutcome,
};
pub use error::StoreError;
pub use import::{Import, Recording};
pub use interactions::{
    Append, Create, DueAt, Interactions, NewInteraction, PendingLimits, Pruned, Recorded, Stored,
    StoredDraft, StoredEvent, StoredOutline,
};
pub use list::{ListQuery, PAGE_ROWS_MAX, Page};
pub use log::{Log, LogEntry};
pub use sqlite::SqliteStore;
pub use tasks::{
    AttemptEnd, AttemptFact, ClosingMark, Lease, NewAttempt, NewMessage, NewOutput, Output, Queue,
    StoredAttempt, StoredMessage, StoredTask, StoredTaskEvent, TaskQuery, TaskRecorded, TaskStep,
    TaskStepped, Tasks,
};
pub use threads::{StoredThread, ThreadQuery, Threads};

/// How a process holds the store.
pub type SharedStore = Arc<dyn Store>;

/// Everything a hub keeps, in one database.
///
/// A method that returns `Ok` after writing has committed durably.
#[async_trait]
pub trait Store: Interactions + Threads + Tasks + Log + Audit + Access {
    /// Returns once the store refuses every write until it is opened again, see
    /// [`StoreError::SyncFailed`]; never while it works. Reading still works.
    async fn broken(&self);

    /// Waits for running writes and closes. Later calls fail.
    async fn close(&self);
}
