//! Threads and tasks as people read them in a terminal. Text of agents is made safe here, always.

use domain::display::display_safe_lines;
use domain::display_safe;
use domain::task::{EventKind, Layer, WaitReason};
use i18n::Key;
use protocol::{
    AttemptView, MessageView, RememberedView, TaskDetail, TaskEventView, TaskSummary, ThreadReply,
    ThreadView, WaitsFor, in_own_zone,
};

use crate::age::{ago, span};
use crate::describe::short_id;
use crate::table::table;
use crate::text::{say, tell};

const SEPARATOR: &str = " · ";

/// Cells of one row of the list of threads.
pub(crate) fn thread_row(thread: &ThreadView) -> Vec<String> {
    vec![
        short_id(&thread.thread_id).to_owned(),
        ago(&thread.updated_at),
        thread_state(thread),
        display_safe(&thread.title).into_owned(),
        display_safe(&thread.directory).into_owned(),
    ]
}

/// The agent, and what a person must never overlook about the thread.
fn thread_state(thread: &ThreadView) -> String {
    let mut parts = vec![display_safe(&thread.agent).into_owned()];
    parts.extend(thread.full_auto.then(|| say(Key::ThreadFullAuto)));
    parts.extend(thread.archived.then(|| say(Key::ThreadArchived)));
    parts.join(SEPARATOR)
}

/// One thread in full.
pub(crate) fn thread(reply: &ThreadReply) -> String {
    let thread = &reply.thread;
    let (id, changed) = (&thread.thread_id, ago(&thread.updated_at));
    let idle = span(thread.idle_timeout_seconds);
    let hard = span(thread.hard_timeout_seconds);
    let mut lines = vec![
        display_safe(&thread.title).into_owned(),
        [thread_state(thread), display_safe(&thread.directory).into()].join(SEPARATOR),
        tell(
            Key::CliThreadHeading,
            &[("id", id.into()), ("ago", (&changed).into())],
        ),
        tell(
            Key::CliThreadLimits,
            &[("idle", (&idle).into()), ("hard", (&hard).into())],
        ),
    ];
    if !thread.remembered.is_empty() {
        let rows: Vec<_> = thread.remembered.iter().map(remembered_row).collect();
        lines.push(format!("\n{}", say(Key::CliThreadRemembered)));
        lines.push(table(&rows));
    }
    if !reply.tasks.is_empty() {
        let rows: Vec<_> = reply.tasks.iter().map(task_row).collect();
        lines.push(format!("\n{}", say(Key::CliThreadTasks)));
        lines.push(table(&rows));
    }
    lines.join("\n")
}

fn remembered_row(remembered: &RememberedView) -> Vec<String> {
    vec![
        remembered.number.to_string(),
        say(remembered.decision.into()),
        display_safe(&remembered.tool).into_owned(),
        display_safe(&remembered.what).into_owned(),
    ]
}

/// Cells of one row of a list of tasks.
pub(crate) fn task_row(task: &TaskSummary) -> Vec<String> {
    vec![
        short_id(&task.task_id).to_owned(),
        task_state(task),
        ago(&task.updated_at),
        display_safe(&task.title).into_owned(),
    ]
}

/// The status of a task, and what it waits for where it waits for the person.
pub(crate) fn task_state(task: &TaskSummary) -> String {
    let status = say(task.status.into());
    let Some(reason) = task.reason else {
        return status;
    };
    let reason = say(reason.into());
    tell(
        Key::CliTaskWaits,
        &[("status", (&status).into()), ("reason", (&reason).into())],
    )
}

/// One task in full. `answer_with` is the command that answers what it waits for.
pub(crate) fn task(task: &TaskDetail, answer_with: Option<&str>) -> String {
    let summary = &task.summary;
    let mut lines = heading(task);
    lines.extend(summary.stopping.then(|| say(Key::CliTaskStopping)));
    lines.extend(task.waits_for.as_ref().map(waits_for));
    if let Some(layer) = task.decided_by {
        let layer = say(layer.into());
        lines.push(tell(Key::CliTaskDecidedBy, &[("layer", (&layer).into())]));
    }
    if let Some(error) = &task.error_message {
        lines.push(display_safe_lines(error).into_owned());
    }
    lines.extend(section(Key::CliTaskPrompt, [indented(&task.prompt)]));
    lines.extend(section(Key::CliTaskReplies, task.replies.iter().map(reply)));
    lines.extend(section(Key::CliTaskQueued, task.queued.iter().map(queued)));
    let output = task.output.as_deref().map(indented);
    lines.extend(section(Key::CliTaskOutput, output));
    lines.extend(section(
        Key::CliTaskAttempts,
        task.attempts.iter().map(attempt),
    ));
    lines.extend(section(Key::CliShowEvents, task.events.iter().map(event)));
    if let Some(command) = answer_with {
        let words = tell(Key::CliTaskAnswerWith, &[("command", command.into())]);
        lines.push(format!("\n{words}"));
    }
    lines.join("\n")
}

/// The lines that say which task it is, in which state, where and by which agent.
pub(crate) fn heading(task: &TaskDetail) -> Vec<String> {
    let summary = &task.summary;
    let mut state = vec![
        task_state(summary),
        display_safe(&task.agent).into_owned(),
        display_safe(&task.directory).into_owned(),
    ];
    state.extend(task.full_auto.then(|| say(Key::ThreadFullAuto)));
    state.push(ago(&summary.updated_at));
    let (id, thread) = (&summary.task_id, &summary.task_group_id);
    let ids = [("task", id.into()), ("thread", thread.into())];
    vec![
        display_safe(&summary.title).into_owned(),
        state.join(SEPARATOR),
        tell(Key::CliTaskHeading, &ids),
    ]
}

/// Says what a queued task waits for.
pub(crate) fn waits_for(waits: &WaitsFor) -> String {
    match waits {
        WaitsFor::Directory { task_id } => {
            let task = short_id(task_id);
            tell(Key::CliTaskWaitsDirectory, &[("task", task.into())])
        }
        WaitsFor::Slot { max, .. } => {
            let max = max.to_string();
            tell(Key::CliTaskWaitsSlot, &[("max", (&max).into())])
        }
        WaitsFor::Turn => say(Key::CliTaskWaitsTurn),
    }
}

/// A heading and what belongs below it; nothing where nothing does.
fn section(heading: Key, below: impl IntoIterator<Item = String>) -> Vec<String> {
    let below: Vec<String> = below.into_iter().collect();
    let heading = (!below.is_empty()).then(|| format!("\n{}", say(heading)));
    heading.into_iter().chain(below).collect()
}

fn reply(message: &MessageView) -> String {
    let at = in_own_zone(&message.at);
    format!("  {at}\n{}", indented(&message.text))
}

/// A queued message with its id, by which it is edited or removed.
fn queued(message: &MessageView) -> String {
    format!("  {}\n{}", message.message_id, indented(&message.text))
}

fn attempt(attempt: &AttemptView) -> String {
    let ended = match (&attempt.ended_at, &attempt.ending) {
        (Some(at), ending) => {
            let (at, ending) = (in_own_zone(at), ending_words(ending.as_deref()));
            let args = [("ending", (&ending).into()), ("at", (&at).into())];
            tell(Key::CliTaskAttemptEnded, &args)
        }
        (None, _) => say(Key::CliTaskAttemptRuns),
    };
    let (number, started) = (attempt.number.to_string(), in_own_zone(&attempt.started_at));
    let args = [
        ("number", (&number).into()),
        ("started", (&started).into()),
        ("ended", (&ended).into()),
    ];
    format!("  {}", tell(Key::CliTaskAttempt, &args))
}

fn ending_words(ending: Option<&str>) -> String {
    match ending {
        Some("complete") => say(Key::TaskEndingComplete),
        Some("asks") => say(Key::TaskEndingAsks),
        Some("continues") => say(Key::TaskEndingContinues),
        Some("failed") => say(Key::TaskEndingFailed),
        Some("needs_login") => say(Key::TaskEndingNeedsLogin),
        Some("stopped") => say(Key::TaskEndingStopped),
        Some("interrupted") | None => say(Key::TaskEndingInterrupted),
        // A newer hub knows more words than this program.
        Some(other) => display_safe(other).into_owned(),
    }
}

fn event(event: &TaskEventView) -> String {
    let line = format!("  {}  {}", in_own_zone(&event.at), say(event.event.into()));
    let detail = event.detail.as_deref();
    let detail = match event.event {
        EventKind::Asked => detail
            .and_then(WaitReason::from_word)
            .map(|it| say(it.into())),
        EventKind::Completed => detail.and_then(Layer::from_word).map(|it| say(it.into())),
        EventKind::Started | EventKind::Failed => {
            detail.map(|detail| display_safe(detail).into_owned())
        }
        EventKind::Answered
        | EventKind::Withdrawn
        | EventKind::StopRequested
        | EventKind::Queued
        | EventKind::Cancelled => None,
    };
    match detail {
        Some(detail) => format!("{line}  {detail}"),
        None => line,
    }
}

fn indented(text: &str) -> String {
    let safe = display_safe_lines(text);
    format!(
        "    {}",
        safe.trim_end_matches('\n').replace('\n', "\n    ")
    )
}
