//! Finds a question that is stored already, so that a repeated call does not ask twice.
//!
//! The call's key identifies the same call, whose reply was lost. The digest identifies a question
//! that its asker has lost: pending without a waiting call, or decided and never delivered.

use domain::interaction::Ask;
use domain::policy::LATE_ANSWER_COUNTS_MS;
use domain::{Asker, CallKey, Moment};
use store::{StoreError, Stored};

use crate::Engine;
use crate::ask::{Asked, digest};
use crate::error::AskError;

impl Engine {
    /// Returns the question that this ask would attach to.
    pub async fn known(&self, asker: &Asker, ask: &Ask) -> Result<Option<Asked>, AskError> {
        let timeout = self.rules().policy.grant_timeout(ask.timeout);
        let digest = digest(ask);
        if let Some(stored) = self.stored_by_call(asker, ask.call).await? {
            let stored = same_call(stored, asker, &digest)?;
            return Ok(Some(Asked::before(stored, timeout)));
        }
        if ask.question.task().is_some() {
            // A task that asks the same twice means it: it was answered in between.
            return Ok(None);
        }
        let lost = self.lost_question(asker, &digest).await?;
        Ok(lost.map(|stored| Asked::before(stored, timeout)))
    }

    async fn stored_by_call(
        &self,
        asker: &Asker,
        call: Option<CallKey>,
    ) -> Result<Option<Stored>, StoreError> {
        match call {
            Some(call) => {
                let store = &self.inner.store;
                store.stored_by_call(&asker.principal, call).await
            }
            None => Ok(None),
        }
    }

    /// Finds this question when it was left pending, or decided and never delivered. An agent that
    /// lost its call repeats it, and the person must not have to answer twice.
    async fn lost_question(
        &self,
        asker: &Asker,
        digest: &str,
    ) -> Result<Option<Stored>, StoreError> {
        let (store, now) = (&self.inner.store, self.inner.clock.now());
        let scope = asker.scope_key();
        let pending = store.pending_like(&scope, digest).await?;
        let mut left = pending
            .into_iter()
            .filter(|stored| !self.is_waited_for(stored, &now));
        if let Some(pending) = left.next() {
            return Ok(Some(pending));
        }
        let since = now.wall.minus_ms(LATE_ANSWER_COUNTS_MS);
        let decided = store.undelivered_like(&scope, digest, since).await?;
        let usable = |stored: &Stored| {
            stored.interaction.decides_a_repetition(now.wall) && !self.is_waited_for(stored, &now)
        };
        Ok(decided.into_iter().find(usable))
    }

    /// Whether a call of its asker is there to take the outcome, or about to be. One that said
    /// goodbye is not, even if its connection still seems open.
    fn is_waited_for(&self, stored: &Stored, now: &Moment) -> bool {
        let waits = &self.inner.waits;
        stored.interaction.asker_left_at.is_none()
            && waits.is_waited_for(stored.interaction.id, now.uptime_ms)
    }
}

/// Takes a question for this call's own, decided or not: its asker has never heard of it.
pub(crate) fn same_call(stored: Stored, asker: &Asker, digest: &str) -> Result<Stored, AskError> {
    if stored.digest == digest && stored.interaction.asker.is_same(asker) {
        Ok(stored)
    } else {
        Err(AskError::CallKeyReused)
    }
}
