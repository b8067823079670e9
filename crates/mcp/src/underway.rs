//! The asking calls of one session, so that the same call made twice asks once.
//!
//! A client that gives up on a call often repeats it immediately, and the repetition may overtake
//! the cancellation. While the first call is under way, the repetition shares its key and so its
//! question. When the first has just ended, the repetition waits until the hub knows how.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use client::{ClientError, HubClient, fresh_call_key};
use domain::CallKey;
use protocol::AskReply;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::elicitation::Binding;

/// How long the last goodbyes may take when the session ends.
const DRAIN: Duration = Duration::from_secs(3);

/// What is being asked, by asker, tool and arguments.
#[derive(Clone, Default)]
pub(crate) struct Underway {
    slots: Arc<Mutex<HashMap<Binding, Slot>>>,
    tasks: TaskTracker,
}

/// What equal calls share.
struct Slot {
    key: CallKey,
    /// Calls that are still running; with none, no call can join.
    calls: u32,
    /// Those, and the ended ones of which the hub does not know yet.
    turns: u32,
    over: CancellationToken,
}

/// A call's part in a slot. Dropped when the hub knows how the call ended.
pub(crate) struct Turn {
    underway: Underway,
    binding: Binding,
    key: CallKey,
    runs: bool,
}

impl Underway {
    /// Begins a call, once the end of an equal one before it has reached the hub.
    pub(crate) async fn enter(&self, binding: &Binding) -> Turn {
        loop {
            match self.try_enter(binding) {
                Ok(turn) => return turn,
                Err(over) => over.cancelled().await,
            }
        }
    }

    fn try_enter(&self, binding: &Binding) -> Result<Turn, CancellationToken> {
        let mut slots = self.lock();
        let slot = slots.entry(binding.clone()).or_insert_with(Slot::new);
        if slot.calls == 0 && slot.turns > 0 {
            return Err(slot.over.clone());
        }
        slot.calls += 1;
        slot.turns += 1;
        Ok(Turn {
            underway: self.clone(),
            binding: binding.clone(),
            key: slot.key,
            runs: true,
        })
    }

    /// Finishes asking even if the call ends, because only then is the question's id known.
    pub(crate) fn ask(
        &self,
        asking: impl Future<Output = Result<AskReply, ClientError>> + Send + 'static,
    ) -> JoinHandle<Result<AskReply, ClientError>> {
        self.tasks.spawn(asking)
    }

    /// Tells the hub that a call was given up, unless an equal one still runs.
    pub(crate) fn leave(
        &self,
        mut turn: Turn,
        hub: HubClient,
        asked: impl Future<Output = Option<String>> + Send + 'static,
    ) {
        if !turn.end() {
            return;
        }
        self.tasks.spawn(async move {
            if let Some(id) = asked.await
                && let Err(error) = hub.leave(&id).await
            {
                // A hub that has exited has no waiting calls, and the next one knows that.
                tracing::debug!(%error, "cannot say that a call was given up");
            }
            drop(turn);
        });
    }

    /// Waits until the hub knows of every call that was given up, within reason.
    pub(crate) async fn drain(&self) {
        self.tasks.close();
        if timeout(DRAIN, self.tasks.wait()).await.is_err() {
            tracing::warn!("gave up on telling the hub which calls were given up");
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Binding, Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn new() -> Self {
        Self {
            key: fresh_call_key(),
            calls: 0,
            turns: 0,
            over: CancellationToken::new(),
        }
    }
}

impl Turn {
    pub(crate) fn key(&self) -> CallKey {
        self.key
    }

    /// Notes that the call has ended; returns whether it was the last of its kind.
    pub(crate) fn end(&mut self) -> bool {
        let mut slots = self.underway.lock();
        let Some(slot) = slots.get_mut(&self.binding) else {
            return true;
        };
        if std::mem::replace(&mut self.runs, false) {
            slot.calls -= 1;
        }
        slot.calls == 0
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.end();
        let mut slots = self.underway.lock();
        let Some(slot) = slots.get_mut(&self.binding) else {
            return;
        };
        slot.turns -= 1;
        if slot.turns == 0 {
            slot.over.cancel();
            slots.remove(&self.binding);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use protocol::route::AskerClaim;

    use super::*;

    fn binding(tool: &str) -> Binding {
        let asker = AskerClaim {
            client: "codex".into(),
            version: None,
            directory: "/src/shop".into(),
            token_id: None,
            attempt_key: None,
            mcp: true,
        };
        Binding::new(&asker, tool, None)
    }

    #[tokio::test]
    async fn equal_calls_share_a_key_while_one_of_them_is_running() {
        let underway = Underway::default();
        let first = underway.enter(&binding("a")).await;
        let second = underway.enter(&binding("a")).await;
        let other = underway.enter(&binding("b")).await;
        assert_eq!(second.key(), first.key());
        assert_ne!(other.key(), first.key());
        let key = first.key();
        drop(first);
        assert_eq!(underway.enter(&binding("a")).await.key(), key);
        drop(second);
        assert_ne!(underway.enter(&binding("a")).await.key(), key);
        drop(other);
        assert!(underway.lock().is_empty());
    }

    #[tokio::test]
    async fn call_waits_until_the_end_of_an_equal_one_is_reported() {
        let underway = Underway::default();
        let mut first = underway.enter(&binding("a")).await;
        let key = first.key();
        assert!(first.end());
        assert!(underway.enter(&binding("a")).now_or_never().is_none());
        drop(first);
        assert_ne!(underway.enter(&binding("a")).await.key(), key, "a new call");
    }

    #[tokio::test]
    async fn call_that_ends_before_an_equal_one_is_not_the_last() {
        let underway = Underway::default();
        let mut first = underway.enter(&binding("a")).await;
        let mut second = underway.enter(&binding("a")).await;
        assert!(!first.end());
        assert!(second.end());
    }
}
