//! Reads the log that all kinds of subject share.

use domain::{Subject, SubjectKind, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::rows::{self, as_integer};
use crate::{LogEntry, StoreError};

/// The most entries that one call of [`after`] returns.
const ENTRIES_MAX: u32 = 10_000;

pub(super) async fn after(
    connection: &mut SqliteConnection,
    after: u64,
    limit: u32,
) -> Result<Vec<LogEntry>, StoreError> {
    let found = sqlx::query(
        "SELECT seq, subject_kind, subject_id, at, kind FROM event
         WHERE seq > $1 ORDER BY seq LIMIT $2",
    )
    .bind(as_integer(after))
    .bind(limit.min(ENTRIES_MAX))
    .fetch_all(connection)
    .await?;
    found.iter().map(entry).collect()
}

pub(super) async fn last_seq(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT value FROM counter WHERE name = 'event'")
        .fetch_one(connection)
        .await?;
    rows::natural(&row, "value")
}

fn entry(row: &SqliteRow) -> Result<LogEntry, StoreError> {
    let subject = match rows::name(row, "subject_kind")? {
        SubjectKind::Interaction => Subject::Interaction(rows::id(row, "subject_id")?),
        SubjectKind::Thread => Subject::Thread(rows::id(row, "subject_id")?),
        SubjectKind::Task => Subject::Task(rows::id(row, "subject_id")?),
    };
    Ok(LogEntry {
        seq: rows::natural(row, "seq")?,
        subject,
        at: Timestamp(row.try_get("at")?),
        kind: row.try_get("kind")?,
    })
}
