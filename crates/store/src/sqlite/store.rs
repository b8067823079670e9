//! The [`Store`] contract, each method handed to the module that knows how.

use async_trait::async_trait;
use domain::interaction::Event;
use domain::retention::Retention;
use domain::{InteractionId, Timestamp};

use super::access::{AddToken, AddWebSession, Kind, Remove, Touch};
use super::append::AppendEvents;
use super::create::{self, CreateInteraction};
use super::drafts::{self, SaveDraft};
use super::import::ImportRecordings;
use super::prune::{PRUNED_PER_WRITE_MAX, PruneOldest};
use super::{SqliteStore, access, events, export, interactions, list, verify};
use crate::{
    Append, AuditPage, Create, DueAt, Import, ListQuery, NewInteraction, NewToken, NewWebSession,
    Page, PendingLimits, Pruned, Recorded, Recording, Store, StoreError, Stored, StoredDraft,
    StoredEvent, TokenRow, WebSessionRow,
};

/// Runs a read on one of the readers and names the file if it turns out damaged.
macro_rules! read {
    ($store:ident, $function:path $(, $argument:expr)*) => {{
        let mut reader = $store.reader().await?;
        $function(&mut reader $(, $argument)*).await.map_err(|error| $store.located(error))
    }};
}

#[async_trait]
impl Store for SqliteStore {
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

    async fn events_after(&self, after: u64, limit: u32) -> Result<Vec<StoredEvent>, StoreError> {
        read!(self, events::after, after, limit)
    }

    async fn last_seq(&self) -> Result<u64, StoreError> {
        read!(self, events::last_seq)
    }

    async fn next_deadline(&self) -> Result<Option<DueAt>, StoreError> {
        read!(self, interactions::next_deadline)
    }

    async fn pending(&self) -> Result<Vec<Stored>, StoreError> {
        read!(self, interactions::pending)
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

    async fn add_web_session(&self, session: &NewWebSession) -> Result<(), StoreError> {
        self.write(AddWebSession(session.clone())).await
    }

    async fn web_sessions(&self) -> Result<Vec<WebSessionRow>, StoreError> {
        read!(self, access::web_sessions)
    }

    async fn touch_web_session(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        self.write(Touch {
            kind: Kind::WebSession,
            id: id.to_owned(),
            at,
        })
        .await
    }

    async fn remove_web_session(&self, id: &str) -> Result<bool, StoreError> {
        self.write(Remove {
            kind: Kind::WebSession,
            id: id.to_owned(),
        })
        .await
    }

    async fn add_token(&self, token: &NewToken) -> Result<(), StoreError> {
        self.write(AddToken(token.clone())).await
    }

    async fn tokens(&self) -> Result<Vec<TokenRow>, StoreError> {
        read!(self, access::tokens)
    }

    async fn touch_token(&self, id: &str, at: Timestamp) -> Result<(), StoreError> {
        self.write(Touch {
            kind: Kind::Token,
            id: id.to_owned(),
            at,
        })
        .await
    }

    async fn remove_token(&self, id: &str) -> Result<bool, StoreError> {
        self.write(Remove {
            kind: Kind::Token,
            id: id.to_owned(),
        })
        .await
    }

    async fn import(
        &self,
        recordings: Vec<Recording>,
        at: Timestamp,
    ) -> Result<Vec<Import>, StoreError> {
        self.write(ImportRecordings { recordings, at }).await
    }

    async fn audit_page(&self, cursor: Option<&str>, limit: u32) -> Result<AuditPage, StoreError> {
        read!(self, export::page, cursor, limit)
    }

    async fn verify_audit(&self) -> Result<Vec<String>, StoreError> {
        read!(self, verify::verify)
    }

    async fn broken(&self) {
        self.writer.sync_failed().await;
    }

    async fn close(&self) {
        // Readers first: the last connection to close is the one that may fold the log away.
        self.readers.close().await;
        self.writer.close().await;
    }
}
