//! The calls about threads and tasks, one method each.

use http::Method;
use protocol::{
    AgentView, MarkRequest, NewAgent, OutputReply, ReplyRequest, RunRequest, TaskDetail,
    TasksReply, ThreadPatch, ThreadReply, ThreadView, ThreadsReply, ViewRequest,
};

use crate::HubClient;
use crate::call::CALL_SECONDS_MAX;
use crate::error::ClientError;
use crate::operations::segment;

/// How long an agent may take to open a session, and a little more.
const CHECK_SECONDS_MAX: u64 = 60;
/// How long one look at the output waits for more.
const OUTPUT_WAIT_MS: u64 = 20_000;

impl HubClient {
    pub async fn run(&self, request: &RunRequest) -> Result<TaskDetail, ClientError> {
        self.post("/api/v1/tasks", request).await
    }

    pub async fn agents(&self) -> Result<Vec<AgentView>, ClientError> {
        self.get("/api/v1/agents").await
    }

    pub async fn add_agent(&self, new: &NewAgent) -> Result<AgentView, ClientError> {
        self.post("/api/v1/agents", new).await
    }

    pub async fn remove_agent(&self, id: &str) -> Result<Vec<AgentView>, ClientError> {
        let path = format!("/api/v1/agents/{}", segment(id));
        self.call(Method::DELETE, &path, None::<&()>, CALL_SECONDS_MAX)
            .await
    }

    /// Opens a session with an agent, without a prompt, to see whether it could work.
    pub async fn check_agent(&self, id: &str) -> Result<AgentView, ClientError> {
        let path = format!("/api/v1/agents/{}/check", segment(id));
        self.call(Method::POST, &path, None::<&()>, CHECK_SECONDS_MAX)
            .await
    }

    pub async fn threads(&self, archived: bool) -> Result<ThreadsReply, ClientError> {
        self.get(&format!("/api/v1/threads?archived={archived}"))
            .await
    }

    pub async fn thread(&self, id: &str) -> Result<ThreadReply, ClientError> {
        self.get(&format!("/api/v1/threads/{}", segment(id))).await
    }

    pub async fn change_thread(
        &self,
        id: &str,
        patch: &ThreadPatch,
    ) -> Result<ThreadView, ClientError> {
        let path = format!("/api/v1/threads/{}", segment(id));
        self.call(Method::PATCH, &path, Some(patch), CALL_SECONDS_MAX)
            .await
    }

    pub async fn tasks(
        &self,
        thread: Option<&str>,
        status: Option<&str>,
    ) -> Result<TasksReply, ClientError> {
        let given = [("thread", thread), ("status", status)];
        let given = given.iter().filter_map(|(name, value)| {
            let value = segment((*value)?);
            Some(format!("{name}={value}"))
        });
        let query: Vec<String> = given.collect();
        self.get(&format!("/api/v1/tasks?{}", query.join("&")))
            .await
    }

    pub async fn task(&self, id: &str) -> Result<TaskDetail, ClientError> {
        self.get(&format!("/api/v1/tasks/{}", segment(id))).await
    }

    pub async fn reply(&self, id: &str, text: String) -> Result<TaskDetail, ClientError> {
        let path = format!("/api/v1/tasks/{}/reply", segment(id));
        self.post(&path, &ReplyRequest { text }).await
    }

    /// Changes a queued message, or removes it where there is no text.
    pub async fn edit_message(
        &self,
        id: &str,
        message: &str,
        text: Option<String>,
    ) -> Result<TaskDetail, ClientError> {
        let path = format!(
            "/api/v1/tasks/{}/messages/{}",
            segment(id),
            segment(message)
        );
        let (method, body) = match text {
            Some(text) => (Method::PATCH, Some(ReplyRequest { text })),
            None => (Method::DELETE, None),
        };
        self.call(method, &path, body.as_ref(), CALL_SECONDS_MAX)
            .await
    }

    pub async fn cancel_task(&self, id: &str) -> Result<TaskDetail, ClientError> {
        let path = format!("/api/v1/tasks/{}/cancel", segment(id));
        self.post(&path, &ViewRequest {}).await
    }

    pub async fn mark_task(&self, id: &str, mark: MarkRequest) -> Result<TaskDetail, ClientError> {
        let path = format!("/api/v1/tasks/{}/mark", segment(id));
        self.post(&path, &mark).await
    }

    /// Reads records after a position; waits a while where there are none yet.
    pub async fn output_after(
        &self,
        id: &str,
        attempt: u32,
        after: u64,
    ) -> Result<OutputReply, ClientError> {
        let id = segment(id);
        self.get(&format!(
            "/api/v1/tasks/{id}/output?attempt={attempt}&after={after}&wait_ms={OUTPUT_WAIT_MS}"
        ))
        .await
    }

    /// Reads what is stored after a position, without waiting.
    pub async fn output_so_far(
        &self,
        id: &str,
        attempt: u32,
        after: u64,
    ) -> Result<OutputReply, ClientError> {
        let id = segment(id);
        self.get(&format!(
            "/api/v1/tasks/{id}/output?attempt={attempt}&after={after}"
        ))
        .await
    }
}
