//! The events of an interaction: numbered over the whole log without gaps, chained within each
//! interaction.

use domain::{InteractionId, SubjectKind, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use super::chain::{EventRecord, Hash};
use super::failure::unreadable;
use super::rows::{self, as_integer};
use crate::{StoreError, StoredEvent};

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
            subject_id: &stored.interaction_id.to_string(),
            seq: as_integer(stored.seq),
            at: stored.at.0,
            kind: stored.event.kind().as_str(),
            data: &data,
        };
        let hash = record.hash(previous);
        Ok(Self { stored, data, hash })
    }

    /// Adds the statements that take the event's number and insert it. The schema refuses any
    /// number but the next.
    pub(super) fn push(&self, statements: &mut QueryBuilder<Sqlite>) {
        let seq = as_integer(self.stored.seq);
        statements
            .push("UPDATE counter SET value = ")
            .push_bind(seq)
            .push(" WHERE name = 'event'; INSERT INTO event (seq, subject_kind, subject_id, at, kind, data, hash) VALUES (");
        statements
            .separated(", ")
            .push_bind(seq)
            .push_bind(SubjectKind::Interaction.as_str())
            .push_bind(self.stored.interaction_id.to_string())
            .push_bind(self.stored.at.0)
            .push_bind(self.stored.event.kind().as_str())
            .push_bind(self.data.clone())
            .push_bind(self.hash.to_vec());
        statements.push("); ");
    }
}

pub(super) async fn of(
    connection: &mut SqliteConnection,
    id: InteractionId,
) -> Result<Vec<StoredEvent>, StoreError> {
    let found = sqlx::query(
        "SELECT seq, subject_id, at, data FROM event
         WHERE subject_kind = 'interaction' AND subject_id = $1 ORDER BY seq",
    )
    .bind(id.to_string())
    .fetch_all(connection)
    .await?;
    found.iter().map(stored).collect()
}

/// Reads `seq`, `subject_id`, `at` and `data`.
pub(super) fn stored(row: &SqliteRow) -> Result<StoredEvent, StoreError> {
    Ok(StoredEvent {
        seq: rows::natural(row, "seq")?,
        interaction_id: rows::id(row, "subject_id")?,
        at: Timestamp(row.try_get("at")?),
        event: rows::json(row, "data")?,
    })
}
