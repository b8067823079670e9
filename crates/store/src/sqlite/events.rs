//! The event log: numbered over all interactions without gaps, chained within each.

use domain::{InteractionId, Timestamp};
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

impl Numbered {
    /// Numbers an event and continues the chain of its interaction from `previous`.
    pub(super) fn new(stored: StoredEvent, previous: &[u8]) -> Result<Self, StoreError> {
        let data = serde_json::to_string(&stored.event).map_err(unreadable("event"))?;
        let record = EventRecord {
            interaction_id: &stored.interaction_id.to_string(),
            seq: as_integer(stored.seq),
            at: stored.at.0,
            kind: stored.event.name(),
            data: &data,
        };
        let hash = record.hash(previous);
        Ok(Self { stored, data, hash })
    }

    /// Inserts the event and takes its number, in one go. The schema refuses any number but the
    /// next.
    pub(super) async fn insert(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE counter SET value = $1 WHERE name = 'event';
             INSERT INTO event (seq, interaction_id, at, kind, data, hash)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(as_integer(self.stored.seq))
        .bind(self.stored.interaction_id.to_string())
        .bind(self.stored.at.0)
        .bind(self.stored.event.name())
        .bind(&self.data)
        .bind(self.hash.as_slice())
        .execute(connection)
        .await?;
        Ok(())
    }
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

/// Reads `seq`, `interaction_id`, `at` and `data`.
pub(super) fn stored(row: &SqliteRow) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        seq: rows::natural(row, "seq")?,
        interaction_id: rows::id(row, "interaction_id")?,
        at: Timestamp(row.try_get("at")?),
        event: rows::json(row, "data")?,
    })
}
