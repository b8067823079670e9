//! Writes the one audit row of every outcome, in the transaction that closes it (I21).

use domain::InteractionId;
use domain::interaction::Closed;
use sqlx::{Row, SqliteConnection};

use super::chain::{AuditRecord, CHAIN_START, Hash, text_digest};
use super::failure::unreadable;
use crate::StoreError;

/// What an audit row says beyond the outcome itself.
pub(super) struct Entry<'a> {
    pub(super) id: InteractionId,
    pub(super) closed: &'a Closed,
    /// The question and the outcome as stored in the interaction's row.
    pub(super) question: &'a str,
    pub(super) outcome: &'a str,
    /// The hash of the event that closed it.
    pub(super) event_head: Hash,
}

/// Appends one row to the chain. A second one for the same interaction is refused by the schema.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    entry: Entry<'_>,
) -> Result<(), StoreError> {
    let last = sqlx::query("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1")
        .fetch_optional(&mut *connection)
        .await?;
    let (last_number, previous) = match last {
        Some(row) => (
            row.try_get::<i64, _>("number")?,
            row.try_get::<Vec<u8>, _>("hash")?,
        ),
        None => (0, CHAIN_START.to_vec()),
    };
    let record = AuditRecord {
        number: last_number + 1,
        interaction_id: entry.id.to_string(),
        status: entry.closed.status().as_str().to_owned(),
        decided_by: serde_json::to_string(&entry.closed.by).map_err(unreadable("responder"))?,
        at: entry.closed.at.0,
        question_digest: text_digest(entry.question).to_vec(),
        outcome_digest: text_digest(entry.outcome).to_vec(),
        event_head: entry.event_head.to_vec(),
    };
    let hash = record.hash(&previous);
    sqlx::query(
        "INSERT INTO audit (number, interaction_id, status, decided_by, at,
                            question_digest, outcome_digest, event_head, previous, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(record.number)
    .bind(record.interaction_id)
    .bind(record.status)
    .bind(record.decided_by)
    .bind(record.at)
    .bind(record.question_digest)
    .bind(record.outcome_digest)
    .bind(record.event_head)
    .bind(previous)
    .bind(hash.as_slice())
    .execute(connection)
    .await?;
    Ok(())
}
