//! What every backend of the store must do, and what SQLite must do with its file.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod conformance;
mod sqlite_files;
mod support;

// One line per backend.
conformance::conformance!(sqlite, crate::support::Sqlite);
