//! `sayso serve`

use clap::Args;
use i18n::Key;

use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::hub_process::{self, Stay};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliServeOnDemand))]
    on_demand: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let stay = if arguments.on_demand {
        Stay::OnDemand
    } else {
        Stay::ForGood
    };
    hub_process::serve(context, stay).await
}
