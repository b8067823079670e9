//! `sayso inbox`: everything that waits for a person, of every agent.

use std::sync::Arc;

use clap::Args;
use i18n::Key;

use crate::args::help;
use crate::browser;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliPlain))]
    plain: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let browser = browser::of(context.layout.runtime_dir());
    let options = tui::Options {
        open_web: Some(Arc::new(move |url| browser.opens(url))),
        ..terminal::options(arguments.plain)
    };
    tui::inbox(context.at_the_terminal()?, options).await?;
    Ok(Exit::Done)
}
