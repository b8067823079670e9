//! The deadlines of what one page shows, so that it can be told what is left of them.
//!
//! Kept in memory per socket: telling a page the time reads and writes nothing.

use std::collections::{BTreeMap, HashMap};

use domain::interaction::Outline;
use domain::{Deadline, InteractionId, Moment};
use protocol::ServerMessage;

/// Deadlines that are kept for one page. Without news a page keeps counting.
const DEADLINES_MAX: usize = 1_000;

#[derive(Default)]
pub(crate) struct Countdown {
    deadlines: HashMap<InteractionId, Deadline>,
}

impl Countdown {
    /// Records the deadline of a question, or removes it when the question has none.
    pub(crate) fn note(&mut self, outline: &Outline) {
        match outline.deadline() {
            Some(deadline) if self.deadlines.len() < DEADLINES_MAX => {
                self.deadlines.insert(outline.id, deadline.clone());
            }
            Some(_) => {}
            None => self.forget(outline.id),
        }
    }

    pub(crate) fn forget(&mut self, id: InteractionId) {
        self.deadlines.remove(&id);
    }

    /// Whether anything runs out that a page could show.
    pub(crate) fn runs(&self) -> bool {
        !self.deadlines.is_empty()
    }

    /// Says what is left at `now`.
    pub(crate) fn message(&self, now: &Moment) -> ServerMessage {
        let remaining_ms: BTreeMap<String, u64> = self
            .deadlines
            .iter()
            .map(|(id, deadline)| (id.to_string(), deadline.remaining_ms(now)))
            .collect();
        ServerMessage::Clock {
            now_ms: now.wall.0,
            remaining_ms,
        }
    }
}
