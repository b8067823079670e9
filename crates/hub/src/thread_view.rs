//! Turns stored threads and tasks into what surfaces see.

use domain::task::output::{Record, ToolCall};
use domain::task::{Event, State, StopReason};
use engine::{QueuedFor, TaskOutline, Tasks, decided_by};
use protocol::{
    AttemptView, MessageView, RecordView, RememberedView, TaskDetail, TaskEventView, TaskSummary,
    ThreadView, WaitsFor, rfc3339,
};
use store::{StoredAttempt, StoredMessage, StoredTask, StoredTaskEvent, StoredThread};

use crate::error::Failure;

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

/// A row of a list.
pub(crate) fn task_row(stored: &StoredTask) -> TaskSummary {
    task_summary(&TaskOutline::from(stored))
}

/// A task in full.
pub(crate) async fn task_detail(tasks: &Tasks, stored: &StoredTask) -> Result<TaskDetail, Failure> {
    let id = stored.task.id;
    let thread = tasks.thread(stored.task.thread).await?.thread;
    let messages = tasks.messages(id).await?;
    // An answer counts from the moment it is given, even while its attempt waits for a slot.
    let (replies, queued): (Vec<_>, Vec<_>) = messages
        .iter()
        .partition(|message| message.attempt.is_some() || message.interaction.is_some());
    let mut attempts = Vec::new();
    for attempt in tasks.attempts(id).await? {
        let tools = tasks.tool_calls(id, attempt.number).await?;
        attempts.push(attempt_view(attempt, tools));
    }
    let error_message = match &stored.task.state {
        State::Error { message } => Some(message.clone()),
        State::Queued
        | State::Running
        | State::Stopping { .. }
        | State::Awaiting(_)
        | State::Complete { .. }
        | State::Cancelled => None,
    };
    let waits_for = tasks.waits_for(stored).await?;
    let events = tasks.events_of(id).await?;
    Ok(TaskDetail {
        summary: task_row(stored),
        agent: thread.agent,
        directory: thread.directory,
        full_auto: thread.full_auto,
        session_id: thread.session,
        prompt: stored.task.prompt.clone(),
        output: stored.output.clone(),
        error_message,
        decided_by: decided_by(&stored.task),
        waits_for: waits_for.map(waits_view),
        events: events.iter().map(event_view).collect(),
        attempts,
        replies: replies.into_iter().map(message_view).collect(),
        queued: queued.into_iter().map(message_view).collect(),
    })
}

fn waits_view(waits: QueuedFor) -> WaitsFor {
    match waits {
        QueuedFor::Directory(task) => WaitsFor::Directory {
            task_id: task.to_string(),
        },
        QueuedFor::Slot { running, max } => WaitsFor::Slot { running, max },
        QueuedFor::Turn => WaitsFor::Turn,
    }
}

fn event_view(event: &StoredTaskEvent) -> TaskEventView {
    let detail = match &event.event {
        Event::Started { attempt } => Some(attempt.to_string()),
        Event::Asked(awaiting) => Some(awaiting.reason.to_string()),
        Event::Failed { message } => Some(message.clone()),
        Event::Completed { by } => Some(by.to_string()),
        Event::StopRequested { why } => Some(stop_word(*why).to_owned()),
        Event::Answered { .. } | Event::Withdrawn { .. } | Event::Queued | Event::Cancelled => None,
    };
    TaskEventView {
        seq: event.seq,
        at: rfc3339(event.at),
        event: event.event.kind(),
        detail,
    }
}

fn stop_word(why: StopReason) -> &'static str {
    match why {
        StopReason::Cancelled => "cancelled",
        StopReason::Expired { expiry } => expiry.as_str(),
        StopReason::Drained => "drained",
    }
}

fn attempt_view(attempt: StoredAttempt, tool_calls: Vec<ToolCall>) -> AttemptView {
    let plan = attempt.plan.as_deref();
    let usage = attempt.usage.as_deref();
    AttemptView {
        number: attempt.number,
        started_at: rfc3339(attempt.started_at),
        ended_at: attempt.ended_at.map(rfc3339),
        ending: attempt.ending,
        closing: attempt.closing,
        session_id: attempt.session,
        plan: plan
            .and_then(|plan| serde_json::from_str(plan).ok())
            .unwrap_or_default(),
        usage: usage.and_then(|usage| serde_json::from_str(usage).ok()),
        tool_calls,
        output_records: attempt.output_last,
        output_cut: attempt.output_cut,
    }
}

/// One record of the output of an attempt.
pub(crate) fn record_view(record: Record) -> RecordView {
    RecordView {
        position: record.position,
        at: rfc3339(record.at),
        progress: record.entry.progress(),
        entry: record.entry,
    }
}

fn message_view(message: &StoredMessage) -> MessageView {
    MessageView {
        message_id: message.id.to_string(),
        at: rfc3339(message.at),
        text: message.text.clone(),
        attempt: message.attempt,
        interaction_id: message.interaction.map(|id| id.to_string()),
    }
}
