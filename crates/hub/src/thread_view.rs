//! Turns stored threads and tasks into what surfaces see.

use engine::TaskOutline;
use protocol::{RememberedView, TaskSummary, ThreadView, rfc3339};
use store::StoredThread;

pub(crate) fn thread_view(stored: &StoredThread) -> ThreadView {
    let thread = &stored.thread;
    let remembered = thread.remembered.iter().zip(1..);
    ThreadView {
        thread_id: thread.id.to_string(),
        title: thread.title.clone(),
        directory: thread.directory.clone(),
        agent: thread.agent.clone(),
        full_auto: thread.full_auto,
        idle_timeout_seconds: thread.limits.idle_ms / 1000,
        hard_timeout_seconds: thread.limits.hard_ms / 1000,
        archived: thread.archived_at.is_some(),
        created_at: rfc3339(thread.created_at),
        updated_at: rfc3339(thread.updated_at),
        remembered: remembered
            .map(|(known, number)| RememberedView {
                number,
                tool: known.subject.tool.clone(),
                what: known.subject.what.clone(),
                decision: known.kind,
                at: rfc3339(known.at),
            })
            .collect(),
        revision: stored.revision,
    }
}

pub(crate) fn task_summary(task: &TaskOutline) -> TaskSummary {
    let awaiting = task.awaiting.as_ref();
    TaskSummary {
        task_id: task.id.to_string(),
        task_group_id: task.thread.to_string(),
        title: task.title.clone(),
        status: task.status,
        reason: awaiting.map(|awaiting| awaiting.reason),
        interaction_id: awaiting.map(|awaiting| awaiting.interaction.to_string()),
        attempt: task.attempt,
        stopping: task.is_stopping,
        created_at: rfc3339(task.created_at),
        updated_at: rfc3339(task.updated_at),
        revision: task.revision,
        number: task.number,
    }
}
