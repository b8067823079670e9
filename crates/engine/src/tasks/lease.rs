//! Says again and again which attempts this hub runs, and ends those that are not its own any more.

use super::Tasks;
use super::live::Instruction;

/// How long an attempt counts as run by this hub without another word of it.
pub(super) const LEASE_MS: u64 = 30_000;
/// Twice as often as needed, so that one slow write ends nothing.
const RENEW_EVERY_MS: u64 = LEASE_MS / 3;

impl Tasks {
    pub(super) async fn renew_leases(self) {
        loop {
            tokio::select! {
                () = self.inner.stop.cancelled() => return,
                () = self.inner.engine.pause(RENEW_EVERY_MS) => {}
            }
            let live = self.inner.live.all();
            if live.is_empty() {
                continue;
            }
            let until_ms = self.now().uptime_ms.saturating_add(LEASE_MS);
            match self
                .store()
                .renew_leases(&self.inner.holder, until_ms)
                .await
            {
                Ok(held) => {
                    for (task, attempt) in live {
                        if !held.contains(&(task, attempt)) {
                            self.lost(task, attempt).await;
                        }
                    }
                }
                Err(error) => tracing::error!(%error, "cannot renew the leases of attempts"),
            }
        }
    }

    /// Ends an attempt that the store does not call ours. It may simply have ended just now.
    async fn lost(&self, task: domain::TaskId, attempt: u32) {
        let attempts = match self.store().attempts(task).await {
            Ok(attempts) => attempts,
            Err(error) => {
                tracing::error!(%task, %error, "cannot tell whose attempt this is");
                return;
            }
        };
        let mut own = attempts.iter().filter(|known| known.number == attempt);
        if own.next().is_some_and(|known| known.ended_at.is_none()) {
            tracing::error!(%task, attempt, "another hub has taken this attempt over");
            self.inner.live.tell(task, attempt, Instruction::Stop);
        }
    }
}
