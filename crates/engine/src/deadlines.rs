//! Ends interactions as their deadlines pass.
//!
//! The store knows the deadlines; this task only wakes when the nearest falls due. It never
//! decides: `Interaction::decide` may still refuse.

use std::collections::HashMap;

use domain::interaction::Command;
use domain::{InteractionId, Retry};
use store::{DueAt, StoreError};

use crate::Engine;
use crate::error::{CommandError, EngineError};

/// Pauses after the store failed, or after a decision was refused that ought to be possible.
pub(crate) const fn store_retry() -> Retry {
    Retry::new(250, 30_000)
}

/// Interactions whose end was refused although they looked due, each with the time of its next
/// try. They neither keep this task busy nor the others from ending.
#[derive(Default)]
struct HeldBack {
    tries: HashMap<InteractionId, (Retry, u64)>,
}

impl HeldBack {
    fn len(&self) -> u32 {
        u32::try_from(self.tries.len()).unwrap_or(u32::MAX - 1)
    }

    fn hold(&mut self, id: InteractionId, now_ms: u64) {
        let (retry, next_ms) = self.tries.entry(id).or_insert((store_retry(), 0));
        *next_ms = now_ms + retry.failed();
    }

    fn allows(&self, due: &DueAt, now_ms: u64) -> bool {
        let held = self.tries.get(&due.id);
        held.is_none_or(|(_, next_ms)| *next_ms <= now_ms)
    }

    /// Returns when the next of them is tried again.
    fn next_try_ms(&self) -> Option<u64> {
        self.tries.values().map(|(_, next_ms)| *next_ms).min()
    }

    fn forget(&mut self, id: InteractionId) {
        self.tries.remove(&id);
    }

    /// Forgets the tries of questions that are due later now, or not at all.
    fn keep_only(&mut self, soonest: &[DueAt]) {
        self.tries
            .retain(|id, _| soonest.iter().any(|due| due.id == *id));
    }
}

impl Engine {
    /// Moves deadlines armed before the machine restarted onto the current boot's clock.
    pub(crate) async fn rearm_deadlines_of_earlier_boots(&self) -> Result<(), EngineError> {
        for id in self.inner.store.pending_ids().await? {
            match self.command(id, Command::Rearm).await {
                Ok(_) => {}
                Err(CommandError::Store(error)) => return Err(error.into()),
                Err(error) => tracing::warn!(%id, %error, "cannot re-arm a deadline"),
            }
        }
        Ok(())
    }

    pub(crate) async fn watch_deadlines(self) {
        let mut retry = store_retry();
        let mut held_back = HeldBack::default();
        loop {
            let changed = self.inner.deadlines_changed.notified();
            let wake_ms = match self.expire_what_is_due(&mut held_back).await {
                Ok(next_ms) => {
                    retry.succeeded();
                    next_ms
                }
                Err(error) => {
                    tracing::error!(%error, "cannot look at deadlines; trying again");
                    let pause_ms = retry.failed();
                    if self.stopped_before(self.pause(pause_ms)).await {
                        return;
                    }
                    continue;
                }
            };
            let due = async {
                match wake_ms {
                    Some(wake_ms) => self.inner.clock.sleep_until(wake_ms).await,
                    None => std::future::pending().await,
                }
            };
            let wake = async {
                tokio::select! { () = changed => {}, () = due => {} }
            };
            if self.stopped_before(wake).await {
                return;
            }
        }
    }

    /// Ends everything that is due and returns when to look again.
    async fn expire_what_is_due(
        &self,
        held_back: &mut HeldBack,
    ) -> Result<Option<u64>, StoreError> {
        loop {
            let now_ms = self.inner.clock.now().uptime_ms;
            let soonest = self.inner.store.next_deadlines(held_back.len() + 1).await?;
            held_back.keep_only(&soonest);
            let next = soonest.iter().find(|due| held_back.allows(due, now_ms));
            let Some(next) = next.filter(|next| next.uptime_ms <= now_ms) else {
                let next_ms = next.map(|next| next.uptime_ms);
                return Ok(next_ms.into_iter().chain(held_back.next_try_ms()).min());
            };
            match self.command(next.id, Command::Expire).await {
                Ok(_) => held_back.forget(next.id),
                Err(CommandError::Store(error)) => return Err(error),
                Err(CommandError::Unknown(_)) => {}
                Err(error) => {
                    tracing::debug!(id = %next.id, %error, "a deadline is not ended yet");
                    held_back.hold(next.id, now_ms);
                }
            }
        }
    }

    /// Lets `ms` pass.
    pub(crate) async fn pause(&self, ms: u64) {
        let until_ms = self.inner.clock.now().uptime_ms.saturating_add(ms);
        self.inner.clock.sleep_until(until_ms).await;
    }

    /// Waits for `event`; returns true when the engine stops first.
    pub(crate) async fn stopped_before(&self, event: impl Future<Output = ()>) -> bool {
        tokio::select! {
            () = self.inner.stop.cancelled() => true,
            () = event => false,
        }
    }
}
