//! `sayso task show`

use client::HubClient;
use protocol::TaskDetail;

use super::{Which, as_json};
use crate::context::Context;
use crate::describe_thread;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::suggestion::answer_command;

pub(super) async fn run(context: &Context, which: &Which) -> Result<Exit, Failure> {
    let client = context.person()?;
    let task = client.task(&which.id).await?;
    if which.json {
        output::json(&as_json(&task));
    } else {
        let answer = answer_with(context, &client, &task).await?;
        output::line(&describe_thread::task(&task, answer.as_deref()));
    }
    Ok(Exit::Done)
}

/// Returns the command that answers what the task waits for.
pub(crate) async fn answer_with(
    context: &Context,
    client: &HubClient,
    task: &TaskDetail,
) -> Result<Option<String>, Failure> {
    let Some(id) = &task.summary.interaction_id else {
        return Ok(None);
    };
    let detail = client.detail(id).await?;
    Ok(Some(answer_command(context, id, &detail.question)))
}
