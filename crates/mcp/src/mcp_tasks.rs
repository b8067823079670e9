//! Questions as MCP tasks (extension `io.modelcontextprotocol/tasks`): the question's id is the task's.
//!
//! This module keeps no state. Every call asks the hub as this asker, so that a task survives
//! restarts of both and no other asker can see it.

use client::{ClientError, HubClient};
use domain::DecidedBy;
use protocol::{AskReply, CancelRequest, InteractionSummary, WaitReply};
use rmcp::model::{
    CallToolResult, CreateTaskResult, DetailedTask, ErrorData, GetTaskResult, JsonObject, Task,
    TaskPayload, TaskStatus,
};
use serde_json::Value;

use crate::refusal::chain;
use crate::waiting;

/// How often a client should look: a person thinks longer than that.
const POLL_INTERVAL_MS: u64 = 5_000;

/// A task as it stands, and the question whose decision it carries.
pub(crate) struct Looked {
    pub(crate) result: GetTaskResult,
    pub(crate) decided: Option<String>,
}

/// Makes a stored question a task. It is durable already.
pub(crate) fn created(reply: &AskReply) -> CreateTaskResult {
    let task = task(&reply.interaction, TaskStatus::Working);
    let message = format!(
        "Waiting for the person to decide \"{}\": {}",
        reply.interaction.title, reply.hand_off.url
    );
    CreateTaskResult::new(task.with_status_message(message))
}

/// Looks at a task of this asker. `finish` turns an outcome into what the tool would return.
pub(crate) async fn get(
    hub: &HubClient,
    task_id: &str,
    finish: impl FnOnce(WaitReply) -> CallToolResult,
) -> Result<Looked, ErrorData> {
    let asked = hub.asked(task_id).await.map_err(refused)?;
    let found = waiting::look(hub, task_id).await.map_err(refused)?;
    let decided = waiting::is_decided(&found);
    let payload = match found
        .result
        .decided()
        .answered_by
        .as_ref()
        .map(|by| by.kind)
    {
        _ if !decided => TaskPayload::Working,
        Some(DecidedBy::Asker) => TaskPayload::Cancelled,
        Some(DecidedBy::Person | DecidedBy::Policy) | None => TaskPayload::Completed {
            result: object(&finish(found)),
        },
    };
    let task = task(&asked.interaction, payload.status());
    Ok(Looked {
        result: GetTaskResult::new(DetailedTask::new(task, payload)),
        decided: decided.then(|| task_id.to_owned()),
    })
}

/// Takes the question behind a task back. One that is decided stays decided.
pub(crate) async fn cancel(hub: &HubClient, task_id: &str) -> Result<(), ErrorData> {
    let request = CancelRequest {
        answer_id: client::fresh_answer_id(),
        note: None,
    };
    match hub.withdraw(task_id, &request).await {
        Ok(_) => Ok(()),
        Err(error) if error.code() == Some("already_decided") => Ok(()),
        Err(error) => Err(refused(error)),
    }
}

/// Takes note of input for a task of this asker. Ours never ask for any, so there is nothing that
/// it could answer: people decide on the hub's surfaces.
pub(crate) async fn update(hub: &HubClient, task_id: &str) -> Result<(), ErrorData> {
    hub.asked(task_id).await.map(drop).map_err(refused)
}

fn task(summary: &InteractionSummary, status: TaskStatus) -> Task {
    let updated = summary.completed_at.as_ref().unwrap_or(&summary.started_at);
    // No time to live: how long questions are kept is the person's setting, in days.
    Task::new(&summary.session_id, status, &summary.started_at, updated)
        .with_poll_interval_ms(POLL_INTERVAL_MS)
}

fn object(result: &CallToolResult) -> JsonObject {
    match serde_json::to_value(result) {
        Ok(Value::Object(object)) => object,
        Ok(_) | Err(_) => JsonObject::new(),
    }
}

fn refused(error: ClientError) -> ErrorData {
    if error.code() == Some("unknown_session") {
        return ErrorData::invalid_params("there is no such task of yours", None);
    }
    ErrorData::internal_error(chain(&error), None)
}
