//! Writes the one audit row of every outcome, in the transaction that closes it.

use domain::interaction::Closed;
use domain::interaction::Origin;
use domain::{InteractionId, Responder};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};

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

/// The column `decided_by`: who decided, and where the record was imported from.
#[derive(Serialize, Deserialize)]
pub(super) struct DecidedBy {
    #[serde(flatten)]
    pub(super) by: Responder,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) imported: Option<Origin>,
}

/// Adds the statement that appends one row to the chain. A second one for the same interaction is
/// refused by the schema.
pub(super) fn push(
    statements: &mut QueryBuilder<Sqlite>,
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
    statements.push(
        "INSERT INTO audit (number, interaction_id, status, decided_by, at,
                            question_digest, outcome_digest, event_head, previous, hash)
         VALUES (",
    );
    statements
        .separated(", ")
        .push_bind(record.number)
        .push_bind(record.interaction_id)
        .push_bind(record.status)
        .push_bind(record.decided_by)
        .push_bind(record.at)
        .push_bind(record.question_digest)
        .push_bind(record.outcome_digest)
        .push_bind(record.event_head)
        .push_bind(tail.hash.to_vec())
        .push_bind(hash.to_vec());
    statements.push("); ");
    Ok(())
}
