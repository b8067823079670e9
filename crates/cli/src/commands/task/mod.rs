//! `sayso task`: one job that was given to an agent, one file per thing done with it.

mod list;
mod log;
mod show;
mod steer;

use clap::{Args, Subcommand};
use i18n::Key;
use protocol::{MarkRequest, TaskDetail, TaskSummary};
use serde::Serialize;
use serde_json::Value;

pub(crate) use self::show::answer_with;
use crate::args::{help, one_of};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// The task that is meant, and how to answer.
#[derive(Debug, Args)]
struct Which {
    #[arg(value_name = "ID", help = help(Key::CliTaskId))]
    id: String,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(about = help(Key::CliTaskListAbout))]
    List(list::Arguments),
    #[command(about = help(Key::CliTaskShowAbout))]
    Show(Which),
    #[command(about = help(Key::CliTaskReplyAbout), after_help = help(Key::CliTaskReplyAfter))]
    Reply {
        #[command(flatten)]
        which: Which,
        #[arg(value_name = "TEXT", allow_hyphen_values = true, help = help(Key::CliTaskReplyText))]
        text: String,
    },
    #[command(about = help(Key::CliTaskEditAbout))]
    Edit {
        #[command(flatten)]
        which: Which,
        #[arg(value_name = "MESSAGE", help = help(Key::CliTaskMessage))]
        message: String,
        #[arg(value_name = "TEXT", allow_hyphen_values = true, help = help(Key::CliTaskReplyText))]
        text: String,
    },
    #[command(about = help(Key::CliTaskUnqueueAbout))]
    Unqueue {
        #[command(flatten)]
        which: Which,
        #[arg(value_name = "MESSAGE", help = help(Key::CliTaskMessage))]
        message: String,
    },
    #[command(about = help(Key::CliTaskCancelAbout))]
    Cancel(Which),
    #[command(about = help(Key::CliTaskMarkAbout))]
    Mark {
        #[command(flatten)]
        which: Which,
        #[arg(
            value_parser = one_of([MarkRequest::Complete, MarkRequest::NeedsReply], mark_word),
            value_name = "AS",
            help = help(Key::CliTaskMarkAs)
        )]
        mark: MarkRequest,
    },
    #[command(about = help(Key::CliTaskLogAbout), after_help = help(Key::CliTaskLogAfter))]
    Log(log::Arguments),
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.action {
        Action::List(arguments) => list::run(context, arguments).await,
        Action::Show(which) => show::run(context, &which).await,
        Action::Reply { which, text } => steer::reply(context, &which, text).await,
        Action::Edit {
            which,
            message,
            text,
        } => steer::edit(context, &which, &message, text).await,
        Action::Unqueue { which, message } => steer::unqueue(context, &which, &message).await,
        Action::Cancel(which) => steer::cancel(context, &which).await,
        Action::Mark { which, mark } => steer::mark(context, &which, mark).await,
        Action::Log(arguments) => log::run(context, arguments).await,
    }
}

fn mark_word(mark: MarkRequest) -> &'static str {
    match mark {
        MarkRequest::Complete => "complete",
        MarkRequest::NeedsReply => "needs-reply",
    }
}

/// Scripts may rely on these keys being there.
pub(crate) fn row_as_json(task: &TaskSummary) -> Value {
    with_keys(task, &["reason", "interaction_id"])
}

/// Scripts may rely on these keys being there.
pub(crate) fn as_json(task: &TaskDetail) -> Value {
    let keys = [
        "reason",
        "interaction_id",
        "session_id",
        "output",
        "error_message",
        "decided_by",
        "waits_for",
    ];
    with_keys(task, &keys)
}

fn with_keys(value: &impl Serialize, keys: &[&str]) -> Value {
    let mut value = serde_json::to_value(value).expect("a task is plain values");
    if let Some(object) = value.as_object_mut() {
        for key in keys {
            object.entry(*key).or_insert(Value::Null);
        }
    }
    value
}
