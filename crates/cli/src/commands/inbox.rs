//! `sayso inbox`: everything that waits for a person, of every agent.

use std::sync::Arc;

use clap::Args;

use crate::browser;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal;

#[derive(Debug, Args)]
pub(crate) struct Arguments {}

pub(crate) async fn run(context: &Context, Arguments {}: Arguments) -> Result<Exit, Failure> {
    let browser = browser::of(context.layout.runtime_dir());
    let options = tui::Options {
        open_web: Some(Arc::new(move |url| browser.opens(url))),
        ..terminal::options(false)
    };
    tui::inbox(context.at_the_terminal()?, options).await?;
    Ok(Exit::Done)
}
