//! What happened to the hub itself: appended when it differs from the newest, chained, never
//! removed.

use async_trait::async_trait;
use domain::{HubEvent, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::chain::{CHAIN_START, HubRecord};
use super::export::digest;
use super::rows::{self, as_integer};
use super::writer::Write;
use crate::{AuditedHubEvent, PAGE_ROWS_MAX, StoreError};

pub(super) struct NoteHubEvent {
    pub(super) event: HubEvent,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Write for NoteHubEvent {
    /// Whether it was new.
    type Done = bool;

    async fn run(self, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
        let newest =
            sqlx::query("SELECT number, kind, hash FROM hub_event ORDER BY number DESC LIMIT 1")
                .fetch_optional(&mut *connection)
                .await?;
        let (number, is, previous) = match &newest {
            Some(row) => (
                row.try_get("number")?,
                rows::name(row, "kind")?,
                rows::hash(row, "hash")?,
            ),
            None => (0, HubEvent::GuardOn, CHAIN_START),
        };
        if is == self.event {
            return Ok(false);
        }
        let record = HubRecord {
            number: number + 1,
            at: self.at.0,
            kind: self.event.as_str(),
        };
        sqlx::query("INSERT INTO hub_event (number, at, kind, hash) VALUES ($1, $2, $3, $4)")
            .bind(record.number)
            .bind(record.at)
            .bind(record.kind)
            .bind(record.hash(&previous).to_vec())
            .execute(connection)
            .await?;
        Ok(true)
    }
}

pub(super) async fn after(
    connection: &mut SqliteConnection,
    number: u64,
    limit: u32,
) -> Result<Vec<AuditedHubEvent>, StoreError> {
    let found = sqlx::query(
        "SELECT number, at, kind, hash FROM hub_event
         WHERE number > $1 ORDER BY number LIMIT $2",
    )
    .bind(as_integer(number))
    .bind(limit.clamp(1, PAGE_ROWS_MAX))
    .fetch_all(connection)
    .await?;
    found.iter().map(audited).collect()
}

fn audited(row: &SqliteRow) -> Result<AuditedHubEvent, StoreError> {
    Ok(AuditedHubEvent {
        number: rows::natural(row, "number")?,
        at: Timestamp(row.try_get("at")?),
        event: rows::name(row, "kind")?,
        hash: digest(row, "hash")?,
    })
}

/// Names what does not fit.
pub(super) async fn verify(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let found = sqlx::query("SELECT number, at, kind, hash FROM hub_event ORDER BY number")
        .fetch_all(&mut *connection)
        .await?;
    let mut problems = Vec::new();
    let (mut last, mut previous) = (0, CHAIN_START.to_vec());
    for row in &found {
        let record = HubRecord {
            number: row.try_get("number")?,
            at: row.try_get("at")?,
            kind: row.try_get("kind")?,
        };
        let hash: Vec<u8> = row.try_get("hash")?;
        let number = record.number;
        if number != last + 1 {
            problems.push(format!("hub event {number}: events are missing before it"));
        } else if hash != record.hash(&previous) {
            problems.push(format!(
                "hub event {number}: it or the event before it was changed"
            ));
        }
        (last, previous) = (number, hash);
    }
    let counted: i64 = sqlx::query_scalar("SELECT value FROM counter WHERE name = 'hub_event'")
        .fetch_one(connection)
        .await?;
    if counted != last {
        problems.push(format!(
            "hub: {counted} events were recorded, but the newest is number {last}"
        ));
    }
    Ok(problems)
}
