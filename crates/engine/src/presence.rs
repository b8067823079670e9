//! Which calls are waiting now. Held in memory only: after a restart no call waits until its asker
//! returns.

use std::collections::HashMap;
use std::sync::Mutex;

use domain::InteractionId;
use tokio::sync::watch;

/// Between asking and the first wait lies one round trip; for this long the question counts as
/// waited for, so that an equal one asked in the meantime is not taken for its repetition. An asker
/// that has not come to wait by then is gone.
pub(crate) const FIRST_WAIT_GRACE_MS: u64 = 4_000;

/// Whether anyone is there to receive the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// A call waits for it.
    Waiting,
    /// No call is waiting; the asker was told to poll.
    Away,
    /// Its connection broke.
    Disconnected,
}

#[derive(Default)]
pub(crate) struct Waits {
    slots: Mutex<HashMap<InteractionId, Slot>>,
}

struct Slot {
    calls: u32,
    /// Counts as waited for until this uptime.
    expected_until_ms: u64,
    closed: watch::Sender<bool>,
}

impl Default for Slot {
    fn default() -> Self {
        Self {
            calls: 0,
            expected_until_ms: 0,
            closed: watch::Sender::new(false),
        }
    }
}

impl Waits {
    /// Reserves the time between asking and the first wait.
    pub(crate) fn expect_first_wait(&self, id: InteractionId, uptime_ms: u64) {
        let mut slots = self.lock();
        slots.entry(id).or_default().expected_until_ms = uptime_ms + FIRST_WAIT_GRACE_MS;
    }

    /// Gives up on a first wait that never came; returns whether that was so.
    pub(crate) fn first_wait_missed(&self, id: InteractionId, uptime_ms: u64) -> bool {
        let mut slots = self.lock();
        let missed = slots.get(&id).is_some_and(|slot| {
            slot.calls == 0 && slot.expected_until_ms > 0 && slot.expected_until_ms <= uptime_ms
        });
        if missed {
            slots.remove(&id);
        }
        missed
    }

    /// Counts one more call and returns what tells it about the outcome.
    pub(crate) fn enter(&self, id: InteractionId) -> watch::Receiver<bool> {
        let mut slots = self.lock();
        let slot = slots.entry(id).or_default();
        slot.calls += 1;
        slot.expected_until_ms = 0;
        slot.closed.subscribe()
    }

    /// Counts one call less. Returns whether it was the last.
    pub(crate) fn leave(&self, id: InteractionId) -> bool {
        let mut slots = self.lock();
        let Some(slot) = slots.get_mut(&id) else {
            return true;
        };
        slot.calls = slot.calls.saturating_sub(1);
        let last = slot.calls == 0;
        if last {
            slots.remove(&id);
        }
        last
    }

    pub(crate) fn wake(&self, id: InteractionId) {
        if let Some(slot) = self.lock().get(&id) {
            slot.closed.send_replace(true);
        }
    }

    /// Whether a call waits for it, or is about to.
    pub(crate) fn is_waited_for(&self, id: InteractionId, uptime_ms: u64) -> bool {
        self.lock()
            .get(&id)
            .is_some_and(|slot| slot.calls > 0 || slot.expected_until_ms > uptime_ms)
    }

    /// Whether a call waits for it right now.
    pub(crate) fn has_calls(&self, id: InteractionId) -> bool {
        self.lock().get(&id).is_some_and(|slot| slot.calls > 0)
    }

    pub(crate) fn calls(&self) -> u64 {
        self.lock().values().map(|slot| u64::from(slot.calls)).sum()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<InteractionId, Slot>> {
        self.slots
            .lock()
            .expect("no code panics while it holds the slots")
    }
}
