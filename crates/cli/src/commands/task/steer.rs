//! `sayso task reply`, `edit`, `unqueue`, `cancel` and `mark`: what a person tells a task.

use i18n::Key;
use protocol::{MarkRequest, TaskDetail};

use super::{Which, as_json};
use crate::context::Context;
use crate::describe_thread::task_state;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::text_or_standard_input;
use crate::output;
use crate::text::{say, tell};

pub(super) async fn reply(context: &Context, which: &Which, text: String) -> Result<Exit, Failure> {
    let text = text_or_standard_input(text)?;
    let task = context.person()?.reply(&which.id, text.clone()).await?;
    let done = match is_queued(&task, &text) {
        true => say(Key::CliTaskReplyQueued),
        false => say(Key::CliTaskReplyAnswered),
    };
    finish(which, &task, &done)
}

/// Whether the newest message with this text answers no question.
fn is_queued(task: &TaskDetail, text: &str) -> bool {
    let sent = task.replies.iter().chain(&task.queued);
    let same = sent.filter(|message| message.text == text);
    let newest = same.max_by(|one, other| one.at.cmp(&other.at));
    newest.is_some_and(|message| message.interaction_id.is_none())
}

pub(super) async fn edit(
    context: &Context,
    which: &Which,
    message: &str,
    text: String,
) -> Result<Exit, Failure> {
    let text = text_or_standard_input(text)?;
    let client = context.person()?;
    let task = client.edit_message(&which.id, message, Some(text)).await?;
    finish(which, &task, &say(Key::CliTaskEdited))
}

pub(super) async fn unqueue(
    context: &Context,
    which: &Which,
    message: &str,
) -> Result<Exit, Failure> {
    let client = context.person()?;
    let task = client.edit_message(&which.id, message, None).await?;
    finish(which, &task, &say(Key::CliTaskUnqueued))
}

pub(super) async fn cancel(context: &Context, which: &Which) -> Result<Exit, Failure> {
    let task = context.person()?.cancel_task(&which.id).await?;
    let done = match task.summary.stopping {
        true => say(Key::CliTaskStopping),
        false => say(task.summary.status.into()),
    };
    finish(which, &task, &done)
}

pub(super) async fn mark(
    context: &Context,
    which: &Which,
    mark: MarkRequest,
) -> Result<Exit, Failure> {
    let task = context.person()?.mark_task(&which.id, mark).await?;
    let state = task_state(&task.summary);
    let done = tell(Key::CliTaskMarked, &[("state", (&state).into())]);
    finish(which, &task, &done)
}

fn finish(which: &Which, task: &TaskDetail, done: &str) -> Result<Exit, Failure> {
    match which.json {
        true => output::json(&as_json(task)),
        false => output::line(done),
    }
    Ok(Exit::Done)
}
