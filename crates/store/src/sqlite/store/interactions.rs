//! The contract of [`Interactions`].

use async_trait::async_trait;
use domain::interaction::Event;
use domain::retention::Retention;
use domain::{CallKey, InteractionId, Principal, Timestamp};

use super::super::append::AppendEvents;
use super::super::create::{self, CreateInteraction};
use super::super::drafts::{self, SaveDraft};
use super::super::import::ImportRecordings;
use super::super::prune::{PRUNED_PER_WRITE_MAX, PruneOldest};
use super::super::{SqliteStore, events, interactions, list};
use super::read;
use crate::{
    Append, Create, DueAt, Import, Interactions, ListQuery, NewInteraction, Page, PendingLimits,
    Pruned, Recorded, Recording, StoreError, Stored, StoredDraft, StoredEvent, StoredOutline,
};

#[async_trait]
impl Interactions for SqliteStore {
    async fn create(
        &self,
        new: NewInteraction,
        limits: PendingLimits,
    ) -> Result<Create, StoreError> {
        self.write(CreateInteraction { new, limits }).await
    }

    async fn interaction(&self, id: InteractionId) -> Result<Option<Stored>, StoreError> {
        read!(self, interactions::load, id)
    }

    async fn outline(&self, id: InteractionId) -> Result<Option<StoredOutline>, StoreError> {
        read!(self, interactions::load_outline, id)
    }

    async fn stored_by_call(
        &self,
        principal: &Principal,
        call: CallKey,
    ) -> Result<Option<Stored>, StoreError> {
        read!(self, interactions::load_by_call, principal, call)
    }

    async fn append(
        &self,
        current: &Stored,
        events: &[Event],
        at: Timestamp,
    ) -> Result<Append, StoreError> {
        if events.is_empty() {
            return Ok(Append::Done(Recorded {
                stored: current.clone(),
                events: Vec::new(),
            }));
        }
        self.write(AppendEvents {
            current: current.clone(),
            events: events.to_vec(),
            at,
        })
        .await
    }

    async fn pending_like(&self, scope_key: &str, digest: &str) -> Result<Vec<Stored>, StoreError> {
        read!(self, interactions::pending_like, scope_key, digest)
    }

    async fn undelivered_like(
        &self,
        scope_key: &str,
        digest: &str,
        since: Timestamp,
    ) -> Result<Vec<Stored>, StoreError> {
        read!(
            self,
            interactions::undelivered_like,
            scope_key,
            digest,
            since
        )
    }

    async fn list(&self, query: &ListQuery) -> Result<Page, StoreError> {
        read!(self, list::page, query)
    }

    async fn ids_with_prefix(
        &self,
        prefix: &str,
        limit: u32,
    ) -> Result<Vec<InteractionId>, StoreError> {
        read!(self, interactions::ids_with_prefix, prefix, limit)
    }

    async fn pending_count(&self) -> Result<u64, StoreError> {
        read!(self, create::pending_count)
    }

    async fn events_of(&self, id: InteractionId) -> Result<Vec<StoredEvent>, StoreError> {
        read!(self, events::of, id)
    }

    async fn next_deadlines(&self, limit: u32) -> Result<Vec<DueAt>, StoreError> {
        read!(self, interactions::next_deadlines, limit)
    }

    async fn pending_ids(&self) -> Result<Vec<InteractionId>, StoreError> {
        read!(self, interactions::pending_ids)
    }

    async fn save_draft(&self, id: InteractionId, draft: &StoredDraft) -> Result<(), StoreError> {
        self.write(SaveDraft {
            id,
            draft: draft.clone(),
        })
        .await
    }

    async fn draft(&self, id: InteractionId) -> Result<Option<StoredDraft>, StoreError> {
        read!(self, drafts::load, id)
    }

    async fn prune(&self, retention: Retention, now: Timestamp) -> Result<Pruned, StoreError> {
        let mut ids = Vec::new();
        loop {
            let removed = self.write(PruneOldest { retention, now }).await?;
            let is_last = removed.len() < PRUNED_PER_WRITE_MAX;
            ids.extend(removed);
            if is_last {
                return Ok(Pruned { ids });
            }
        }
    }

    async fn import(
        &self,
        recordings: Vec<Recording>,
        at: Timestamp,
    ) -> Result<Vec<Import>, StoreError> {
        self.write(ImportRecordings { recordings, at }).await
    }
}
