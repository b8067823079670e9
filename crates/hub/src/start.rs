//! Brings a hub up, in an order that never disturbs one that already runs: lock, store, engine,
//! then listeners.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use engine::{Clock, Engine, EngineError, SystemClock};
use settings::{SettingsError, Source};
use store::{SqliteStore, StoreError};
use tokio_util::sync::CancellationToken;

use crate::access::Access;
use crate::browser::Browser;
#[cfg(target_os = "linux")]
use crate::file_system;
use crate::hand_off::Links;
use crate::kept_port::KeptPort;
use crate::listen::{self, PortWish};
use crate::live_settings::LiveSettings;
use crate::lock::HubLock;
use crate::parts::{Facts, Hub, Outside};
use crate::server::RunningHub;
use crate::workshop::{Agents, ThisMachine};

/// Looks an environment variable up.
pub type Environment = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Builds the service behind `/mcp` once the port and the connection to the hub are known.
pub type McpService = Box<dyn FnOnce(crate::InternalDoor, u16, CancellationToken) -> Router + Send>;

/// Where a hub keeps its files and what it may do.
pub struct Options {
    pub data_dir: PathBuf,
    pub database: PathBuf,
    pub socket: PathBuf,
    pub lock: PathBuf,
    pub settings_file: PathBuf,
    /// The port the person asked for on the command line; `None` leaves it to the settings.
    pub port: Option<u16>,
    /// Exits when nothing is pending, waiting or connected.
    pub on_demand: bool,
    /// This program and the flags that lead back to this hub, for commands handed to people.
    pub program: Vec<String>,
    pub version: &'static str,
    pub environment: Environment,
    pub browser: Option<Arc<dyn Browser>>,
    pub mcp: Option<McpService>,
    pub agents: Agents,
}

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("a hub already runs for {}", data_dir.display())]
    AlreadyRunning { data_dir: PathBuf },
    #[error(
        "{} is on a network file system ({kind}), where answers could be lost; choose a directory on this machine with --data-dir or SAYSO_DATA_DIR",
        path.display()
    )]
    NetworkFileSystem { path: PathBuf, kind: String },
    #[error("port {port} is taken; choose another with --port, or --port 0 for any free one")]
    PortTaken { port: u16 },
    #[error("cannot listen on the loopback address")]
    Listen(#[source] io::Error),
    #[error("{} already exists where the hub needs its socket; move or delete it", path.display())]
    SocketInTheWay { path: PathBuf },
    #[error("cannot listen on the socket {}", path.display())]
    Socket {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot use the lock file {}", path.display())]
    Lock {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("cannot recover what was pending")]
    Engine(#[from] EngineError),
}

impl RunningHub {
    /// Starts a hub; when this returns it accepts connections.
    pub async fn start(options: Options) -> Result<Self, StartError> {
        // Before the lock, which means nothing there.
        #[cfg(target_os = "linux")]
        file_system::require_local(&options.data_dir)?;
        let lock = HubLock::take(&options.lock, &options.data_dir)?;
        let settings = LiveSettings::load(options.settings_file, options.environment)?;
        let loaded = settings.current();
        let wish = match (options.port, loaded.source("port"), loaded.settings.port) {
            (Some(0), _, _) | (None, Source::File | Source::Environment, 0) => PortWish::Any,
            (Some(port), _, _) => PortWish::Configured(port),
            (None, Source::File | Source::Environment, port) => PortWish::Configured(port),
            (None, Source::Default, port) => PortWish::Default(port),
        };
        let store = Arc::new(SqliteStore::open(&options.database).await?);
        let access = Access::load(store.clone()).await?;
        let tcp = listen::portal(wish, &KeptPort::of(&options.data_dir)).await?;
        let unix = listen::socket(&options.socket)?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let started_at = clock.now().wall;
        let engine = Engine::start(store, Arc::clone(&clock), settings.rules()).await?;
        settings.record_guard(&engine).await;

        let links = Links {
            program: options.program,
            port: tcp.port,
        };
        let facts = Facts {
            version: options.version,
            database: options.database,
            data_dir: options.data_dir,
            on_demand: options.on_demand,
            started_at,
            agents_file: options.socket.with_file_name("agents.json"),
        };
        let agents = Arc::new(options.agents);
        let workshop = Arc::new(ThisMachine {
            agents: (*agents).clone(),
            data_dir: facts.data_dir.clone(),
        });
        let hub = Hub::new(
            engine,
            clock,
            settings,
            access,
            links,
            facts,
            Outside {
                browser: options.browser,
                workshop,
                agents,
            },
        )
        .await?;
        Ok(RunningHub::serve(
            hub,
            tcp,
            unix,
            lock,
            options.socket,
            options.mcp,
        ))
    }
}
