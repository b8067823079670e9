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

    /// Adds the statements that take the event's number and insert it.
    pub(super) fn push(&self, statements: &mut QueryBuilder<Sqlite>) {
        let record = EventRecord {
            subject_id: &self.stored.interaction_id.to_string(),
            seq: as_integer(self.stored.seq),
            at: self.stored.at.0,
            kind: self.stored.event.kind().as_str(),
            data: &self.data,
        };
        push(statements, SubjectKind::Interaction, &record, &self.hash);
    }
}

/// Adds the statements that take an event's number and insert it, for every kind of subject. The
/// schema refuses any number but the next.
pub(super) fn push(
    statements: &mut QueryBuilder<Sqlite>,
    subject: SubjectKind,
    event: &EventRecord<'_>,
    hash: &Hash,
) {
    statements
        .push("UPDATE counter SET value = ")
        .push_bind(event.seq)
        .push(" WHERE name = 'event'; INSERT INTO event (seq, subject_kind, subject_id, at, kind, data, hash) VALUES (");
    statements
        .separated(", ")
        .push_bind(event.seq)
        .push_bind(subject.as_str())
        .push_bind(event.subject_id.to_owned())
        .push_bind(event.at)
        .push_bind(event.kind.to_owned())
        .push_bind(event.data.to_owned())
        .push_bind(hash.to_vec());
    statements.push("); ");
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
