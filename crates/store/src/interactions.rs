//! Questions on their way to an outcome, and the drafts of their answers.

use async_trait::async_trait;
use domain::interaction::{AnswerDraft, Event, Interaction, Outline};
use domain::retention::Retention;
use domain::{CallKey, InteractionId, Principal, Surface, Timestamp};

use crate::{Import, ListQuery, Page, Recording, StoreError};

/// Where interactions are kept.
///
/// Terminal states are write-once: an append to a closed interaction that would change its outcome
/// is refused by the schema itself.
#[async_trait]
pub trait Interactions: Send + Sync {
    /// Stores a new interaction with its `Asked` event.
    async fn create(
        &self,
        new: NewInteraction,
        limits: PendingLimits,
    ) -> Result<Create, StoreError>;

    async fn interaction(&self, id: InteractionId) -> Result<Option<Stored>, StoreError>;

    /// Returns what lists show of an interaction; the question itself is not read.
    async fn outline(&self, id: InteractionId) -> Result<Option<StoredOutline>, StoreError>;

    /// Appends what was decided on `current`, applies it, and writes the audit row of a terminal
    /// event in the same transaction. `Conflict` when `current` is no longer the newest revision.
    async fn append(
        &self,
        current: &Stored,
        events: &[Event],
        at: Timestamp,
    ) -> Result<Append, StoreError>;

    /// Returns what the call with this key stored.
    async fn stored_by_call(
        &self,
        principal: &Principal,
        call: CallKey,
    ) -> Result<Option<Stored>, StoreError>;

    /// Returns the pending interactions of one asker with this digest, oldest first.
    async fn pending_like(&self, scope_key: &str, digest: &str) -> Result<Vec<Stored>, StoreError>;

    /// Returns what one asker asked with this digest, was decided at `since` or later, and has not
    /// been delivered; the latest first.
    async fn undelivered_like(
        &self,
        scope_key: &str,
        digest: &str,
        since: Timestamp,
    ) -> Result<Vec<Stored>, StoreError>;

    async fn list(&self, query: &ListQuery) -> Result<Page, StoreError>;

    /// Returns the ids that start with `prefix`, at most `limit`.
    async fn ids_with_prefix(
        &self,
        prefix: &str,
        limit: u32,
    ) -> Result<Vec<InteractionId>, StoreError>;

    async fn pending_count(&self) -> Result<u64, StoreError>;

    /// Returns the audit trail of one interaction in order.
    async fn events_of(&self, id: InteractionId) -> Result<Vec<StoredEvent>, StoreError>;

    /// Returns the pending deadlines that fall due first on the boot clock, at most `limit`.
    async fn next_deadlines(&self, limit: u32) -> Result<Vec<DueAt>, StoreError>;

    /// Returns the id of every pending interaction, oldest first. The questions themselves may be
    /// large; recovery looks at one after the other.
    async fn pending_ids(&self) -> Result<Vec<InteractionId>, StoreError>;

    async fn save_draft(&self, id: InteractionId, draft: &StoredDraft) -> Result<(), StoreError>;

    async fn draft(&self, id: InteractionId) -> Result<Option<StoredDraft>, StoreError>;

    /// Removes finished interactions beyond `retention`, oldest first. Pending ones are never
    /// removed.
    async fn prune(&self, retention: Retention, now: Timestamp) -> Result<Pruned, StoreError>;

    /// Imports finished interactions, all of them or none. One that was imported before is left as
    /// it is, even if retention has removed it since. `at` is the time of the import.
    async fn import(
        &self,
        recordings: Vec<Recording>,
        at: Timestamp,
    ) -> Result<Vec<Import>, StoreError>;
}

/// An interaction with its place in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub interaction: Interaction,
    /// Grows by one with every appended batch; the version check of [`Interactions::append`].
    pub revision: u64,
    /// Order of asking, from 1.
    pub number: u64,
    /// SHA-256 of what was asked, hexadecimal; see [`NewInteraction::digest`].
    pub digest: String,
}

/// The outline of an interaction, with its place in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredOutline {
    pub outline: Outline,
    pub revision: u64,
    pub number: u64,
}

impl From<&Stored> for StoredOutline {
    fn from(stored: &Stored) -> Self {
        Self {
            outline: stored.interaction.outline(),
            revision: stored.revision,
            number: stored.number,
        }
    }
}

/// A question about to be stored.
#[derive(Debug, Clone)]
pub struct NewInteraction {
    pub interaction: Interaction,
    /// Digest of the question and its handling: equal digests from one asker are one question.
    pub digest: String,
    /// The call that asks; a principal has one question per call.
    pub call: Option<CallKey>,
}

/// How much may be pending; checked in the same transaction that stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingLimits {
    pub per_asker: u32,
    pub per_store: u32,
    /// The bytes that all questions of one principal take together, under all its client names.
    pub bytes_per_principal: u64,
    pub bytes_per_store: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Create {
    Done(Recorded),
    /// A call with this key has stored it before.
    Known(Stored),
    AskerFull,
    StoreFull,
    PrincipalBytesFull,
    StoreBytesFull,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "returned once per write, and nearly always `Done`"
)]
pub enum Append {
    Done(Recorded),
    /// Another writer was first: load again and decide again.
    Conflict,
}

/// What a committed write left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    pub stored: Stored,
    pub events: Vec<StoredEvent>,
}

/// One event of an interaction, with its number in the [`Log`](crate::Log).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEvent {
    pub seq: u64,
    pub interaction_id: InteractionId,
    pub at: Timestamp,
    pub event: Event,
}

/// A person's unfinished answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDraft {
    pub draft: AnswerDraft,
    pub surface: Surface,
    pub at: Timestamp,
}

/// A pending deadline, for the one task that watches them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueAt {
    pub id: InteractionId,
    /// On the boot clock the deadline was armed on.
    pub uptime_ms: u64,
}

/// Finished interactions that retention removed, with the event that says so on the live stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pruned {
    pub ids: Vec<InteractionId>,
}
