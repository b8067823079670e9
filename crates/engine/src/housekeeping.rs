//! Applies retention: at start, hourly, and whenever an interaction has finished.

use domain::retention::Retention;

use crate::Engine;

const HOUR_MS: u64 = 60 * 60 * 1000;

impl Engine {
    pub(crate) async fn keep_house(self) {
        loop {
            let now = self.inner.clock.now();
            match self
                .inner
                .store
                .prune(self.rules().retention, now.wall)
                .await
            {
                Ok(pruned) if pruned.ids.is_empty() => {}
                Ok(pruned) => tracing::info!(count = pruned.ids.len(), "removed old interactions"),
                Err(error) => tracing::error!(%error, "cannot apply retention"),
            }
            let days = self.rules().tasks.retention_days;
            let kept = Retention {
                days,
                ..Retention::default()
            };
            match self.inner.store.prune_threads(kept.cutoff(now.wall)).await {
                Ok(0) => {}
                Ok(count) => tracing::info!(count, "removed old threads"),
                Err(error) => tracing::error!(%error, "cannot apply retention to threads"),
            }
            let hour = self.inner.clock.sleep_until(now.uptime_ms + HOUR_MS);
            let finished = self.inner.finished_one.notified();
            let wake = async {
                tokio::select! { () = hour => {}, () = finished => {} }
            };
            if self.stopped_before(wake).await {
                return;
            }
        }
    }
}
