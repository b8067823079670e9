//! Tasks: what they do, and what a person does with them.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{delete, get, patch, post};
use domain::TaskId;
use domain::task::Status;
use engine::Tasks;
use protocol::{MarkRequest, OutputReply, Problem, ReplyRequest, TaskDetail, TasksReply};
use serde::Deserialize;
use store::{PAGE_ROWS_MAX, TaskQuery};

use super::Route;
use super::body::{JsonBody, QueryOf};
use crate::error::Failure;
use crate::gate::Person;
use crate::openapi::Operation;
use crate::task_error::{
    ambiguous, unknown_attempt, unknown_message, unknown_task, unknown_thread,
};
use crate::thread_view::{record_view, task_detail, task_row};

/// How long a look at the output may wait for more.
const OUTPUT_WAIT_MS_MAX: u64 = 25_000;
/// Records of a tail.
const TAIL_MAX: u64 = 10_000;

pub(super) fn routes() -> Vec<Route> {
    let one = "/api/v1/tasks/{id}";
    vec![
        Route::new(
            "/api/v1/tasks",
            get(list),
            Operation::get(
                "list_tasks",
                "Lists tasks in the order in which they were given",
            )
            .query("thread", "Only those of this thread")
            .query("status", "Only those with this status")
            .returns::<TasksReply>(),
        ),
        Route::new(
            one,
            get(show),
            Operation::get(
                "show_task",
                "Shows a task in full; `id` may be its beginning",
            )
            .returns::<TaskDetail>(),
        ),
        Route::new(
            "/api/v1/tasks/{id}/reply",
            post(reply),
            Operation::post(
                "reply",
                "Sends the agent a message: it answers the open question, or is queued",
            )
            .body::<ReplyRequest>()
            .returns::<TaskDetail>(),
        ),
        Route::new(
            "/api/v1/tasks/{id}/messages/{message}",
            patch(edit_message),
            Operation::patch("edit_message", "Changes a message that is queued")
                .body::<ReplyRequest>()
                .returns::<TaskDetail>(),
        ),
        Route::new(
            "/api/v1/tasks/{id}/messages/{message}",
            delete(remove_message),
            Operation::delete("remove_message", "Removes a message that is queued")
                .returns::<TaskDetail>(),
        ),
        Route::new(
            "/api/v1/tasks/{id}/cancel",
            post(cancel),
            Operation::post("cancel_task", "Ends a task and everything that it started")
                .returns::<TaskDetail>(),
        ),
        Route::new(
            "/api/v1/tasks/{id}/mark",
            post(mark),
            Operation::post(
                "mark_task",
                "Corrects whether a task is done or asks something",
            )
            .body::<MarkRequest>()
            .returns::<TaskDetail>(),
        ),
        Route::new(
            "/api/v1/tasks/{id}/output",
            get(output),
            Operation::get(
                "task_output",
                "Reads the output of an attempt from a position on",
            )
            .query(
                "attempt",
                "The number of the attempt; the newest unless told",
            )
            .query(
                "after",
                "The position after which to read; 0 from the beginning",
            )
            .query("tail", "Instead: this many of the newest records")
            .query("wait_ms", "How long to wait where there is nothing yet")
            .returns::<OutputReply>(),
        ),
    ]
}

#[derive(Deserialize)]
struct ListParameters {
    #[serde(default)]
    thread: Option<String>,
    #[serde(default)]
    status: Option<String>,
}

async fn list(
    State(tasks): State<Tasks>,
    _: Person,
    QueryOf(parameters): QueryOf<ListParameters>,
) -> Result<Json<TasksReply>, Failure> {
    let thread = match &parameters.thread {
        None => None,
        Some(text) => match tasks.threads_with_prefix(text).await?.as_slice() {
            [id] => Some(*id),
            [] => return Err(unknown_thread(text)),
            _ => return Err(ambiguous(text)),
        },
    };
    let query = TaskQuery {
        thread,
        status: parameters.status.as_deref().map(status).transpose()?,
        limit: PAGE_ROWS_MAX,
    };
    let found = tasks.tasks(query).await?;
    Ok(Json(TasksReply {
        tasks: found.iter().map(task_row).collect(),
    }))
}

fn status(given: &str) -> Result<Status, Failure> {
    Status::from_word(&given.to_uppercase()).ok_or_else(|| {
        let known = Status::ALL.map(Status::as_str).join(", ");
        let message = format!("status {given:?} is unknown; it is one of {known}");
        let problem = Problem::new(
            "status_unknown",
            "status",
            message,
            "Use one of them, or leave it out.",
        );
        Failure::invalid(vec![problem.with("given", given).with("known", known)])
    })
}

async fn show(
    State(tasks): State<Tasks>,
    _: Person,
    Path(id): Path<String>,
) -> Result<Json<TaskDetail>, Failure> {
    let id = locate(&tasks, &id).await?;
    detail(&tasks, id).await
}

async fn reply(
    State(tasks): State<Tasks>,
    Person(actor): Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<ReplyRequest>,
) -> Result<Json<TaskDetail>, Failure> {
    let id = locate(&tasks, &id).await?;
    tasks.reply(id, request.text, actor).await?;
    detail(&tasks, id).await
}

async fn edit_message(
    State(tasks): State<Tasks>,
    _: Person,
    Path((id, message)): Path<(String, String)>,
    JsonBody(request): JsonBody<ReplyRequest>,
) -> Result<Json<TaskDetail>, Failure> {
    let id = locate(&tasks, &id).await?;
    let message = message.parse().map_err(|_| unknown_message(&message))?;
    tasks.edit_message(id, message, Some(request.text)).await?;
    detail(&tasks, id).await
}

async fn remove_message(
    State(tasks): State<Tasks>,
    _: Person,
    Path((id, message)): Path<(String, String)>,
) -> Result<Json<TaskDetail>, Failure> {
    let id = locate(&tasks, &id).await?;
    let message = message.parse().map_err(|_| unknown_message(&message))?;
    tasks.edit_message(id, message, None).await?;
    detail(&tasks, id).await
}

async fn cancel(
    State(tasks): State<Tasks>,
    _: Person,
    Path(id): Path<String>,
) -> Result<Json<TaskDetail>, Failure> {
    let id = locate(&tasks, &id).await?;
    tasks.cancel(id).await?;
    detail(&tasks, id).await
}

async fn mark(
    State(tasks): State<Tasks>,
    _: Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<MarkRequest>,
) -> Result<Json<TaskDetail>, Failure> {
    let id = locate(&tasks, &id).await?;
    let is_question = match request {
        MarkRequest::NeedsReply => true,
        MarkRequest::Complete => false,
    };
    tasks.mark(id, is_question).await?;
    detail(&tasks, id).await
}

#[derive(Deserialize)]
struct OutputParameters {
    #[serde(default)]
    attempt: Option<u32>,
    #[serde(default)]
    after: u64,
    #[serde(default)]
    tail: Option<u64>,
    #[serde(default)]
    wait_ms: u64,
}

async fn output(
    State(tasks): State<Tasks>,
    _: Person,
    Path(id): Path<String>,
    QueryOf(parameters): QueryOf<OutputParameters>,
) -> Result<Json<OutputReply>, Failure> {
    let id = locate(&tasks, &id).await?;
    let task = tasks.task(id).await?.task;
    let newest = task.attempt;
    // The attempt that a queued task is about to begin may be waited for.
    let begins = task.status() == Status::Queued;
    let attempt = match parameters.attempt {
        Some(wanted) if wanted == 0 || wanted > newest + u32::from(begins) => {
            return Err(unknown_attempt(wanted, newest));
        }
        Some(wanted) => wanted,
        None => newest,
    };
    let part = match parameters.tail {
        Some(count) => tasks.output_tail(id, attempt, count.min(TAIL_MAX)).await?,
        None => {
            let wait_ms = parameters.wait_ms.min(OUTPUT_WAIT_MS_MAX);
            tasks
                .output_after(id, attempt, parameters.after, wait_ms)
                .await?
        }
    };
    Ok(Json(OutputReply {
        attempt,
        records: part.output.records.into_iter().map(record_view).collect(),
        last: part.output.last,
        cut: part.output.cut,
        ended: part.has_ended,
    }))
}

async fn detail(tasks: &Tasks, id: TaskId) -> Result<Json<TaskDetail>, Failure> {
    let stored = tasks.task(id).await?;
    Ok(Json(task_detail(tasks, &stored).await?))
}

/// Finds the task a person names by its id or the beginning of it.
async fn locate(tasks: &Tasks, text: &str) -> Result<TaskId, Failure> {
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    match tasks.tasks_with_prefix(text).await?.as_slice() {
        [id] => Ok(*id),
        [] => Err(unknown_task(text)),
        _ => Err(ambiguous(text)),
    }
}
