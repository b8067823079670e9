//! What lists and the feed show of a task. Prompt and output may be large, so they are not among it.

use domain::task::{Awaiting, State, Status};
use domain::thread::title_of;
use domain::{TaskId, ThreadId, Timestamp};
use store::StoredTask;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskOutline {
    pub id: TaskId,
    pub thread: ThreadId,
    /// The first line of the prompt.
    pub title: String,
    pub status: Status,
    pub awaiting: Option<Awaiting>,
    pub attempt: u32,
    pub is_stopping: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub revision: u64,
    pub number: u64,
}

impl From<&StoredTask> for TaskOutline {
    fn from(stored: &StoredTask) -> Self {
        let task = &stored.task;
        Self {
            id: task.id,
            thread: task.thread,
            title: title_of(&task.prompt),
            status: task.status(),
            awaiting: task.awaiting().cloned(),
            attempt: task.attempt,
            is_stopping: matches!(task.state, State::Stopping { .. }),
            created_at: task.created_at,
            updated_at: task.updated_at,
            revision: stored.revision,
            number: stored.number,
        }
    }
}
