//! Writes the one audit row of every outcome, in the transaction that closes it (I21).

use domain::interaction::Closed;
use domain::{InteractionId, Origin, Responder};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::chain::{AuditRecord, CHAIN_START, Hash, text_digest};
use super::failure::unreadable;
use crate::StoreError;

/// The end of the chain that the next row continues.
pub(super) struct Tail {
    number: i64,
    hash: Vec<u8>,
}

impl Tail {
    /// Reads the columns `audit_number` and `audit_hash`, which are null before the first row.
    pub(super) fn read(row: &SqliteRow) -> Result<Self, StoreError> {
        let number: Option<i64> = row.try_get("audit_number")?;
        let hash: Option<Vec<u8>> = row.try_get("audit_hash")?;
        let hash = hash.unwrap_or_else(|| CHAIN_START.to_vec());
        Ok(Self {
            number: number.unwrap_or(0),
            hash,
        })
    }
}

/// What an audit row says beyond the outcome itself.
pub(super) struct Entry<'a> {
    pub(super) id: InteractionId,
    pub(super) closed: &'a Closed,
    /// Where the record came from, when it was not decided here.
    pub(super) origin: Option<&'a Origin>,
    pub(super) question_digest: Hash,
    /// The outcome as stored in the interaction's row.
    pub(super) outcome: &'a str,
    /// The hash of the event that closed it.
    pub(super) event_head: Hash,
}

/// The column `decided_by`: who, and from where the record of it was taken over.
#[derive(Serialize, Deserialize)]
pub(super) struct DecidedBy {
    #[serde(flatten)]
    pub(super) by: Responder,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) imported: Option<Origin>,
}

/// Appends one row to the chain. A second one for the same interaction is refused by the schema.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    tail: &Tail,
    entry: Entry<'_>,
) -> Result<(), StoreError> {
    let decided_by = DecidedBy {
        by: entry.closed.by.clone(),
        imported: entry.origin.cloned(),
    };
    let record = AuditRecord {
        number: tail.number + 1,
        interaction_id: entry.id.to_string(),
        status: entry.closed.status().as_str().to_owned(),
        decided_by: serde_json::to_string(&decided_by).map_err(unreadable("responder"))?,
        at: entry.closed.at.0,
        question_digest: entry.question_digest.to_vec(),
        outcome_digest: text_digest(entry.outcome).to_vec(),
        event_head: entry.event_head.to_vec(),
    };
    let hash = record.hash(&tail.hash);
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
    .bind(tail.hash.as_slice())
    .bind(hash.as_slice())
    .execute(connection)
    .await?;
    Ok(())
}
