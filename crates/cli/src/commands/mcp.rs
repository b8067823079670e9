//! `sayso mcp`: the MCP server that agents start. Standard output belongs to the protocol.

use std::path::PathBuf;

use clap::Args;
use i18n::Key;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::args::help;
use crate::context::{Context, VERSION};
use crate::exit::Exit;
use crate::failure::{Failure, chain};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, value_name = "DIR", help = help(Key::CliMcpProject))]
    project: Option<PathBuf>,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let wiring = mcp::Wiring {
        door: context.door()?,
        version: VERSION,
    };
    let project = arguments.project.or_else(|| std::env::current_dir().ok());
    let project = project.and_then(|path| std::path::absolute(path).ok());
    let directory = project
        .map(|path| path.to_string_lossy().into_owned())
        .unwrap_or_default();
    let stop = CancellationToken::new();
    let told = stop.clone();
    if let Ok(mut terminate) = signal(SignalKind::terminate()) {
        tokio::spawn(async move {
            terminate.recv().await;
            told.cancel();
        });
    }
    match mcp::serve_stdio(wiring, directory, stop).await {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(Failure::new("mcp_failed", chain(&error))),
    }
}
