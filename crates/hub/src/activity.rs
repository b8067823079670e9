//! What keeps an on-demand hub alive, and when it ends itself.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::Clock;
use tokio::sync::Notify;

/// How often the hub looks whether it is still needed, besides after each request.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Live sockets of one browser session: one per open tab, and more tabs than this are unlikely.
const SESSION_SOCKETS_MAX: u32 = 16;
/// How long an opened browser has to show its page before another one is tried.
const BROWSER_REST_MS: u64 = 20_000;

pub(crate) struct Activity {
    clock: Arc<dyn Clock>,
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

/// Counts one request or socket until it is dropped.
pub(crate) struct Present {
    activity: Arc<Activity>,
    what: Presence,
}

impl Activity {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            last_ms: AtomicU64::new(clock.now().uptime_ms),
            clock,
            requests: AtomicU64::default(),
            sockets: AtomicU64::default(),
            portal_pages: AtomicU64::default(),
            browser_opened_ms: AtomicU64::default(),
            session_sockets: Mutex::default(),
            changed: Notify::default(),
        }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.clock.now().uptime_ms
    }

    /// Returns when it is worth looking again whether the hub is still needed.
    pub(crate) async fn changed(&self) {
        // Waiting for whichever comes first; both only mean "look again".
        tokio::time::timeout(LOOK_EVERY, self.changed.notified())
            .await
            .unwrap_or(());
    }

    /// Whether nothing is connected, and nothing was for this long.
    pub(crate) fn is_idle_for(&self, ms: u64) -> bool {
        let idle_ms = self
            .now_ms()
            .saturating_sub(self.last_ms.load(Ordering::Relaxed));
        let connected = self.requests.load(Ordering::Relaxed) + self.sockets();
        connected == 0 && idle_ms >= ms
    }

    pub(crate) fn portal_pages(&self) -> u64 {
        self.portal_pages.load(Ordering::Relaxed)
    }

    pub(crate) fn sockets(&self) -> u64 {
        self.sockets.load(Ordering::Relaxed) + self.portal_pages()
    }

    /// Whether a browser may be opened now; a yes is remembered. A page takes a moment to connect,
    /// and several questions may come in that moment: one tab is enough for all of them.
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
    pub(crate) fn new(activity: &Arc<Activity>, what: Presence) -> Self {
        activity.counter(what).fetch_add(1, Ordering::Relaxed);
        Self {
            activity: Arc::clone(activity),
            what,
        }
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        let activity = &self.activity;
        activity.counter(self.what).fetch_sub(1, Ordering::Relaxed);
        let now_ms = activity.now_ms();
        activity.last_ms.fetch_max(now_ms, Ordering::Relaxed);
        activity.changed.notify_one();
    }
}

/// One live socket of a browser session, counted until it is dropped.
pub(crate) struct SessionSocket {
    activity: Arc<Activity>,
    session: String,
}

impl SessionSocket {
    /// Counts one more; `None` when the session has as many as it may.
    pub(crate) fn open(activity: &Arc<Activity>, session: &str) -> Option<Self> {
        let mut sockets = activity.session_sockets();
        let count = sockets.entry(session.to_owned()).or_default();
        if *count >= SESSION_SOCKETS_MAX {
            return None;
        }
        *count += 1;
        Some(Self {
            activity: Arc::clone(activity),
            session: session.to_owned(),
        })
    }
}

impl Drop for SessionSocket {
    fn drop(&mut self) {
        let mut sockets = self.activity.session_sockets();
        if let Some(count) = sockets.get_mut(&self.session) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::SystemClock;

    use super::*;

    #[test]
    fn browser_is_opened_once_for_several_questions_within_its_rest_time() {
        let activity = Activity::new(Arc::new(SystemClock::new()));
        assert!(activity.may_open_browser_again(5));
        assert!(!activity.may_open_browser_again(6));
        assert!(!activity.may_open_browser_again(BROWSER_REST_MS));
        assert!(activity.may_open_browser_again(BROWSER_REST_MS + 5));
    }
}
