//! What keeps an on-demand hub alive, and when it ends itself.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use crate::server::Hub;

/// How often the hub looks whether it is still needed, besides after each request.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Live sockets of one browser session: one per open tab, and nobody has more tabs than this.
const SESSION_SOCKETS_MAX: u32 = 16;
/// How long an opened browser has to show its page before another one is tried.
const BROWSER_REST_MS: u64 = 20_000;

#[derive(Default)]
pub(crate) struct Activity {
    requests: AtomicU64,
    sockets: AtomicU64,
    portal_pages: AtomicU64,
    last_ms: AtomicU64,
    browser_opened_ms: AtomicU64,
    /// Live sockets by browser session.
    session_sockets: Mutex<HashMap<String, u32>>,
    changed: Notify,
}

/// What a guard stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Request,
    Socket,
    /// A live socket of a browser.
    PortalPage,
}

/// Counts one request or socket for as long as it lives.
pub(crate) struct Present {
    hub: Hub,
    what: Presence,
}

impl Activity {
    pub(crate) fn portal_pages(&self) -> u64 {
        self.portal_pages.load(Ordering::Relaxed)
    }

    pub(crate) fn sockets(&self) -> u64 {
        self.sockets.load(Ordering::Relaxed) + self.portal_pages()
    }

    /// Whether a browser may be opened now; a yes is remembered. A page takes a moment to connect,
    /// and several questions may come in that moment: one tab is enough for all of them (W9).
    pub(crate) fn may_open_browser_again(&self, uptime_ms: u64) -> bool {
        let taken = self.browser_opened_ms.fetch_update(
            Ordering::Relaxed,
            Ordering::Relaxed,
            |opened_ms| {
                let rested =
                    opened_ms == 0 || uptime_ms.saturating_sub(opened_ms) >= BROWSER_REST_MS;
                rested.then_some(uptime_ms.max(1))
            },
        );
        taken.is_ok()
    }

    fn session_sockets(&self) -> std::sync::MutexGuard<'_, HashMap<String, u32>> {
        self.session_sockets
            .lock()
            .expect("no code panics while it holds the counts")
    }

    fn counter(&self, what: Presence) -> &AtomicU64 {
        match what {
            Presence::Request => &self.requests,
            Presence::Socket => &self.sockets,
            Presence::PortalPage => &self.portal_pages,
        }
    }
}

impl Present {
    pub(crate) fn new(hub: &Hub, what: Presence) -> Self {
        hub.activity.counter(what).fetch_add(1, Ordering::Relaxed);
        Self {
            hub: hub.clone(),
            what,
        }
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        let activity = &self.hub.activity;
        activity.counter(self.what).fetch_sub(1, Ordering::Relaxed);
        activity
            .last_ms
            .fetch_max(self.hub.engine.clock().now().uptime_ms, Ordering::Relaxed);
        activity.changed.notify_one();
    }
}

/// One live socket of a browser session, for as long as it lives.
pub(crate) struct SessionSocket {
    hub: Hub,
    session: String,
}

impl SessionSocket {
    /// Counts one more; `None` when the session has as many as it may.
    pub(crate) fn open(hub: &Hub, session: &str) -> Option<Self> {
        let mut sockets = hub.activity.session_sockets();
        let count = sockets.entry(session.to_owned()).or_default();
        if *count >= SESSION_SOCKETS_MAX {
            return None;
        }
        *count += 1;
        Some(Self {
            hub: hub.clone(),
            session: session.to_owned(),
        })
    }
}

impl Drop for SessionSocket {
    fn drop(&mut self) {
        let mut sockets = self.hub.activity.session_sockets();
        if let Some(count) = sockets.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.session);
            }
        }
    }
}

impl Hub {
    /// Returns once nothing has been pending, waiting or connected for the person's linger time.
    pub(crate) async fn idle_for_long(&self) {
        let activity = &self.activity;
        activity
            .last_ms
            .fetch_max(self.engine.clock().now().uptime_ms, Ordering::Relaxed);
        loop {
            // Waiting for whichever comes first; both only mean "look again".
            tokio::time::timeout(LOOK_EVERY, activity.changed.notified())
                .await
                .unwrap_or(());
            let idle_ms = self
                .engine
                .clock()
                .now()
                .uptime_ms
                .saturating_sub(activity.last_ms.load(Ordering::Relaxed));
            let linger_ms = self
                .settings
                .current()
                .settings
                .linger_seconds
                .saturating_mul(1000);
            let connected = activity.requests.load(Ordering::Relaxed) + activity.sockets();
            if connected > 0 || idle_ms < linger_ms {
                continue;
            }
            match self.engine.pending_count().await {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) => tracing::error!(%error, "cannot tell whether anything is pending"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_questions_at_once_open_one_browser() {
        let activity = Activity::default();
        assert!(activity.may_open_browser_again(5));
        assert!(!activity.may_open_browser_again(6));
        assert!(!activity.may_open_browser_again(BROWSER_REST_MS));
        assert!(activity.may_open_browser_again(BROWSER_REST_MS + 5));
    }
}
