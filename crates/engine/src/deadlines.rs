//! Ends interactions as their deadlines pass.
//!
//! The store knows the deadlines; this task only wakes when the nearest falls due. It never
//! decides: `Interaction::decide` may still refuse.

use domain::interaction::{Command, Refusal};
use store::StoreError;

use crate::Engine;
use crate::error::{CommandError, EngineError};

/// Pause after the store failed, before asking it again.
const RETRY_MS: u64 = 1_000;

impl Engine {
    /// Moves deadlines armed before the machine restarted onto the current boot's clock.
    pub(crate) async fn rearm_deadlines_of_earlier_boots(&self) -> Result<(), EngineError> {
        let boot = self.inner.clock.now().boot;
        for stored in self.inner.store.pending().await? {
            let stale = stored
                .interaction
                .deadline()
                .is_some_and(|deadline| deadline.armed.boot != boot);
            if !stale {
                continue;
            }
            match self.command(stored.interaction.id, Command::Rearm).await {
                Ok(_) => {}
                Err(CommandError::Store(error)) => return Err(error.into()),
                Err(error) => {
                    tracing::warn!(id = %stored.interaction.id, %error, "cannot re-arm a deadline")
                }
            }
        }
        Ok(())
    }

    pub(crate) async fn watch_deadlines(self) {
        loop {
            if let Err(error) = self.expire_what_is_due().await {
                tracing::error!(%error, "cannot look at deadlines; trying again");
                let again = self.inner.clock.now().uptime_ms + RETRY_MS;
                if self
                    .stopped_before(self.inner.clock.sleep_until(again))
                    .await
                {
                    return;
                }
                continue;
            }
            let next = match self.inner.store.next_deadline().await {
                Ok(next) => next,
                Err(_) => continue, // reported by the look above
            };
            let changed = self.inner.deadlines_changed.notified();
            let due = async {
                match next {
                    Some(next) => self.inner.clock.sleep_until(next.uptime_ms).await,
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

    async fn expire_what_is_due(&self) -> Result<(), StoreError> {
        loop {
            let now_ms = self.inner.clock.now().uptime_ms;
            let Some(next) = self.inner.store.next_deadline().await? else {
                return Ok(());
            };
            if next.uptime_ms > now_ms {
                return Ok(());
            }
            match self.command(next.id, Command::Expire).await {
                Ok(_) => {}
                Err(CommandError::Store(error)) => return Err(error),
                // Moved or decided in between: the store's next answer takes it into account.
                Err(
                    CommandError::Refused {
                        refusal: Refusal::NotDue,
                        ..
                    }
                    | CommandError::Unknown(_),
                ) => {}
                Err(error) => tracing::warn!(id = %next.id, %error, "cannot end an interaction"),
            }
        }
    }

    /// Waits for `event`; returns true when the engine stops first.
    pub(crate) async fn stopped_before(&self, event: impl Future<Output = ()>) -> bool {
        tokio::select! {
            () = self.inner.stop.cancelled() => true,
            () = event => false,
        }
    }
}
