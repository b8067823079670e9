//! Writes the MCP entry of `sayso` into a client's own configuration file, and takes it out again.
//!
//! The rest of the file stays as people wrote it: files are edited as text, and an edit that
//! cannot be proven to change that one entry is refused. Nothing is written before the diff was
//! shown.

pub(crate) mod apply;
pub(crate) mod clients;
mod codex;
mod diff;
mod jsonc;

pub(crate) use apply::Plan;
pub(crate) use clients::{Client, Home};

/// The entry's name in every client.
pub(crate) const NAME: &str = "sayso";

/// How a client starts us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Launch {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
}

/// Why a file was left alone.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EditError {
    #[error("line {line}: {reason}")]
    Unreadable { line: usize, reason: String },
    #[error("`{key}` is not an object")]
    NotAnObject { key: String },
    #[error("`{key}` is there twice")]
    Twice { key: String },
    /// The edit would have changed more than the entry.
    #[error("the edit could not be verified")]
    Unverified,
}
