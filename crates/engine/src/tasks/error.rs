//! How use cases of threads and tasks end other than well.

use std::path::PathBuf;

use domain::task::{Refusal, Status};
use domain::{TaskId, ThreadId};
use store::StoreError;

use super::WorkshopError;
use crate::CommandError;

#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    #[error("there is no task {0}")]
    UnknownTask(TaskId),
    #[error("there is no thread {0}")]
    UnknownThread(ThreadId),
    #[error("{0}")]
    Refused(#[from] Refusal),
    #[error("the message is empty")]
    EmptyMessage,
    #[error("the message has {bytes} bytes; at most {max} are sent")]
    MessageTooLong { bytes: usize, max: usize },
    #[error("too many messages are queued for this task already")]
    QueueFull,
    #[error("a task that is {0} takes no messages")]
    TakesNoMessages(Status),
    #[error("the message was taken by the agent already")]
    MessageTaken,
    #[error("no permission with this number is remembered")]
    NothingRemembered,
    #[error("a title has 1 to {max} characters")]
    BadTitle { max: usize },
    #[error("too many writers at the same time")]
    Contended,
    #[error(transparent)]
    Answer(#[from] CommandError),
    #[error("the store failed")]
    Store(#[from] StoreError),
}

/// Why a job was not taken.
#[derive(Debug, thiserror::Error)]
pub enum GiveError {
    #[error(transparent)]
    Workshop(#[from] WorkshopError),
    #[error("{} is not an absolute path", .0.display())]
    NotAbsolute(PathBuf),
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    #[error("agents cannot work in {}", .0.display())]
    Forbidden(PathBuf),
    #[error("the time limits must be at least one second, and the hard one the longer")]
    BadLimits,
    #[error("the thread is archived")]
    Archived,
    #[error(transparent)]
    Task(#[from] TaskError),
}

impl From<StoreError> for GiveError {
    fn from(error: StoreError) -> Self {
        Self::Task(error.into())
    }
}
