//! This process as a hub: wires the parts, says when it is ready, ends in order.

use std::fs::OpenOptions;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use client::{ClientError, Door, READY_LINE, Stream};
use hub::{Agents, Ended, InternalDoor, McpService, Options, Router, RunningHub, StartError};
use i18n::Key;
use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use store::StoreError;
use tokio::net::UnixStream;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::browser;
use crate::context::{Context, VERSION};
use crate::exit::Exit;
use crate::failure::{Failure, chain};
use crate::launch::LAUNCH;
use crate::output;
use crate::text::{say, tell};

/// How long a hub that is ending may hold on to its lock, and how often to look.
const PREDECESSOR_MAX: Duration = Duration::from_secs(10);
const PREDECESSOR_PAUSE: Duration = Duration::from_millis(10);

/// Files a hub may have open: as many connections as its listeners accept, and its own.
const OPEN_FILES: u64 = 20_000;

/// How long this hub stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stay {
    /// Until it is told to end.
    ForGood,
    /// Until it is idle.
    OnDemand,
}

pub(crate) async fn serve(context: &Context, stay: Stay) -> Result<Exit, Failure> {
    // Every file that is created from here on is accessible to this user only.
    rustix::process::umask(Mode::from_raw_mode(0o077));
    allow_many_connections();
    context.layout.prepare()?;
    if stay == Stay::OnDemand {
        // Leave the client's directory, so that it can be deleted or unmounted while the hub runs.
        std::env::set_current_dir(&context.layout.data_dir).map_err(|error| io_failure(&error))?;
    }
    let stop = stop_on_signals(stay)?;
    let started = match stay {
        Stay::ForGood => RunningHub::start(options(context, stay)).await,
        Stay::OnDemand => start_or_yield(context).await,
    };
    let hub = match started {
        Ok(hub) => hub,
        // Several clients may start one at the same time; the one that gets the lock serves them
        // all.
        Err(StartError::AlreadyRunning { .. }) if stay == Stay::OnDemand => return Ok(Exit::Done),
        // The client that started us reads this in the log and adds its own words.
        Err(error) if stay == Stay::OnDemand => {
            return Err(Failure::new(start_code(&error), chain(&error)));
        }
        Err(error) => return Err(start_failure(context, &error)),
    };
    tracing::info!(
        url = hub.url(),
        pid = std::process::id(),
        version = VERSION,
        "serving"
    );
    match stay {
        Stay::OnDemand => announce_ready()?,
        Stay::ForGood => {
            let open = context.command_line(&["open"]);
            let url = hub.url();
            let args = [("url", (&url).into()), ("command", (&open).into())];
            output::line(&tell(Key::CliServeReady, &args));
        }
    }
    match hub.run_until(stop).await {
        Ended::InOrder => Ok(Exit::Done),
        // Reports a failure to a supervisor, if there is one: the next client or the next restart
        // recovers.
        Ended::StoreBroken => Err(Failure::new("store_failed", chain(&StoreError::SyncFailed))),
    }
}

/// Many systems let a process have 1,024 files open unless it asks for more, and ten thousand calls
/// may wait here.
fn allow_many_connections() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit
        .maximum
        .map_or(OPEN_FILES, |most| most.min(OPEN_FILES));
    if limit.current.is_none_or(|current| current >= wanted) {
        return;
    }
    let raised = Rlimit {
        current: Some(wanted),
        ..limit
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, "cannot have more files open");
    }
}

/// Starts a hub unless another one is running. If a hub has stopped listening but has not exited
/// yet, waits for it, because no other process would replace it.
async fn start_or_yield(context: &Context) -> Result<RunningHub, StartError> {
    let deadline = Instant::now() + PREDECESSOR_MAX;
    loop {
        match RunningHub::start(options(context, Stay::OnDemand)).await {
            Err(StartError::AlreadyRunning { .. }) if Instant::now() < deadline => {}
            started => return started,
        }
        if UnixStream::connect(&context.layout.socket).await.is_ok() {
            let data_dir = context.layout.data_dir.clone();
            return Err(StartError::AlreadyRunning { data_dir });
        }
        sleep(PREDECESSOR_PAUSE).await;
    }
}

fn options(context: &Context, stay: Stay) -> Options {
    let layout = &context.layout;
    let mut program = vec![context.program.to_string_lossy().into_owned()];
    program.extend(context.arguments(&[]));
    Options {
        data_dir: layout.data_dir.clone(),
        database: layout.database.clone(),
        socket: layout.socket.clone(),
        lock: layout.lock.clone(),
        settings_file: layout.settings_file.clone(),
        port: context.port,
        on_demand: stay == Stay::OnDemand,
        program,
        version: VERSION,
        environment: Arc::new(|name| std::env::var(name).ok()),
        browser: Some(Arc::new(browser::of(layout.runtime_dir()))),
        mcp: Some(mcp_service()),
        agents: agents(context),
    }
}

/// The agents that a hub of this context runs.
pub(crate) fn agents(context: &Context) -> Agents {
    Agents {
        file: context.layout.agents_file.clone(),
        launcher: vec![context.program.clone().into(), LAUNCH.into()],
        tools: tools(context),
        variables: std::env::vars_os().collect(),
    }
}

/// This program as agents start it to reach the hub's tools.
fn tools(context: &Context) -> Vec<String> {
    let program = context.program.to_string_lossy().into_owned();
    [program]
        .into_iter()
        .chain(context.arguments(&["mcp"]))
        .collect()
}

/// The service that the hub offers under `/mcp`: the same tools, connected to the hub within its
/// own process.
fn mcp_service() -> McpService {
    Box::new(|door, port, stop| {
        let wiring = mcp::Wiring {
            door: Arc::new(OwnDoor(door)),
            version: VERSION,
            offer: mcp::Offer::default(),
        };
        let service = mcp::http_service(wiring, port, stop);
        Router::new().route_service(protocol::route::MCP, service)
    })
}

/// Connects clients within the hub's process to the hub itself.
struct OwnDoor(InternalDoor);

#[async_trait]
impl Door for OwnDoor {
    async fn open(&self) -> Result<Stream, ClientError> {
        Ok(Box::new(self.0.open()))
    }
}

/// Tells the client that started us, then leaves its pipe alone.
fn announce_ready() -> Result<(), Failure> {
    output::line(READY_LINE);
    let nowhere = OpenOptions::new().write(true).open("/dev/null");
    nowhere
        .and_then(|nowhere| rustix::stdio::dup2_stdout(nowhere).map_err(Into::into))
        .map_err(|error| io_failure(&error))
}

/// A hub on demand outlives the terminal of the client that started it.
fn stop_on_signals(stay: Stay) -> Result<CancellationToken, Failure> {
    let stop = CancellationToken::new();
    let mut interrupt = signal(SignalKind::interrupt()).map_err(|error| io_failure(&error))?;
    let mut terminate = signal(SignalKind::terminate()).map_err(|error| io_failure(&error))?;
    let mut hangup = signal(SignalKind::hangup()).map_err(|error| io_failure(&error))?;
    let told = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv(), if stay == Stay::ForGood => {}
        }
        tracing::info!("told to end");
        told.cancel();
    });
    Ok(stop)
}

fn io_failure(error: &std::io::Error) -> Failure {
    let reason = error.to_string();
    Failure::new(
        "hub_not_started",
        tell(Key::CliErrorNotStarted, &[("reason", (&reason).into())]),
    )
}

fn start_failure(context: &Context, error: &StartError) -> Failure {
    let reason = chain(error);
    let failure = Failure::new(
        start_code(error),
        tell(Key::CliErrorNotStarted, &[("reason", (&reason).into())]),
    );
    match error {
        StartError::AlreadyRunning { .. } => {
            let stop = context.command_line(&["stop"]);
            failure.with_hint(tell(
                Key::CliServeRunningHint,
                &[("command", (&stop).into())],
            ))
        }
        StartError::PortTaken { .. } => failure.with_hint(say(Key::CliServePortHint)),
        StartError::NetworkFileSystem { .. }
        | StartError::Listen(_)
        | StartError::SocketInTheWay { .. }
        | StartError::Socket { .. }
        | StartError::Lock { .. }
        | StartError::Settings(_)
        | StartError::Store(_)
        | StartError::Engine(_) => failure,
    }
}

fn start_code(error: &StartError) -> &'static str {
    match error {
        StartError::AlreadyRunning { .. } => "already_running",
        StartError::PortTaken { .. } => "port_taken",
        StartError::NetworkFileSystem { .. } => "network_file_system",
        StartError::Settings(_) => "broken_settings_file",
        StartError::Store(_) => "store_failed",
        StartError::Listen(_)
        | StartError::SocketInTheWay { .. }
        | StartError::Socket { .. }
        | StartError::Lock { .. }
        | StartError::Engine(_) => "hub_not_started",
    }
}
