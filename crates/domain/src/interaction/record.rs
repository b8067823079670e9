//! A question that was asked and decided elsewhere, as it is handed in to be kept.
//!
//! Its parts have passed the same rules as our own; its times are those of the other program.

use crate::interaction::choice::ChoiceAsk;
use crate::interaction::{Event, Interface, Origin, Outcome};
use crate::responder::Responder;
use crate::time::Timestamp;
use crate::{Asker, id::AnswerId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub origin: Origin,
    pub asker: Asker,
    /// Made by [`crate::interaction::ChoiceSpec::validate_record`].
    pub ask: ChoiceAsk,
    /// Where it was shown.
    pub interface: Interface,
    pub asked_at: Timestamp,
    pub outcome: Outcome,
    pub by: Responder,
    pub closed_at: Timestamp,
    /// Whether its asker had the outcome then.
    pub was_delivered: bool,
}

impl Record {
    /// Returns the event that ended it. A cancellation is named like any other, by `answer_id`.
    pub fn closing_event(&self, answer_id: AnswerId) -> Event {
        match &self.outcome {
            Outcome::Answered(answer) => Event::Answered {
                answer: answer.clone(),
                by: self.by.clone(),
                answer_id: None,
            },
            Outcome::Cancelled { note } => Event::Cancelled {
                note: note.clone(),
                by: self.by.clone(),
                answer_id,
            },
            Outcome::TimedOut => Event::TimedOut,
        }
    }
}
