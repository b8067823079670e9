//! How refusals about threads and tasks leave the hub.

use domain::task::Refusal;
use engine::{GiveError, TaskError, ToolError, WorkshopError};
use http::StatusCode;
use protocol::Problem;
use protocol::error::ANOTHER_QUESTION_OPEN;

use crate::error::Failure;

impl From<TaskError> for Failure {
    fn from(error: TaskError) -> Self {
        let message = error.to_string();
        let conflict = |code| Self::new(StatusCode::CONFLICT, code, message.clone());
        match error {
            TaskError::UnknownTask(id) => unknown_task(&id.to_string()),
            TaskError::UnknownThread(id) => unknown_thread(&id.to_string()),
            TaskError::Refused(Refusal::AlreadyAsking { .. }) => conflict(ANOTHER_QUESTION_OPEN)
                .hint("End your turn, and ask again when the answer has come."),
            TaskError::Refused(_) => {
                conflict("task_not_now").hint("`sayso task show` says what the task does now.")
            }
            TaskError::EmptyMessage => invalid(
                "message_empty",
                "text",
                &message,
                "Write something; nothing was changed.",
            ),
            TaskError::MessageTooLong { bytes, max } => Self::invalid(vec![
                Problem::new("message_too_long", "text", message.clone(), "Shorten it.")
                    .with("bytes", bytes)
                    .with("max", max),
            ]),
            TaskError::QueueFull => conflict("message_queue_full")
                .hint("Wait until the agent takes some, or remove one."),
            TaskError::TakesNoMessages(status) => conflict("task_takes_no_messages")
                .hint("Go on in the same thread with `sayso run --thread`.")
                .with("status", status),
            TaskError::MessageTaken => conflict("message_taken"),
            TaskError::NothingRemembered => {
                Self::new(StatusCode::NOT_FOUND, "nothing_remembered", message.clone())
                    .hint("`sayso thread show` lists them.")
            }
            TaskError::BadTitle { max } => Self::invalid(vec![
                Problem::new(
                    "thread_title_invalid",
                    "title",
                    message.clone(),
                    "Shorten it.",
                )
                .with("max", max),
            ]),
            TaskError::Contended => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "contended",
                "too many changes at the same time",
            )
            .hint("Try again."),
            TaskError::Answer(error) => error.into(),
            TaskError::Store(error) => error.into(),
        }
    }
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Self {
        match error {
            ToolError::Ask(error) => error.into(),
            ToolError::Task(error) => error.into(),
        }
    }
}

impl From<GiveError> for Failure {
    fn from(error: GiveError) -> Self {
        let message = error.to_string();
        let named = |code: &str, field: &'static str, hint: &str, name: &str, value: String| {
            let problem = Problem::new(code, field, message.clone(), hint);
            Self::invalid(vec![problem.with(name, value)])
        };
        match error {
            GiveError::Workshop(WorkshopError::UnknownAgent(agent)) => named(
                "agent_unknown",
                "agent",
                "`sayso agents` lists them.",
                "agent",
                agent,
            ),
            GiveError::Workshop(WorkshopError::Unusable(reason)) => named(
                "agent_unusable",
                "agent",
                "`sayso agents check` says more.",
                "reason",
                reason,
            ),
            GiveError::NotAbsolute(path) => named(
                "directory_not_absolute",
                "directory",
                "Send an absolute path.",
                "path",
                path.display().to_string(),
            ),
            GiveError::NotADirectory(path) => named(
                "directory_missing",
                "directory",
                "Make it first, or name another.",
                "path",
                path.display().to_string(),
            ),
            GiveError::Forbidden(path) => named(
                "directory_forbidden",
                "directory",
                "Name the directory of one project.",
                "path",
                path.display().to_string(),
            ),
            GiveError::BadLimits => invalid(
                "time_limits_invalid",
                "limits",
                &message,
                "Leave both out for the profile's own.",
            ),
            GiveError::Archived => {
                Self::new(StatusCode::CONFLICT, "thread_archived", message.clone())
                    .hint("Restore it, or begin a new one.")
            }
            GiveError::Task(error) => error.into(),
        }
    }
}

fn invalid(code: &str, field: &'static str, message: &str, hint: &str) -> Failure {
    Failure::invalid(vec![Problem::new(code, field, message.into(), hint)])
}

pub(crate) fn unknown_task(id: &str) -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "unknown_task",
        format!("there is no task {id}"),
    )
    .hint("Ids are listed by `sayso task list`.")
    .with("id", id)
}

pub(crate) fn unknown_attempt(attempt: u32, newest: u32) -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "unknown_attempt",
        format!("the task has no attempt {attempt}; its newest is {newest}"),
    )
    .with("attempt", attempt)
    .with("newest", newest)
}

pub(crate) fn unknown_thread(id: &str) -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "unknown_thread",
        format!("there is no thread {id}"),
    )
    .hint("Ids are listed by `sayso threads`.")
    .with("id", id)
}

pub(crate) fn unknown_message(id: &str) -> Failure {
    Failure::new(
        StatusCode::NOT_FOUND,
        "unknown_message",
        format!("there is no message {id}"),
    )
    .hint("`sayso task show` lists them.")
    .with("id", id)
}

/// The caller proves to be the agent of an attempt that does not run any more.
pub(crate) fn attempt_over() -> Failure {
    Failure::new(
        StatusCode::UNAUTHORIZED,
        "attempt_over",
        "the attempt that this agent worked for is over",
    )
    .hint("Stop; nobody waits for this result.")
}

/// Only an agent that the hub runs has a turn.
pub(crate) fn not_in_a_thread() -> Failure {
    Failure::new(
        StatusCode::FORBIDDEN,
        "not_in_a_thread",
        "only an agent that sayso runs in a thread can report how its turn ends",
    )
    .hint("Say it in your answer instead.")
}

pub(crate) fn ambiguous(text: &str) -> Failure {
    crate::error::ambiguous(text)
}
