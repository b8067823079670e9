//! `sayso threads`

use clap::Args;
use i18n::Key;

use crate::args::help;
use crate::context::Context;
use crate::describe_thread::thread_row;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use crate::text::say;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliThreadsArchived))]
    archived: bool,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let found = context.person()?.threads(arguments.archived).await?.threads;
    if arguments.json {
        output::json(&found);
    } else if found.is_empty() {
        output::note(&say(Key::CliThreadsNone));
    } else {
        let rows: Vec<Vec<String>> = found.iter().map(thread_row).collect();
        output::line(&table(&rows));
    }
    Ok(Exit::Done)
}
