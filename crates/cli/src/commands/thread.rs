//! `sayso thread`: one conversation with an agent.

use clap::{Args, Subcommand};
use domain::display_safe;
use i18n::Key;
use protocol::{ThreadPatch, ThreadReply};
use serde_json::{Value, json};

use super::task;
use crate::args::{help, one_of};
use crate::context::Context;
use crate::describe_thread;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::text::tell;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// The thread that is meant, and how to answer.
#[derive(Debug, Args)]
struct Which {
    #[arg(value_name = "ID", help = help(Key::CliThreadId))]
    id: String,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(about = help(Key::CliThreadShowAbout))]
    Show(Which),
    #[command(about = help(Key::CliThreadRenameAbout))]
    Rename {
        #[command(flatten)]
        which: Which,
        #[arg(value_name = "TITLE", help = help(Key::CliThreadTitle))]
        title: String,
    },
    #[command(about = help(Key::CliThreadArchiveAbout))]
    Archive(Which),
    #[command(about = help(Key::CliThreadRestoreAbout))]
    Restore(Which),
    #[command(about = help(Key::CliThreadAutoAbout))]
    Auto {
        #[command(flatten)]
        which: Which,
        #[arg(
            value_parser = one_of([true, false], on_or_off),
            action = clap::ArgAction::Set,
            value_name = "STATE",
            help = help(Key::CliThreadAutoState)
        )]
        state: bool,
    },
    #[command(about = help(Key::CliThreadForgetAbout))]
    Forget {
        #[command(flatten)]
        which: Which,
        #[arg(value_name = "NUMBER", help = help(Key::CliThreadForgetNumber))]
        number: u32,
    },
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let none = ThreadPatch::default();
    let (which, patch, done) = match arguments.action {
        Action::Show(which) => return show(context, &which).await,
        Action::Rename { which, title } => {
            let title = Some(title);
            (which, ThreadPatch { title, ..none }, Key::CliThreadRenamed)
        }
        Action::Archive(which) => {
            let archived = Some(true);
            let patch = ThreadPatch { archived, ..none };
            (which, patch, Key::CliThreadArchived)
        }
        Action::Restore(which) => {
            let archived = Some(false);
            let patch = ThreadPatch { archived, ..none };
            (which, patch, Key::CliThreadRestored)
        }
        Action::Auto { which, state } => {
            let done = match state {
                true => Key::CliThreadAutoOn,
                false => Key::CliThreadAutoOff,
            };
            let full_auto = Some(state);
            (which, ThreadPatch { full_auto, ..none }, done)
        }
        Action::Forget { which, number } => {
            let forget = Some(number);
            let patch = ThreadPatch { forget, ..none };
            (which, patch, Key::CliThreadForgotten)
        }
    };
    change(context, &which, &patch, done).await
}

async fn show(context: &Context, which: &Which) -> Result<Exit, Failure> {
    let reply = context.person()?.thread(&which.id).await?;
    if which.json {
        output::json(&as_json(&reply));
    } else {
        output::line(&describe_thread::thread(&reply));
    }
    Ok(Exit::Done)
}

async fn change(
    context: &Context,
    which: &Which,
    patch: &ThreadPatch,
    done: Key,
) -> Result<Exit, Failure> {
    let changed = context.person()?.change_thread(&which.id, patch).await?;
    if which.json {
        output::json(&changed);
    } else {
        let (title, agent) = (display_safe(&changed.title), display_safe(&changed.agent));
        let args = [
            ("title", title.as_ref().into()),
            ("agent", agent.as_ref().into()),
        ];
        output::line(&tell(done, &args));
    }
    Ok(Exit::Done)
}

/// The thread's own fields, and its tasks beside them.
fn as_json(reply: &ThreadReply) -> Value {
    let mut value = json!(reply.thread);
    let tasks = reply.tasks.iter().map(task::row_as_json);
    value["tasks"] = tasks.collect();
    value
}

fn on_or_off(state: bool) -> &'static str {
    match state {
        true => "on",
        false => "off",
    }
}
