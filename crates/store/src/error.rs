//! How storing can fail. Losing a race is not a failure: see [`crate::Append::Conflict`].
//!
//! A failed write was not committed, unless it says otherwise; none was acknowledged.

use std::path::PathBuf;

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error(
        "the database {path} was written by a newer version of sayso (schema {found}, this program knows {known}); update sayso or use another data directory"
    )]
    NewerSchema {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    #[error("the database {path} is damaged and was left as it is: {detail}")]
    Damaged { path: PathBuf, detail: String },
    #[error("{path} is not a sayso database and was left as it is")]
    Foreign { path: PathBuf },
    #[error("SQLite {found} is too old, {needed} or newer is needed")]
    SqliteTooOld { found: String, needed: &'static str },
    #[error("the disk is full; nothing was stored, free some space and try again")]
    DiskFull,
    #[error("the database cannot be written; check the permissions of its file and directory")]
    ReadOnly,
    /// Earlier commits stay true, but the system no longer knows what is on disk. Writing on could
    /// make it worse, so the store refuses until it is opened again.
    #[error("the disk did not confirm a write; restart the hub to recover")]
    SyncFailed,
    #[error("the store is closed")]
    Closed,
    /// Another write of the same group failed, or the commit itself did.
    #[error("the write was not committed: {0}")]
    NotCommitted(String),
    #[error("the cursor is not one this list has handed out; begin again without it")]
    BadCursor,
    #[error("a stored {what} cannot be read")]
    Unreadable {
        what: &'static str,
        #[source]
        source: serde_json::Error,
    },
    #[error("{path} cannot be accessed")]
    Io {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
}
