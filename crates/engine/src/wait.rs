//! Waiting for an outcome. A wait that ends early does not change the question.

use domain::interaction::{Command, LeaveReason, Outline};
use domain::{Asker, InteractionId};
use store::{StoreError, Stored};
use tokio::task::JoinSet;

use crate::Engine;
use crate::error::CommandError;
use crate::feed::FeedItem;
use crate::presence::{FIRST_WAIT_GRACE_MS, Presence};

/// How many departures are written side by side; the store commits them in groups.
const DEPARTURES_AT_ONCE: usize = 256;

impl Engine {
    /// Waits up to `window_ms` and returns the state by then, decided or not.
    ///
    /// Only the asker itself finds its question here; for anyone else it does not exist.
    /// Dropping the future means that the asker's connection is gone.
    pub async fn wait(
        &self,
        id: InteractionId,
        asker: &Asker,
        window_ms: u64,
    ) -> Result<Stored, CommandError> {
        self.own(id, asker).await?;
        let until_ms = self.inner.clock.now().uptime_ms.saturating_add(window_ms);
        let mut call = WaitingCall::begin(self, id);
        // Subscribed before this look: nothing decided in between is missed.
        let mut current = match self.command(id, Command::Return).await {
            // The return of the asker cannot be recorded, on a full disk for example. The asker can
            // still wait, and a decision can still be read.
            Err(CommandError::Store(error)) => {
                tracing::warn!(%id, %error, "cannot record that the asker returned");
                self.own(id, asker).await?
            }
            returned => returned?,
        };
        self.announce_presence(id).await;
        let mut window_is_over = false;
        while current.interaction.is_pending() && !window_is_over {
            tokio::select! {
                changed = call.closed.changed() => changed.expect("the slot outlives its calls"),
                () = self.inner.clock.sleep_until(until_ms) => window_is_over = true,
            }
            current = self.own(id, asker).await?;
        }
        call.finished = true;
        Ok(current)
    }

    /// Records that the asker has given up its call. The question stays, and the same question
    /// asked again finds it, also before the hub has noticed that the connection is closed.
    pub async fn leave(&self, id: InteractionId, asker: &Asker) -> Result<Stored, CommandError> {
        self.own(id, asker).await?;
        let reason = LeaveReason::Cancelled;
        self.command(id, Command::Leave { reason }).await
    }

    /// Records that the asker has received the outcome.
    pub async fn confirm_delivery(
        &self,
        id: InteractionId,
        asker: &Asker,
    ) -> Result<Stored, CommandError> {
        self.own(id, asker).await?;
        self.command(id, Command::ConfirmDelivery).await
    }

    /// Returns an interaction of this asker; another asker's is as unknown as one that never was.
    pub(crate) async fn own(
        &self,
        id: InteractionId,
        asker: &Asker,
    ) -> Result<Stored, CommandError> {
        let found = self.inner.store.interaction(id).await?;
        let own = found.filter(|stored| stored.interaction.asker.is_same(asker));
        own.ok_or(CommandError::Unknown(id))
    }

    /// Returns whether anyone is there to receive the outcome.
    pub fn presence(&self, outline: &Outline) -> Presence {
        let now_ms = self.inner.clock.now().uptime_ms;
        // A task waits without a call, as long as it takes.
        let of_task = outline.gist.asker.principal.thread().is_some();
        if of_task || self.inner.waits.is_waited_for(outline.id, now_ms) {
            Presence::Waiting
        } else if outline.asker_left_at.is_some() {
            Presence::Disconnected
        } else {
            Presence::Away
        }
    }

    /// Returns how many calls wait right now.
    pub fn waiting_calls(&self) -> u64 {
        self.inner.waits.calls()
    }

    /// Notices an asker that exited between asking and waiting.
    pub(crate) async fn watch_first_wait(self, id: InteractionId, asked_at_ms: u64) {
        let until_ms = asked_at_ms + FIRST_WAIT_GRACE_MS;
        if self
            .stopped_before(self.inner.clock.sleep_until(until_ms))
            .await
        {
            return;
        }
        if self
            .inner
            .waits
            .first_wait_missed(id, self.inner.clock.now().uptime_ms)
        {
            self.record_departure(id, LeaveReason::Disconnected).await;
        }
    }

    /// Records for every pending question that no call waits for it: calls waited on the hub that
    /// ran before this one, and their askers might not return.
    pub(crate) async fn end_waits_of_earlier_hub(&self) -> Result<(), StoreError> {
        let mut departures = JoinSet::new();
        for id in self.inner.store.pending_ids().await? {
            if departures.len() >= DEPARTURES_AT_ONCE {
                departures.join_next().await;
            }
            let engine = self.clone();
            let departure =
                async move { engine.record_departure(id, LeaveReason::HubRestarted).await };
            departures.spawn(departure);
        }
        departures.join_all().await;
        Ok(())
    }

    async fn record_departure(&self, id: InteractionId, reason: LeaveReason) {
        match self.command(id, Command::Leave { reason }).await {
            // A question that was refused in the end has no asker that could leave.
            Ok(_) | Err(CommandError::Unknown(_)) => {}
            Err(error) => tracing::warn!(%id, %error, "cannot record that the asker left"),
        }
        // A call that came in the meantime did not see the asker as gone.
        if self.inner.waits.has_calls(id)
            && let Err(error) = self.command(id, Command::Return).await
        {
            tracing::warn!(%id, %error, "cannot record that the asker is back");
        }
    }

    async fn announce_presence(&self, id: InteractionId) {
        match self.inner.store.outline(id).await {
            Ok(Some(outline)) => self.announce(FeedItem::Presence(outline)),
            Ok(None) => {}
            Err(error) => tracing::warn!(%id, %error, "cannot tell surfaces who waits"),
        }
    }
}

/// Counts a call in, and out again however it ends.
struct WaitingCall {
    engine: Engine,
    id: InteractionId,
    closed: tokio::sync::watch::Receiver<bool>,
    /// It got its answer, even if that is "still pending".
    finished: bool,
}

impl WaitingCall {
    fn begin(engine: &Engine, id: InteractionId) -> Self {
        Self {
            engine: engine.clone(),
            id,
            closed: engine.inner.waits.enter(id),
            finished: false,
        }
    }
}

impl Drop for WaitingCall {
    fn drop(&mut self) {
        let last = self.engine.inner.waits.leave(self.id);
        if !last || self.engine.inner.stop.is_cancelled() {
            return;
        }
        let (engine, id, finished) = (self.engine.clone(), self.id, self.finished);
        self.engine.spawn(async move {
            if !finished {
                engine.record_departure(id, LeaveReason::Disconnected).await;
            }
            engine.announce_presence(id).await;
        });
    }
}
