//! A hub that runs: its shared parts, its listeners, and its orderly end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::FromRef;
use engine::{Engine, Tasks};
use tokio::net::UnixListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::activity::Activity;
use crate::connection::{Acceptor, InternalDoor};
use crate::hand_off::Links;
use crate::listen::Portal;
use crate::live_settings::LiveSettings;
use crate::lock::HubLock;
use crate::parts::{Facts, Hub};
use crate::routes;
use crate::start::McpService;

/// How long open connections may take to finish once the hub stops.
const DRAIN_MAX: Duration = Duration::from_secs(3);
/// How often the settings file is looked at, for people who edit it by hand.
const SETTINGS_LOOK_EVERY: Duration = Duration::from_secs(2);

/// Why a hub has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a hub that broke must not look as if it had been told to end"]
pub enum Ended {
    /// It was told to stop, or it was idle.
    InOrder,
    /// The disk did not confirm a write. Only a fresh process can know again what is stored.
    StoreBroken,
}

/// A hub that accepts connections.
pub struct RunningHub {
    engine: Engine,
    agents: Tasks,
    settings: Arc<LiveSettings>,
    activity: Arc<Activity>,
    links: Arc<Links>,
    facts: Arc<Facts>,
    stop: CancellationToken,
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
        let engine = Engine::from_ref(&hub);
        let settings = Arc::<LiveSettings>::from_ref(&hub);
        let stop = CancellationToken::from_ref(&hub);
        let router = routes::router(hub.clone());
        let internal = InternalDoor::new(Acceptor::new(&hub, router.clone(), tasks.clone()));
        let router = match mcp {
            Some(build) => router.merge(build(internal, portal.port, stop.child_token())),
            None => router,
        };
        let acceptor = Acceptor::new(&hub, router, tasks.clone());
        tasks.spawn(acceptor.clone().accept_portal(portal.v4));
        if let Some(v6) = portal.v6 {
            tasks.spawn(acceptor.clone().accept_portal(v6));
        }
        tasks.spawn(acceptor.accept_local(unix));
        tasks.spawn(follow_settings_file(
            Arc::clone(&settings),
            engine.clone(),
            stop.clone(),
        ));
        Self {
            engine,
            agents: FromRef::from_ref(&hub),
            settings,
            activity: FromRef::from_ref(&hub),
            links: FromRef::from_ref(&hub),
            facts: FromRef::from_ref(&hub),
            stop,
            tasks,
            socket,
            _lock: lock,
        }
    }

    pub fn port(&self) -> u16 {
        self.links.port
    }

    /// The portal's address.
    pub fn url(&self) -> String {
        self.links.origin()
    }

    /// Serves until `stop` is cancelled, a client asks for the end, or an on-demand hub has been
    /// idle for long enough; then ends in order. Pending questions stay pending. A store that can
    /// no longer be written stops it too: the next client starts a fresh hub.
    pub async fn run_until(self, stop: CancellationToken) -> Ended {
        let idle = async {
            match self.facts.on_demand {
                true => self.idle_for_long().await,
                false => std::future::pending().await,
            }
        };
        let ended = tokio::select! {
            () = stop.cancelled() => Ended::InOrder,
            () = self.stop.cancelled() => Ended::InOrder,
            () = idle => {
                tracing::info!("idle; ending");
                Ended::InOrder
            }
            () = self.engine.broken() => {
                tracing::error!("the disk did not confirm a write; ending, so that a fresh hub recovers");
                Ended::StoreBroken
            }
        };
        self.end().await;
        ended
    }

    /// Returns once nothing has been pending, waiting or connected for the person's linger time.
    async fn idle_for_long(&self) {
        loop {
            self.activity.changed().await;
            let linger_seconds = self.settings.current().settings.linger_seconds;
            if !self
                .activity
                .is_idle_for(linger_seconds.saturating_mul(1000))
            {
                continue;
            }
            match self.engine.pending_count().await {
                Ok(0) if !self.agents.are_busy() => return,
                Ok(_) => {}
                Err(error) => tracing::error!(%error, "cannot tell whether anything is pending"),
            }
        }
    }

    async fn end(self) {
        self.stop.cancel();
        self.tasks.close();
        // Before the connections: agents may use some of them.
        self.agents.stop().await;
        if timeout(DRAIN_MAX, self.tasks.wait()).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        self.engine.stop().await;
        // The lock is still held, so this socket is ours.
        if let Err(error) = std::fs::remove_file(&self.socket) {
            tracing::debug!(%error, "the socket was gone already");
        }
    }
}

/// Applies changes that a person makes to the settings file with an editor.
async fn follow_settings_file(
    settings: Arc<LiveSettings>,
    engine: Engine,
    stop: CancellationToken,
) {
    let mut seen = settings.modified();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(SETTINGS_LOOK_EVERY) => {}
        }
        let modified: Option<SystemTime> = settings.modified();
        if modified == seen {
            continue;
        }
        seen = modified;
        match settings.reload() {
            Ok(true) => settings.apply_to(&engine).await,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "the settings file cannot be used; the old values stay")
            }
        }
    }
}
