//! The event log: numbered over all interactions without gaps, chained within each.

use domain::{Event, InteractionId, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::chain::{EventRecord, Hash};
use super::failure::unreadable;
use super::rows::{self, as_integer};
use crate::{StoreError, StoredEvent};

/// Events per call of [`after`], whatever was asked for.
const EVENTS_MAX: u32 = 10_000;

/// An event with its number and hash, ready to be inserted.
pub(super) struct Numbered {
    pub(super) stored: StoredEvent,
    data: String,
    pub(super) hash: Hash,
}

/// Takes the next number for `event` and continues the chain from `previous`.
pub(super) async fn number(
    connection: &mut SqliteConnection,
    id: InteractionId,
    event: Event,
    at: Timestamp,
    previous: &[u8],
) -> Result<Numbered, StoreError> {
    let seq: i64 = sqlx::query_scalar(
        "UPDATE counter SET value = value + 1 WHERE name = 'event' RETURNING value",
    )
    .fetch_one(connection)
    .await?;
    let data = serde_json::to_string(&event).map_err(unreadable("event"))?;
    let record = EventRecord {
        interaction_id: &id.to_string(),
        seq,
        at: at.0,
        kind: event.name(),
        data: &data,
    };
    let hash = record.hash(previous);
    let stored = StoredEvent {
        seq: seq.unsigned_abs(),
        interaction_id: id,
        at,
        event,
    };
    Ok(Numbered { stored, data, hash })
}

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    event: &Numbered,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO event (seq, interaction_id, at, kind, data, hash)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(as_integer(event.stored.seq))
    .bind(event.stored.interaction_id.to_string())
    .bind(event.stored.at.0)
    .bind(event.stored.event.name())
    .bind(&event.data)
    .bind(event.hash.as_slice())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn of(
    connection: &mut SqliteConnection,
    id: InteractionId,
) -> Result<Vec<StoredEvent>, StoreError> {
    let found = sqlx::query(
        "SELECT seq, interaction_id, at, data FROM event WHERE interaction_id = $1 ORDER BY seq",
    )
    .bind(id.to_string())
    .fetch_all(connection)
    .await?;
    found.iter().map(stored).collect()
}

pub(super) async fn after(
    connection: &mut SqliteConnection,
    after: u64,
    limit: u32,
) -> Result<Vec<StoredEvent>, StoreError> {
    let found = sqlx::query(
        "SELECT seq, interaction_id, at, data FROM event WHERE seq > $1 ORDER BY seq LIMIT $2",
    )
    .bind(as_integer(after))
    .bind(limit.min(EVENTS_MAX))
    .fetch_all(connection)
    .await?;
    found.iter().map(stored).collect()
}

pub(super) async fn last_seq(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let row = sqlx::query("SELECT value FROM counter WHERE name = 'event'")
        .fetch_one(connection)
        .await?;
    rows::natural(&row, "value")
}

fn stored(row: &SqliteRow) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        seq: rows::natural(row, "seq")?,
        interaction_id: rows::id(row, "interaction_id")?,
        at: Timestamp(row.try_get("at")?),
        event: rows::json(row, "data")?,
    })
}
