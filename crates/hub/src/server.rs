//! A hub that runs: its shared parts, its listeners, and its orderly end.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use domain::Timestamp;
use engine::Engine;
use tokio::net::UnixListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::access::Access;
use crate::activity::Activity;
use crate::browser::Browser;
use crate::connection::{Acceptor, InternalDoor};
use crate::hand_off::Links;
use crate::listen::Portal;
use crate::live_settings::LiveSettings;
use crate::lock::HubLock;
use crate::rate::Rates;
use crate::routes::{self, FormTokens};
use crate::start::McpService;

/// How long open connections may take to finish once the hub stops.
const DRAIN_MAX: Duration = Duration::from_secs(3);
/// How often the settings file is looked at, for people who edit it by hand.
const SETTINGS_LOOK_EVERY: Duration = Duration::from_secs(2);

/// What every route can reach. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Hub(pub(crate) Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) engine: Engine,
    pub(crate) settings: LiveSettings,
    pub(crate) access: Access,
    pub(crate) links: Links,
    pub(crate) browser: Option<Arc<dyn Browser>>,
    pub(crate) version: &'static str,
    pub(crate) database: PathBuf,
    pub(crate) data_dir: PathBuf,
    pub(crate) on_demand: bool,
    pub(crate) started_at: Timestamp,
    pub(crate) activity: Activity,
    pub(crate) rates: Rates,
    pub(crate) form_tokens: FormTokens,
    pub(crate) stop: CancellationToken,
}

impl Deref for Hub {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Why a hub has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a hub that broke must not look as if it had been told to end"]
pub enum Ended {
    /// It was told to, or nobody needed it.
    InOrder,
    /// The disk did not confirm a write. Only a fresh process can know again what is stored.
    StoreBroken,
}

/// A hub that accepts connections.
pub struct RunningHub {
    hub: Hub,
    tasks: TaskTracker,
    socket: PathBuf,
    _lock: HubLock,
}

impl RunningHub {
    pub(crate) fn serve(
        hub: Hub,
        portal: Portal,
        unix: UnixListener,
        lock: HubLock,
        socket: PathBuf,
        mcp: Option<McpService>,
    ) -> Self {
        let tasks = TaskTracker::new();
        let router = routes::router(hub.clone());
        let internal = InternalDoor::new(Acceptor::new(hub.clone(), router.clone(), tasks.clone()));
        let router = match mcp {
            Some(build) => router.merge(build(internal, portal.port, hub.stop.child_token())),
            None => router,
        };
        let acceptor = Acceptor::new(hub.clone(), router, tasks.clone());
        tasks.spawn(acceptor.clone().accept_portal(portal.v4));
        if let Some(v6) = portal.v6 {
            tasks.spawn(acceptor.clone().accept_portal(v6));
        }
        tasks.spawn(acceptor.accept_local(unix));
        tasks.spawn(follow_settings_file(hub.clone()));
        Self {
            hub,
            tasks,
            socket,
            _lock: lock,
        }
    }

    pub fn port(&self) -> u16 {
        self.hub.links.port
    }

    /// The portal's address.
    pub fn url(&self) -> String {
        self.hub.links.origin()
    }

    /// Serves until `stop` is cancelled, a client asks for the end, or an on-demand hub has been
    /// idle for long enough; then ends in order. What is pending stays pending.
    ///
    /// A store that cannot be written any more ends it too: whoever comes next starts a fresh hub.
    pub async fn run_until(self, stop: CancellationToken) -> Ended {
        let idle = async {
            match self.hub.on_demand {
                true => self.hub.idle_for_long().await,
                false => std::future::pending().await,
            }
        };
        let ended = tokio::select! {
            () = stop.cancelled() => Ended::InOrder,
            () = self.hub.stop.cancelled() => Ended::InOrder,
            () = idle => {
                tracing::info!("idle; ending");
                Ended::InOrder
            }
            () = self.hub.engine.broken() => {
                tracing::error!("the disk did not confirm a write; ending, so that a fresh hub recovers");
                Ended::StoreBroken
            }
        };
        self.end().await;
        ended
    }

    async fn end(self) {
        self.hub.stop.cancel();
        self.tasks.close();
        if timeout(DRAIN_MAX, self.tasks.wait()).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        self.hub.engine.stop().await;
        // The lock is still held, so this socket is ours.
        if let Err(error) = std::fs::remove_file(&self.socket) {
            tracing::debug!(%error, "the socket was gone already");
        }
    }
}

impl Hub {
    /// Applies settings that have just changed.
    pub(crate) fn settings_changed(&self) {
        self.engine.set_rules(self.settings.rules());
        self.engine.announce_settings();
    }
}

/// Takes over what a person changes in the settings file with an editor.
async fn follow_settings_file(hub: Hub) {
    let mut seen = hub.settings.modified();
    loop {
        tokio::select! {
            () = hub.stop.cancelled() => return,
            () = tokio::time::sleep(SETTINGS_LOOK_EVERY) => {}
        }
        let modified: Option<SystemTime> = hub.settings.modified();
        if modified == seen {
            continue;
        }
        seen = modified;
        match hub.settings.reload() {
            Ok(true) => hub.settings_changed(),
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "the settings file cannot be used; the old values stay")
            }
        }
    }
}
