//! Reading. Nothing here changes anything.

use domain::InteractionId;
use domain::interaction::DUE_SOON_MS;
use store::{
    AuditHead, AuditPage, ListQuery, Page, StoreError, Stored, StoredEvent, StoredOutline,
};

use crate::Engine;

/// What a person meant by the beginning of an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Located {
    One(InteractionId),
    None,
    Several,
}

impl Engine {
    pub async fn interaction(&self, id: InteractionId) -> Result<Option<Stored>, StoreError> {
        self.inner.store.interaction(id).await
    }

    /// Returns what lists show of an interaction; the question itself is not read.
    pub async fn outline(&self, id: InteractionId) -> Result<Option<StoredOutline>, StoreError> {
        self.inner.store.outline(id).await
    }

    /// Lists in the order that every surface shows, see [`domain::interaction::Place`].
    pub async fn list(&self, query: &ListQuery) -> Result<Page, StoreError> {
        let uptime_ms = self.inner.clock.now().uptime_ms;
        let query = ListQuery {
            due_soon_until_ms: uptime_ms.saturating_add(DUE_SOON_MS),
            ..query.clone()
        };
        self.inner.store.list(&query).await
    }

    pub async fn events_of(&self, id: InteractionId) -> Result<Vec<StoredEvent>, StoreError> {
        self.inner.store.events_of(id).await
    }

    /// Returns the trail of an interaction, and the state that goes with it: `stored`, unless it
    /// was decided after that was read. No trail with an ending comes with a pending state.
    pub async fn trail(&self, stored: &Stored) -> Result<(Stored, Vec<StoredEvent>), StoreError> {
        let id = stored.interaction.id;
        let events = self.events_of(id).await?;
        let has_ended = events.iter().any(|event| event.event.is_terminal());
        let newer = match stored.interaction.is_pending() && has_ended {
            true => self.interaction(id).await?,
            false => None,
        };
        Ok((newer.unwrap_or_else(|| stored.clone()), events))
    }

    pub async fn last_seq(&self) -> Result<u64, StoreError> {
        self.inner.store.last_seq().await
    }

    pub async fn pending_count(&self) -> Result<u64, StoreError> {
        self.inner.store.pending_count().await
    }

    /// Returns once the store can no longer be written until it is opened again.
    pub async fn broken(&self) {
        self.inner.store.broken().await;
    }

    /// Checks every hash chain; returns one line per broken row. `kept` is a head of the chain that
    /// a person kept elsewhere: its number and hash.
    pub async fn verify_audit(&self, kept: Option<(u64, &str)>) -> Result<Vec<String>, StoreError> {
        let mut problems = self.inner.store.verify_audit().await?;
        if let Some((number, hash)) = kept {
            let found = self.inner.store.audit_hash(number).await?;
            problems.extend(match found {
                Some(found) if found == hash => None,
                Some(_) => Some(format!(
                    "audit row {number}: its hash is not the one kept elsewhere"
                )),
                None => Some(format!(
                    "audit row {number}: it was kept elsewhere and is missing here"
                )),
            });
        }
        Ok(problems)
    }

    /// Returns the newest outcome of the chain, to be kept elsewhere.
    pub async fn audit_head(&self) -> Result<Option<AuditHead>, StoreError> {
        self.inner.store.audit_head().await
    }

    pub async fn audit_page(
        &self,
        cursor: Option<&str>,
        limit: u32,
    ) -> Result<AuditPage, StoreError> {
        self.inner.store.audit_page(cursor, limit).await
    }

    /// Finds the interaction a person names by its id or the beginning of it.
    pub async fn locate(&self, text: &str) -> Result<Located, StoreError> {
        if let Ok(id) = text.parse() {
            return Ok(Located::One(id));
        }
        let is_prefix = (1..32).contains(&text.len())
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_prefix {
            return Ok(Located::None);
        }
        let ids = self.inner.store.ids_with_prefix(text, 2).await?;
        Ok(match ids.as_slice() {
            [] => Located::None,
            [id] => Located::One(*id),
            _ => Located::Several,
        })
    }
}
