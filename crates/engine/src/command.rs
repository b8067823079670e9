//! The one way an existing interaction changes.

use std::sync::{Arc, Weak};

use domain::InteractionId;
use domain::interaction::{Command, Event, Refusal};
use store::{Append, Recorded, StoreError, Stored};

use crate::Engine;
use crate::error::CommandError;
use crate::feed::FeedItem;
use crate::tasks::Tasks;

/// How often a decision is made again because another surface moved first. Each round one of them
/// else has succeeded, and an interaction has only so much to happen to it.
const APPEND_ATTEMPTS_MAX: usize = 32;

/// How one round ended.
#[expect(
    clippy::large_enum_variant,
    reason = "lives for one round, and nearly always `Done`"
)]
enum Round {
    Done(Stored),
    /// Another surface moved first.
    Lost,
    Refused(Refusal),
}

impl Engine {
    /// Decides `command` on the newest state, appends, publishes; a task that waits for the decision
    /// moves with it. Returns the state that is true afterwards.
    pub(crate) async fn command(
        &self,
        id: InteractionId,
        command: Command,
    ) -> Result<Stored, CommandError> {
        let stored = self.command_alone(id, command).await?;
        let interaction = &stored.interaction;
        if interaction.asker.principal.thread().is_some() && !interaction.is_pending() {
            self.settle_task(id).await;
        }
        Ok(stored)
    }

    async fn settle_task(&self, id: InteractionId) {
        let tasks = self.inner.tasks_waiting.get();
        if let Some(tasks) = tasks.and_then(Tasks::upgrade) {
            tasks.settle(id).await;
        }
    }

    /// Lets decisions move tasks from now on.
    pub(crate) fn settle_with(&self, tasks: Weak<crate::tasks::Inner>) {
        // There is one for each engine; a second one would find the first in charge.
        self.inner.tasks_waiting.set(tasks).unwrap_or_default();
    }

    /// Like [`Engine::command`], and no task moves.
    pub(crate) async fn command_alone(
        &self,
        id: InteractionId,
        command: Command,
    ) -> Result<Stored, CommandError> {
        for _ in 0..APPEND_ATTEMPTS_MAX {
            let found = self.inner.store.interaction(id).await?;
            let current = found.ok_or(CommandError::Unknown(id))?;
            match self.round(&current, command.clone()).await? {
                Round::Done(stored) => return Ok(stored),
                Round::Lost => {}
                // The clock has won, it only has not been written down yet. The next round then
                // tells the late caller the outcome instead of a half-truth.
                Round::Refused(Refusal::TooLate) => {
                    self.round(&current, Command::Expire).await?;
                }
                Round::Refused(refusal) => {
                    return Err(CommandError::Refused {
                        refusal,
                        current: Box::new(current),
                    });
                }
            }
        }
        Err(CommandError::Contended)
    }

    async fn round(&self, current: &Stored, command: Command) -> Result<Round, StoreError> {
        let now = self.inner.clock.now();
        let events = match current
            .interaction
            .decide(command, &self.rules().policy, &now)
        {
            Ok(events) if events.is_empty() => return Ok(Round::Done(current.clone())),
            Ok(events) => events,
            Err(refusal) => return Ok(Round::Refused(refusal)),
        };
        Ok(
            match self.inner.store.append(current, &events, now.wall).await? {
                Append::Done(recorded) => Round::Done(self.publish(recorded)),
                Append::Conflict => Round::Lost,
            },
        )
    }

    /// Tells all waiting calls and watchers what has been committed.
    pub(crate) fn publish(&self, recorded: Recorded) -> Stored {
        #[cfg(feature = "fail-points")]
        store::fail_point::pass("before_notify");
        let Recorded { stored, events } = recorded;
        for recorded in &events {
            match &recorded.event {
                Event::Asked | Event::DeadlineMoved { .. } => {
                    self.inner.deadlines_changed.notify_one()
                }
                Event::Answered { .. } | Event::Cancelled { .. } | Event::TimedOut => {
                    self.inner.waits.wake(stored.interaction.id);
                    self.inner.finished_one.notify_one();
                }
                Event::Viewed { .. }
                | Event::DraftStarted { .. }
                | Event::InterfaceSwitched { .. }
                | Event::Chosen { .. }
                | Event::Confirmed { .. }
                | Event::AskerLeft { .. }
                | Event::AskerReturned
                | Event::Delivered
                | Event::AgentRefused { .. }
                | Event::Imported(_) => {}
            }
        }
        if let Some(last) = events.last() {
            self.advance(last.seq);
        }
        #[cfg(feature = "fail-points")]
        store::fail_point::pass("after_notify");
        stored
    }

    /// Lets the feed read up to this number.
    pub(crate) fn advance(&self, seq: u64) {
        self.inner.newest_seq.send_if_modified(|newest| {
            let grows = seq > *newest;
            *newest = (*newest).max(seq);
            grows
        });
    }

    /// Sends an unnumbered message to the watchers that are connected now.
    pub(crate) fn announce(&self, item: FeedItem) {
        // Sending fails when there is no watcher, which is fine.
        self.inner.feed.send(Arc::new(item)).unwrap_or(0);
    }
}
