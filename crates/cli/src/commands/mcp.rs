//! `sayso mcp`: the MCP server that agents start. Standard output belongs to the protocol.

use std::path::PathBuf;

use clap::Args;
use i18n::Key;
use mcp::{Offer, RunningAttempt, ToolName};
use protocol::route::{ATTEMPT_KEY_VARIABLE, TICKET_SECONDS_VARIABLE};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::args::help;
use crate::context::{Context, VERSION};
use crate::exit::Exit;
use crate::failure::{Failure, chain};
use crate::text::tell;

/// For a hub that does not say how long its agent waits.
const TICKET_SECONDS: u64 = 50;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, value_name = "DIR", help = help(Key::CliMcpProject))]
    project: Option<PathBuf>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = help(Key::CliMcpTools))]
    tools: Option<Vec<String>>,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let wiring = mcp::Wiring {
        door: context.door()?,
        version: VERSION,
        offer: offer(attempt(), arguments.tools.as_deref())?,
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

/// Returns the attempt that the agent works for, where a hub runs it.
fn attempt() -> Option<RunningAttempt> {
    let key = std::env::var(ATTEMPT_KEY_VARIABLE).ok()?;
    let seconds = std::env::var(TICKET_SECONDS_VARIABLE).ok();
    Some(RunningAttempt {
        key,
        ticket_seconds: seconds
            .and_then(|seconds| seconds.parse().ok())
            .unwrap_or(TICKET_SECONDS),
    })
}

fn offer(attempt: Option<RunningAttempt>, named: Option<&[String]>) -> Result<Offer, Failure> {
    let offer = attempt.map_or_else(Offer::default, Offer::in_thread);
    let Some(named) = named else {
        return Ok(offer);
    };
    let find = |name: &String| match ToolName::from_name(name.trim()) {
        Some(tool) if tool.needs_thread() && offer.attempt.is_none() => {
            let name = [("name", tool.as_str().into())];
            Err(Failure::usage(tell(Key::CliMcpToolNeedsThread, &name)))
        }
        Some(tool) => Ok(tool),
        None => {
            let known = ToolName::ALL.map(ToolName::as_str).join(", ");
            let args = [
                ("name", name.as_str().into()),
                ("known", known.as_str().into()),
            ];
            Err(Failure::usage(tell(Key::CliMcpToolUnknown, &args)))
        }
    };
    let tools = named.iter().map(find).collect::<Result<_, _>>()?;
    Ok(Offer { tools, ..offer })
}
