//! What all clients of a storm share: the history they write, the questions they know, the end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::history::{Act, Ask, History, Recovery, Seen, Sighting, Span};

pub(crate) struct Recorder {
    begun: Instant,
    history: Mutex<History>,
    open: Mutex<Vec<Open>>,
    stop: AtomicBool,
    /// Agents that were killed.
    pub(crate) agents_killed: AtomicU64,
    /// Sign-ins that were acknowledged and then forgotten.
    pub(crate) sessions_lost: AtomicU64,
}

/// A question that people know of.
#[derive(Debug, Clone)]
pub(crate) struct Open {
    pub(crate) id: String,
    /// Left to its deadline: people only extend it.
    pub(crate) quiet: bool,
}

impl Recorder {
    pub(crate) fn new() -> Self {
        Self {
            begun: Instant::now(),
            history: Mutex::default(),
            open: Mutex::default(),
            stop: AtomicBool::new(false),
            agents_killed: AtomicU64::new(0),
            sessions_lost: AtomicU64::new(0),
        }
    }

    pub(crate) fn now_us(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Runs `call` and says when.
    pub(crate) fn timed<T>(&self, call: impl FnOnce() -> T) -> (Span, T) {
        let begun_us = self.now_us();
        let value = call();
        let ended_us = self.now_us();
        (Span { begun_us, ended_us }, value)
    }

    pub(crate) fn ask(&self, ask: Ask) {
        self.history().asks.push(ask);
    }

    pub(crate) fn act(&self, act: Act) {
        self.history().acts.push(act);
    }

    pub(crate) fn sighting(&self, id: &str, span: Span, seen: Seen) {
        if !matches!(seen, Seen::Pending) {
            self.close(id);
        }
        self.history().sightings.push(Sighting {
            id: id.to_owned(),
            span,
            seen,
        });
    }

    pub(crate) fn recovery(&self, recovery: Recovery) {
        self.history().recoveries.push(recovery);
    }

    pub(crate) fn open(&self, open: Open) {
        lock(&self.open).push(open);
    }

    pub(crate) fn close(&self, id: &str) {
        lock(&self.open).retain(|open| open.id != id);
    }

    pub(crate) fn questions(&self) -> Vec<Open> {
        lock(&self.open).clone()
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn history(&self) -> MutexGuard<'_, History> {
        lock(&self.history)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The wall clock, to be compared with what the hub says.
#[expect(
    clippy::disallowed_methods,
    reason = "the clock of the outside observer"
)]
pub(crate) fn wall_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    })
}
