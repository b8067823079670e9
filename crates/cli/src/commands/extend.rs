//! `sayso extend ID SECONDS`

use clap::Args;
use i18n::Key;
use protocol::DeadlineRequest;

use super::{answer, show};
use crate::age::exact;
use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "ID", help = help(Key::CliId))]
    id: String,
    #[arg(value_name = "SECONDS", help = help(Key::CliExtendSeconds))]
    seconds: u64,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let id = client.detail(&arguments.id).await?.summary.session_id;
    let request = DeadlineRequest::AddSeconds(arguments.seconds);
    let extended = match client.move_deadline(&id, request).await {
        Ok(extended) => extended,
        Err(error) => return Err(answer::lost(context, &id, error.into(), arguments.json)),
    };
    if arguments.json {
        output::json(&show::as_json(&extended));
        return Ok(Exit::Done);
    }
    let words = match extended.summary.remaining_seconds {
        Some(seconds) => tell(Key::CliExtendDone, &[("span", (&exact(seconds)).into())]),
        None => say(Key::CliNoDeadline),
    };
    output::line(&words);
    Ok(Exit::Done)
}
