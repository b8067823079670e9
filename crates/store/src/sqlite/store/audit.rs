//! The contract of [`Audit`].

use async_trait::async_trait;
use domain::{HubEvent, Timestamp};

use super::super::hub_events::{self, NoteHubEvent};
use super::super::{SqliteStore, export, verify};
use super::read;
use crate::{Audit, AuditHead, AuditPage, AuditedHubEvent, StoreError};

#[async_trait]
impl Audit for SqliteStore {
    async fn audit_page(&self, cursor: Option<&str>, limit: u32) -> Result<AuditPage, StoreError> {
        read!(self, export::page, cursor, limit)
    }

    async fn audit_head(&self) -> Result<Option<AuditHead>, StoreError> {
        read!(self, export::head)
    }

    async fn audit_hash(&self, number: u64) -> Result<Option<String>, StoreError> {
        read!(self, export::hash_of, number)
    }

    async fn note_hub_event(&self, event: HubEvent, at: Timestamp) -> Result<bool, StoreError> {
        self.write(NoteHubEvent { event, at }).await
    }

    async fn hub_events(&self, after: u64, limit: u32) -> Result<Vec<AuditedHubEvent>, StoreError> {
        read!(self, hub_events::after, after, limit)
    }

    async fn verify_audit(&self) -> Result<Vec<String>, StoreError> {
        read!(self, verify::verify)
    }
}
