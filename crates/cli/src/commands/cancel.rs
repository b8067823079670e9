//! `sayso cancel ID`

use clap::Args;
use i18n::Key;
use protocol::CancelRequest;

use super::{answer, show};
use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::markers::{Ending, marker};
use crate::output;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "ID", help = help(Key::CliId))]
    id: String,
    #[arg(long, value_name = "TEXT", help = help(Key::CliCancelAnnotation))]
    annotation: Option<String>,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let id = client.detail(&arguments.id).await?.summary.session_id;
    let request = CancelRequest {
        answer_id: client::fresh_answer_id(),
        note: arguments.annotation,
    };
    let cancelled = match client.cancel(&id, &request).await {
        Ok(cancelled) => cancelled,
        Err(error) => return Err(answer::lost(context, &id, error.into(), arguments.json)),
    };
    if arguments.json {
        output::json(&show::as_json(&cancelled));
    } else if let Some(result) = cancelled.decided() {
        output::line(&marker(Ending::Decided(result)));
    }
    Ok(Exit::Done)
}
