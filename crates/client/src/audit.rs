//! The audit and the import: calls of the person at this machine that go through whole histories.

use http::Method;
use protocol::{AuditExportPage, AuditHead, AuditReport, HubRecords, ImportReply, ImportRequest};

use crate::HubClient;
use crate::error::ClientError;
use crate::operations::segment;

/// How long the hub may take to recompute every hash, or to store one batch: a million
/// interactions take minutes.
const LONG_CALL_SECONDS_MAX: u64 = 1_800;

impl HubClient {
    /// Checks every hash chain, and that it contains a head that was kept elsewhere.
    pub async fn verify_audit(&self, head: Option<&str>) -> Result<AuditReport, ClientError> {
        let mut path = "/api/v1/audit/verify".to_owned();
        if let Some(head) = head {
            path.push_str(&format!("?head={}", segment(head)));
        }
        self.call(Method::GET, &path, None::<&()>, LONG_CALL_SECONDS_MAX)
            .await
    }

    /// Returns the end of the chain of outcomes.
    pub async fn audit_head(&self) -> Result<AuditHead, ClientError> {
        self.get("/api/v1/audit/head").await
    }

    /// Returns what happened to the hub itself after the event of this number.
    pub async fn hub_events(&self, after: u64) -> Result<HubRecords, ClientError> {
        self.get(&format!("/api/v1/audit/hub?after={after}")).await
    }

    /// Returns one page of the audit, from `cursor` on.
    pub async fn export_audit(&self, cursor: Option<&str>) -> Result<AuditExportPage, ClientError> {
        let mut path = "/api/v1/audit/export?limit=500".to_owned();
        if let Some(cursor) = cursor {
            path.push_str(&format!("&cursor={}", segment(cursor)));
        }
        self.get(&path).await
    }

    /// Imports finished questions of another program.
    pub async fn import(&self, request: &ImportRequest) -> Result<ImportReply, ClientError> {
        let path = "/api/v1/import";
        self.call(Method::POST, path, Some(request), LONG_CALL_SECONDS_MAX)
            .await
    }
}
