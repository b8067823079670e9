//! The calls, one method each.

use std::collections::BTreeMap;

use domain::interaction::QuestionKind;
use domain::interaction::Status;
use http::Method;
use protocol::{
    AgentToken, AnswerRequest, ApprovalRequest, AskReply, CancelRequest, ChoiceSpec,
    ConfirmRequest, CreateToken, CreatedToken, DeadlineRequest, DraftChange, DraftReply,
    ExportFormat, ExportPart, HitlRequest, HubStatus, InteractionDetail, InteractionPage,
    InteractionSummary, InterfaceRequest, ListFilter, LoginCode, PlainSpec, RelayRequest,
    ReportReply, ReportRequest, SettingValue, SettingsPatch, SettingsReply, ShutdownReply,
    ViewRequest, WaitReply, WebSession,
};

use crate::HubClient;
use crate::call::CALL_SECONDS_MAX;
use crate::error::ClientError;

/// The longest poll window a person can set.
const POLL_SECONDS_MAX: u64 = 3600;

/// Which interactions to list.
#[derive(Debug, Clone, Default)]
pub struct ListRequest {
    pub filter: ListFilter,
    pub search: Option<String>,
    pub project: Option<String>,
    pub asker: Option<String>,
    pub status: Option<Status>,
    /// An instant of RFC 3339.
    pub since: Option<String>,
    pub cursor: Option<String>,
    pub limit: Option<u32>,
}

impl ListRequest {
    fn path(&self, route: &str) -> String {
        let filter = match self.filter {
            ListFilter::Active => "active",
            ListFilter::Completed => "completed",
            ListFilter::All => "all",
        };
        let mut path = format!("{route}?filter={filter}");
        let texts = [
            ("search", &self.search),
            ("project", &self.project),
            ("asker", &self.asker),
            ("since", &self.since),
            ("cursor", &self.cursor),
        ];
        for (name, value) in texts {
            if let Some(value) = value {
                path.push_str(&format!("&{name}={}", segment(value)));
            }
        }
        if let Some(status) = self.status {
            path.push_str(&format!("&status={status}"));
        }
        if let Some(limit) = self.limit {
            path.push_str(&format!("&limit={limit}"));
        }
        path
    }
}

/// For askers.
impl HubClient {
    /// Stores a question, or attaches to an identical one that its asker lost. Tries again while
    /// the hub comes and goes, and still asks only once.
    pub async fn ask(&self, request: &ChoiceSpec) -> Result<AskReply, ClientError> {
        self.ask_once("/api/v1/asks", request).await
    }

    /// Like [`HubClient::ask`], for a request with options only.
    pub async fn ask_hitl(&self, request: &HitlRequest) -> Result<AskReply, ClientError> {
        self.ask_once("/api/v1/asks/hitl", request).await
    }

    /// Like [`HubClient::ask`], for a question that is answered with a plain sentence.
    pub async fn ask_plain(&self, request: &PlainSpec) -> Result<AskReply, ClientError> {
        self.ask_once("/api/v1/asks/plain", request).await
    }

    /// Asks whether one exact command may run.
    pub async fn ask_approval(&self, request: &ApprovalRequest) -> Result<AskReply, ClientError> {
        self.ask_once("/api/v1/approvals", request).await
    }

    /// Says how the turn of an agent that the hub runs ends.
    pub async fn report_outcome(&self, report: &ReportRequest) -> Result<ReportReply, ClientError> {
        self.post("/api/v1/outcome", report).await
    }

    /// Tells the hub that the asker has given up waiting for its question.
    pub async fn leave(&self, id: &str) -> Result<InteractionSummary, ClientError> {
        self.post(
            &format!("/api/v1/asks/{}/leave", segment(id)),
            &ViewRequest {},
        )
        .await
    }

    /// Waits up to `window_seconds` for the outcome of a question of this asker; `None` takes the
    /// person's poll window. Dropping the future tells the hub that the asker has gone.
    pub async fn wait(
        &self,
        id: &str,
        window_seconds: Option<u64>,
    ) -> Result<WaitReply, ClientError> {
        let query = window_seconds.map(|seconds| format!("?wait_seconds={seconds}"));
        self.result(id, &query.unwrap_or_default(), window_seconds)
            .await
    }

    /// Waits for the person's poll window. A question of another kind is returned immediately, as
    /// far as it has come.
    pub async fn poll(&self, id: &str, kind: QuestionKind) -> Result<WaitReply, ClientError> {
        let query = format!("?kind={}", kind.as_str());
        self.result(id, &query, None).await
    }

    async fn result(
        &self,
        id: &str,
        query: &str,
        window_seconds: Option<u64>,
    ) -> Result<WaitReply, ClientError> {
        let path = format!("/api/v1/asks/{}/result{query}", segment(id));
        let seconds_max = window_seconds
            .unwrap_or(POLL_SECONDS_MAX)
            .saturating_add(CALL_SECONDS_MAX);
        self.call(Method::GET, &path, None::<&()>, seconds_max)
            .await
    }

    /// Tells the hub that the asker has received the outcome.
    pub async fn confirm_delivery(&self, id: &str) -> Result<InteractionSummary, ClientError> {
        self.post(
            &format!("/api/v1/asks/{}/receipt", segment(id)),
            &ViewRequest {},
        )
        .await
    }

    /// Looks at a question of this asker again, as asking it showed it.
    pub async fn asked(&self, id: &str) -> Result<AskReply, ClientError> {
        self.get(&format!("/api/v1/asks/{}", segment(id))).await
    }

    /// Relays what the person did with a question in this asker's client.
    pub async fn relay(
        &self,
        id: &str,
        request: &RelayRequest,
    ) -> Result<InteractionSummary, ClientError> {
        self.post(&format!("/api/v1/asks/{}/relay", segment(id)), request)
            .await
    }

    /// Takes a question of this asker back.
    pub async fn withdraw(
        &self,
        id: &str,
        request: &CancelRequest,
    ) -> Result<InteractionSummary, ClientError> {
        self.post(&format!("/api/v1/asks/{}/cancel", segment(id)), request)
            .await
    }
}

/// For people.
impl HubClient {
    pub async fn list(&self, request: &ListRequest) -> Result<InteractionPage, ClientError> {
        self.get(&request.path("/api/v1/interactions")).await
    }

    /// Returns the next part of a file with what [`HubClient::list`] lists, in full.
    pub async fn export(
        &self,
        format: ExportFormat,
        request: &ListRequest,
    ) -> Result<ExportPart, ClientError> {
        let path = format!("/api/v1/export/{}", format.as_str());
        self.get(&request.path(&path)).await
    }

    /// Shows one interaction; `id` may be its unambiguous beginning.
    pub async fn detail(&self, id: &str) -> Result<InteractionDetail, ClientError> {
        self.get(&format!("/api/v1/interactions/{}", segment(id)))
            .await
    }

    pub async fn answer(
        &self,
        id: &str,
        request: &AnswerRequest,
    ) -> Result<InteractionDetail, ClientError> {
        self.post(
            &format!("/api/v1/interactions/{}/answer", segment(id)),
            request,
        )
        .await
    }

    /// Confirms the choice, which then counts.
    pub async fn confirm(
        &self,
        id: &str,
        request: &ConfirmRequest,
    ) -> Result<InteractionDetail, ClientError> {
        self.post(
            &format!("/api/v1/interactions/{}/confirm", segment(id)),
            request,
        )
        .await
    }

    pub async fn cancel(
        &self,
        id: &str,
        request: &CancelRequest,
    ) -> Result<InteractionDetail, ClientError> {
        self.post(
            &format!("/api/v1/interactions/{}/cancel", segment(id)),
            request,
        )
        .await
    }

    pub async fn move_deadline(
        &self,
        id: &str,
        request: DeadlineRequest,
    ) -> Result<InteractionDetail, ClientError> {
        self.post(
            &format!("/api/v1/interactions/{}/deadline", segment(id)),
            &request,
        )
        .await
    }

    /// Saves what `change` makes of the draft it was based on; returns the merged draft.
    pub async fn change_draft(
        &self,
        id: &str,
        change: &DraftChange,
    ) -> Result<DraftReply, ClientError> {
        let path = format!("/api/v1/interactions/{}/draft", segment(id));
        self.call(Method::PATCH, &path, Some(change), CALL_SECONDS_MAX)
            .await
    }

    pub async fn switch_interface(
        &self,
        id: &str,
        request: &InterfaceRequest,
    ) -> Result<InteractionDetail, ClientError> {
        self.post(
            &format!("/api/v1/interactions/{}/interface", segment(id)),
            request,
        )
        .await
    }

    /// Says that a person has the question in view.
    pub async fn view(&self, id: &str) -> Result<InteractionSummary, ClientError> {
        self.post(
            &format!("/api/v1/interactions/{}/view", segment(id)),
            &ViewRequest {},
        )
        .await
    }

    pub async fn settings(&self) -> Result<SettingsReply, ClientError> {
        self.get("/api/v1/settings").await
    }

    pub async fn change_settings(
        &self,
        changes: BTreeMap<String, Option<SettingValue>>,
    ) -> Result<SettingsReply, ClientError> {
        self.patch_settings("/api/v1/settings", changes).await
    }

    /// Changes settings while the person has this question in view: it follows them, too.
    pub async fn change_settings_at(
        &self,
        question: &str,
        changes: BTreeMap<String, Option<SettingValue>>,
    ) -> Result<SettingsReply, ClientError> {
        let path = format!("/api/v1/settings?question={}", segment(question));
        self.patch_settings(&path, changes).await
    }

    async fn patch_settings(
        &self,
        path: &str,
        changes: BTreeMap<String, Option<SettingValue>>,
    ) -> Result<SettingsReply, ClientError> {
        let patch = SettingsPatch(changes);
        self.call(Method::PATCH, path, Some(&patch), CALL_SECONDS_MAX)
            .await
    }
}

/// For the person at this machine.
impl HubClient {
    pub async fn status(&self) -> Result<HubStatus, ClientError> {
        self.get("/api/v1/status").await
    }

    pub async fn login_code(&self) -> Result<LoginCode, ClientError> {
        self.post("/api/v1/login-codes", &ViewRequest {}).await
    }

    pub async fn tokens(&self) -> Result<Vec<AgentToken>, ClientError> {
        self.get("/api/v1/tokens").await
    }

    pub async fn create_token(&self, request: &CreateToken) -> Result<CreatedToken, ClientError> {
        self.post("/api/v1/tokens", request).await
    }

    pub async fn revoke_token(&self, id: &str) -> Result<AgentToken, ClientError> {
        let path = format!("/api/v1/tokens/{}", segment(id));
        self.call(Method::DELETE, &path, None::<&()>, CALL_SECONDS_MAX)
            .await
    }

    pub async fn web_sessions(&self) -> Result<Vec<WebSession>, ClientError> {
        self.get("/api/v1/sessions").await
    }

    pub async fn revoke_web_session(&self, id: &str) -> Result<WebSession, ClientError> {
        let path = format!("/api/v1/sessions/{}", segment(id));
        self.call(Method::DELETE, &path, None::<&()>, CALL_SECONDS_MAX)
            .await
    }

    /// Asks the hub to stop; what is pending stays pending.
    pub async fn shut_down(&self) -> Result<ShutdownReply, ClientError> {
        self.post("/api/v1/shutdown", &ViewRequest {}).await
    }
}

/// Writes text as one path segment or query value.
pub(crate) fn segment(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_segment_escapes_any_text() {
        assert_eq!(segment("../a b?c#d&e=é"), "..%2Fa%20b%3Fc%23d%26e%3D%C3%A9");
    }
}
