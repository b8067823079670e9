//! `sayso task list`

use clap::Args;
use clap::builder::PossibleValuesParser;
use domain::task::Status;
use i18n::Key;
use serde_json::Value;

use super::row_as_json;
use crate::args::help;
use crate::context::Context;
use crate::describe_thread::task_row;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use crate::text::say;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[arg(long, value_name = "ID", help = help(Key::CliTaskListThread))]
    thread: Option<String>,
    #[arg(
        long,
        value_parser = PossibleValuesParser::new(Status::ALL.map(Status::as_str)),
        ignore_case = true,
        value_name = "STATUS",
        help = help(Key::CliTaskListStatus)
    )]
    status: Option<String>,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let (thread, status) = (arguments.thread.as_deref(), arguments.status.as_deref());
    let found = context.person()?.tasks(thread, status).await?.tasks;
    if arguments.json {
        let rows: Vec<Value> = found.iter().map(row_as_json).collect();
        output::json(&rows);
    } else if found.is_empty() {
        output::note(&say(Key::CliTaskNone));
    } else {
        let rows: Vec<Vec<String>> = found.iter().map(task_row).collect();
        output::line(&table(&rows));
    }
    Ok(Exit::Done)
}
