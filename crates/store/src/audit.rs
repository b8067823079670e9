//! The audit as it is read: every outcome for ever, every event while its interaction is kept.

use async_trait::async_trait;
use domain::interaction::{Origin, Outcome, Status};
use domain::{InteractionId, Responder, Timestamp};

use crate::{StoreError, StoredEvent};

#[async_trait]
pub trait Audit: Send + Sync {
    /// Checks the hash chain of outcomes and of every kept interaction; returns what is wrong.
    async fn verify_audit(&self) -> Result<Vec<String>, StoreError>;

    /// Returns the newest outcome of the chain, for somebody to keep elsewhere; `None` before the
    /// first.
    async fn audit_head(&self) -> Result<Option<AuditHead>, StoreError>;

    /// Returns the hash of one outcome of the chain.
    async fn audit_hash(&self, number: u64) -> Result<Option<String>, StoreError>;

    /// Returns a page of the audit: every outcome in the order of its chain, then every kept event.
    async fn audit_page(&self, cursor: Option<&str>, limit: u32) -> Result<AuditPage, StoreError>;
}

/// The end of the chain. Who keeps it elsewhere finds out when the chain was cut or rewritten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditHead {
    /// How many outcomes there are.
    pub number: u64,
    pub hash: String,
    pub at: Timestamp,
}

/// One row of the audit. Digests and hashes are hexadecimal SHA-256.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditRow {
    Outcome(AuditedOutcome),
    Event(AuditedEvent),
}

/// One link of the chain of outcomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedOutcome {
    /// Its place in the chain, from 1.
    pub number: u64,
    pub interaction_id: InteractionId,
    pub status: Status,
    pub by: Responder,
    /// Where the record was taken over from, when it was not decided here.
    pub imported: Option<Origin>,
    pub at: Timestamp,
    /// Of what was asked.
    pub question_digest: String,
    /// Of what was decided.
    pub outcome_digest: String,
    pub hash: String,
    /// What is known beyond the chain, until retention removes it.
    pub kept: Option<KeptOutcome>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptOutcome {
    pub title: String,
    pub asker: String,
    pub project: String,
    /// `None` when the interaction, against the record, is pending.
    pub outcome: Option<Outcome>,
    pub delivered_at: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedEvent {
    pub event: StoredEvent,
    pub asker: String,
    pub project: String,
    pub question_digest: String,
    pub hash: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    pub rows: Vec<AuditRow>,
    /// Hand this in for the next page; `None` on the last.
    pub next: Option<String>,
}
