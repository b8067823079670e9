//! `sayso choose ID`: the terminal's hand-off, until the terminal surface is there.
//!
//! Shows the question as text with the line that answers it, and decides nothing.

use clap::Args;
use i18n::Key;
use protocol::InteractionDetail;

use crate::args::help;
use crate::context::Context;
use crate::describe::{self, short_id};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::markers::{Ending, marker};
use crate::output;
use crate::text::{say, tell};
use crate::waiting::exit_of;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "ID", help = help(Key::CliId))]
    id: String,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let detail = client.detail(&arguments.id).await?;
    if let Some(result) = &detail.result {
        output::line(&describe::detail(&detail));
        output::line(&marker(Ending::Decided(result)));
        return Ok(exit_of(result));
    }
    let id = &detail.summary.session_id;
    client.view(id).await?;
    output::line(&domain::display_safe(&detail.summary.title));
    output::line(&describe::question(&detail.request).join("\n"));
    let command = command(context, &detail);
    output::note(&tell(Key::CliChooseStub, &[("command", (&command).into())]));
    output::line(&marker(Ending::Undecided { session_id: id }));
    Ok(Exit::Undecided)
}

fn command(context: &Context, detail: &InteractionDetail) -> String {
    let question = &detail.request;
    let mut words = vec!["answer", short_id(&detail.summary.session_id)];
    let first = question.options.iter().find(|option| option.recommended);
    let first = first.or(question.options.first());
    let text = say(Key::CliAskYourText);
    match first {
        Some(option) if question.default_selection_ids.is_empty() => {
            words.extend(["--select", &option.id]);
        }
        Some(_) => {}
        None => words.extend(["--text", &text]),
    }
    context.command_line(&words)
}
