//! Threads: conversations with agents, and the jobs given in them.

use std::path::PathBuf;

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{get, patch, post};
use domain::ThreadId;
use domain::task::timeouts::{Limits, Profile};
use engine::{NewThread, Place, Tasks, ThreadChange};
use protocol::{
    Problem, RunRequest, TaskDetail, ThreadPatch, ThreadReply, ThreadView, ThreadsReply,
};
use serde::Deserialize;
use store::{PAGE_ROWS_MAX, TaskQuery, ThreadQuery};

use super::Route;
use super::body::{JsonBody, QueryOf};
use crate::error::Failure;
use crate::gate::Person;
use crate::openapi::Operation;
use crate::task_error::{ambiguous, unknown_thread};
use crate::thread_view::{task_detail, task_row, thread_view};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/threads",
            get(list),
            Operation::get(
                "list_threads",
                "Lists threads, the one that changed last first",
            )
            .query("archived", "`true` lists archived threads too")
            .returns::<ThreadsReply>(),
        ),
        Route::new(
            "/api/v1/threads/{id}",
            get(show),
            Operation::get(
                "show_thread",
                "Shows a thread and its tasks; `id` may be its beginning",
            )
            .returns::<ThreadReply>(),
        ),
        Route::new(
            "/api/v1/threads/{id}",
            patch(change),
            Operation::patch(
                "change_thread",
                "Renames or archives a thread, switches full-auto, or revokes a permission",
            )
            .body::<ThreadPatch>()
            .returns::<ThreadView>(),
        ),
        Route::new(
            "/api/v1/tasks",
            post(run),
            Operation::post(
                "run",
                "Gives an agent a job, in a new thread or an existing one",
            )
            .body::<RunRequest>()
            .returns::<TaskDetail>(),
        ),
    ]
}

#[derive(Deserialize)]
struct ListParameters {
    #[serde(default)]
    archived: bool,
}

async fn list(
    State(tasks): State<Tasks>,
    _: Person,
    QueryOf(parameters): QueryOf<ListParameters>,
) -> Result<Json<ThreadsReply>, Failure> {
    let query = ThreadQuery {
        archived: parameters.archived,
        limit: PAGE_ROWS_MAX,
    };
    let threads = tasks.threads(query).await?;
    Ok(Json(ThreadsReply {
        threads: threads.iter().map(thread_view).collect(),
    }))
}

async fn show(
    State(tasks): State<Tasks>,
    _: Person,
    Path(id): Path<String>,
) -> Result<Json<ThreadReply>, Failure> {
    let id = locate(&tasks, &id).await?;
    let thread = tasks.thread(id).await?;
    let query = TaskQuery {
        thread: Some(id),
        status: None,
        limit: PAGE_ROWS_MAX,
    };
    let own = tasks.tasks(query).await?;
    Ok(Json(ThreadReply {
        thread: thread_view(&thread),
        tasks: own.iter().map(task_row).collect(),
    }))
}

async fn change(
    State(tasks): State<Tasks>,
    _: Person,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<ThreadPatch>,
) -> Result<Json<ThreadView>, Failure> {
    let id = locate(&tasks, &id).await?;
    let changes = [
        request.title.map(ThreadChange::Title),
        request.archived.map(ThreadChange::Archived),
        request.full_auto.map(ThreadChange::FullAuto),
        request.forget.map(ThreadChange::Forget),
    ];
    let mut thread = tasks.thread(id).await?;
    for change in changes.into_iter().flatten() {
        thread = tasks.change_thread(id, change).await?;
    }
    Ok(Json(thread_view(&thread)))
}

async fn run(
    State(tasks): State<Tasks>,
    _: Person,
    JsonBody(request): JsonBody<RunRequest>,
) -> Result<Json<TaskDetail>, Failure> {
    let place = match &request.thread_id {
        Some(id) => Place::In(locate(&tasks, id).await?),
        None => Place::New(new_thread(&request)?),
    };
    let stored = tasks.give(request.prompt, place).await?;
    Ok(Json(task_detail(&tasks, &stored).await?))
}

fn new_thread(request: &RunRequest) -> Result<NewThread, Failure> {
    let profile = request.profile.unwrap_or(Profile::Standard).limits();
    let agent = needed("agent", &request.agent, "Name one of `sayso agents`.")?;
    let directory = needed("directory", &request.directory, "Send an absolute path.")?;
    let hard_ms = request.hard_timeout_seconds.map(milliseconds);
    let idle_ms = request.idle_timeout_seconds.map(milliseconds);
    let idle_ms = idle_ms.unwrap_or_else(|| profile.idle_ms.min(hard_ms.unwrap_or(u64::MAX)));
    Ok(NewThread {
        directory: PathBuf::from(directory),
        agent,
        limits: Limits {
            idle_ms,
            hard_ms: hard_ms.unwrap_or_else(|| profile.hard_ms.max(idle_ms)),
        },
        full_auto: request.full_auto,
    })
}

fn milliseconds(seconds: u64) -> u64 {
    seconds.saturating_mul(1000)
}

fn needed(field: &'static str, given: &Option<String>, hint: &str) -> Result<String, Failure> {
    given.clone().ok_or_else(|| {
        let message = format!("a new thread needs {field}");
        let problem = Problem::new("thread_field_required", field, message, hint);
        Failure::invalid(vec![problem.with("field", field)])
    })
}

/// Finds the thread a person names by its id or the beginning of it.
async fn locate(tasks: &Tasks, text: &str) -> Result<ThreadId, Failure> {
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    match tasks.threads_with_prefix(text).await?.as_slice() {
        [id] => Ok(*id),
        [] => Err(unknown_thread(text)),
        _ => Err(ambiguous(text)),
    }
}
