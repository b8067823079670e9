//! The audit as it is read: every outcome and what happened to the hub forever, every event of an
//! interaction while that is kept.

use async_trait::async_trait;
use domain::interaction::{Origin, Outcome, Status};
use domain::{HubEvent, InteractionId, Responder, Timestamp};

use crate::{StoreError, StoredEvent};

#[async_trait]
pub trait Audit: Send + Sync {
    /// Checks the hash chain of outcomes and of every kept interaction; returns what is wrong.
    async fn verify_audit(&self) -> Result<Vec<String>, StoreError>;

    /// Returns the newest outcome of the chain, to be kept elsewhere; `None` before the
    /// first.
    async fn audit_head(&self) -> Result<Option<AuditHead>, StoreError>;

    /// Returns the hash of one outcome of the chain.
    async fn audit_hash(&self, number: u64) -> Result<Option<String>, StoreError>;

    /// Writes down what happened to the hub, unless the newest of its events says so already; a
    /// hub begins with its guard on. Returns whether it was new.
    async fn note_hub_event(&self, event: HubEvent, at: Timestamp) -> Result<bool, StoreError>;

    /// Returns the hub's events with a number above `after`, in order, at most `limit`.
    async fn hub_events(&self, after: u64, limit: u32) -> Result<Vec<AuditedHubEvent>, StoreError>;

    /// Returns a page of the audit: every outcome in the order of its chain, then every kept event,
    /// then what happened to the hub.
    async fn audit_page(&self, cursor: Option<&str>, limit: u32) -> Result<AuditPage, StoreError>;
}

/// The end of the chain. A person who keeps it elsewhere can find out whether the chain was cut or
/// rewritten.
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
    Hub(AuditedHubEvent),
}

/// One link of the chain of outcomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedOutcome {
    /// Its place in the chain, from 1.
    pub number: u64,
    pub interaction_id: InteractionId,
    pub status: Status,
    pub by: Responder,
    /// Where the record was imported from, when it was not decided here.
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

/// One thing that happened to the hub itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedHubEvent {
    /// Gap-free, from 1.
    pub number: u64,
    pub at: Timestamp,
    pub event: HubEvent,
    pub hash: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    pub rows: Vec<AuditRow>,
    /// Hand this in for the next page; `None` on the last.
    pub next: Option<String>,
}
