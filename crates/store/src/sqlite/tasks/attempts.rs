//! Attempts: who runs them, what their processes are found by, how they ended.

use async_trait::async_trait;
use domain::{BootId, TaskId, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::super::rows::{self, as_integer};
use super::super::writer::Write;
use crate::{AttemptEnd, AttemptFact, Lease, NewAttempt, StoreError, StoredAttempt};

pub(super) async fn begin(
    connection: &mut SqliteConnection,
    task: TaskId,
    new: &NewAttempt,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO attempt (task_id, number, started_at, holder, boot, leased_until_ms)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(task.to_string())
    .bind(new.number)
    .bind(at.0)
    .bind(&new.lease.holder)
    .bind(&new.lease.boot.0)
    .bind(as_integer(new.lease.until_ms))
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends an attempt that is not over yet; how it ended is then final.
pub(super) async fn end(
    connection: &mut SqliteConnection,
    task: TaskId,
    end: &AttemptEnd,
    at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE attempt SET ended_at = $3, ending = $4, closing = $5
         WHERE task_id = $1 AND number = $2 AND ended_at IS NULL",
    )
    .bind(task.to_string())
    .bind(end.number)
    .bind(at.0)
    .bind(&end.ending)
    .bind(&end.output)
    .execute(connection)
    .await?;
    Ok(())
}

pub(in super::super) async fn of(
    connection: &mut SqliteConnection,
    task: TaskId,
) -> Result<Vec<StoredAttempt>, StoreError> {
    let found = sqlx::query(
        "SELECT number, started_at, ended_at, holder, boot, leased_until_ms, trace, session, ending,
             closing, plan, usage, output_last, output_cut
         FROM attempt WHERE task_id = $1 ORDER BY number",
    )
    .bind(task.to_string())
    .fetch_all(connection)
    .await?;
    found.iter().map(stored).collect()
}

fn stored(row: &SqliteRow) -> Result<StoredAttempt, StoreError> {
    let ended_at: Option<i64> = row.try_get("ended_at")?;
    Ok(StoredAttempt {
        number: rows::small(row, "number")?,
        started_at: Timestamp(row.try_get("started_at")?),
        ended_at: ended_at.map(Timestamp),
        ending: row.try_get("ending")?,
        closing: row.try_get("closing")?,
        lease: Lease {
            holder: row.try_get("holder")?,
            boot: BootId(row.try_get("boot")?),
            until_ms: rows::natural(row, "leased_until_ms")?,
        },
        trace: row.try_get("trace")?,
        session: row.try_get("session")?,
        plan: row.try_get("plan")?,
        usage: row.try_get("usage")?,
        output_last: rows::natural(row, "output_last")?,
        output_cut: rows::natural(row, "output_cut")?,
    })
}

pub(in super::super) struct NoteAttempt {
    pub(in super::super) task: TaskId,
    pub(in super::super) number: u32,
    pub(in super::super) fact: AttemptFact,
}

#[async_trait]
impl Write for NoteAttempt {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let (sql, value) = match self.fact {
            AttemptFact::Trace(trace) => (
                "UPDATE attempt SET trace = $3 WHERE task_id = $1 AND number = $2",
                trace,
            ),
            AttemptFact::Session(session) => (
                "UPDATE attempt SET session = $3 WHERE task_id = $1 AND number = $2",
                session,
            ),
        };
        sqlx::query(sql)
            .bind(self.task.to_string())
            .bind(self.number)
            .bind(value)
            .execute(connection)
            .await?;
        Ok(())
    }
}

pub(in super::super) struct RenewLeases {
    pub(in super::super) holder: String,
    pub(in super::super) until_ms: u64,
}

#[async_trait]
impl Write for RenewLeases {
    type Done = Vec<(TaskId, u32)>;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Self::Done, StoreError> {
        let held = sqlx::query(
            "UPDATE attempt SET leased_until_ms = $2 WHERE ended_at IS NULL AND holder = $1
             RETURNING task_id, number",
        )
        .bind(self.holder)
        .bind(as_integer(self.until_ms))
        .fetch_all(connection)
        .await?;
        let attempt = |row| Ok((rows::id(row, "task_id")?, rows::small(row, "number")?));
        held.iter().map(attempt).collect()
    }
}
