//! `sayso choose ID`: one question in the terminal; what `provide_choice` hands off.

use clap::Args;
use i18n::Key;

use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "ID", help = help(Key::CliId))]
    id: String,
    #[arg(long, help = help(Key::CliPlain))]
    plain: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.at_the_terminal()?;
    let options = terminal::options(arguments.plain);
    let finish = tui::choose(client, &arguments.id, options).await?;
    terminal::end(context, finish).await
}
