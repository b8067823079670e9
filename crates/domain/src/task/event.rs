//! What has happened to a task, in the past tense; how it changes the state, and what is to be done
//! about it.

use serde::{Deserialize, Serialize};

use super::{Awaiting, Layer, State, StopReason, Task};
use crate::id::InteractionId;
use crate::time::Timestamp;
use crate::words::words;

/// One fact of a task's own trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Event {
    /// The next attempt has begun.
    Started {
        attempt: u32,
    },
    /// It waits for the person.
    Asked(Awaiting),
    /// The person's decision goes to the attempt that waits for it.
    Answered {
        interaction: InteractionId,
    },
    /// The open interaction has lost its point.
    Withdrawn {
        interaction: InteractionId,
    },
    /// Its attempt is to be ended.
    StopRequested {
        why: StopReason,
    },
    /// It goes on with another attempt as soon as there is room for it.
    Queued,
    Completed {
        by: Layer,
    },
    Failed {
        message: String,
    },
    Cancelled,
}

words! {
    /// What sort of fact it is.
    #[cfg_attr(feature = "schema", schemars(rename = "TaskEventKind"))]
    #[cfg_attr(feature = "typescript", ts(rename = "TaskEventKind"))]
    EventKind {
        Started = "started",
        Asked = "asked",
        Answered = "answered",
        Withdrawn = "withdrawn",
        StopRequested = "stop_requested",
        Queued = "queued",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl Event {
    pub fn kind(&self) -> EventKind {
        match self {
            Self::Started { .. } => EventKind::Started,
            Self::Asked(_) => EventKind::Asked,
            Self::Answered { .. } => EventKind::Answered,
            Self::Withdrawn { .. } => EventKind::Withdrawn,
            Self::StopRequested { .. } => EventKind::StopRequested,
            Self::Queued => EventKind::Queued,
            Self::Completed { .. } => EventKind::Completed,
            Self::Failed { .. } => EventKind::Failed,
            Self::Cancelled => EventKind::Cancelled,
        }
    }
}

/// What the engine has to do because of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    StartAttempt {
        attempt: u32,
    },
    StopAttempt {
        attempt: u32,
    },
    /// Hands the decided interaction to the attempt that waits for it.
    DeliverAnswer {
        attempt: u32,
        interaction: InteractionId,
    },
    WithdrawQuestion {
        interaction: InteractionId,
    },
    /// A slot or a directory has become free, or a task wants one.
    LookAtQueue,
}

impl Task {
    /// Makes an event true.
    pub fn apply(&mut self, event: &Event, at: Timestamp) {
        self.updated_at = at;
        match event {
            Event::Started { attempt } => {
                self.attempt = *attempt;
                self.state = State::Running;
            }
            Event::Asked(awaiting) => self.state = State::Awaiting(awaiting.clone()),
            Event::Answered { .. } => self.state = State::Running,
            // What takes its place follows.
            Event::Withdrawn { .. } => {}
            Event::StopRequested { why } => self.state = State::Stopping { why: *why },
            Event::Queued => self.state = State::Queued,
            Event::Completed { by } => self.state = State::Complete { by: *by },
            Event::Failed { message } => {
                self.state = State::Error {
                    message: message.clone(),
                };
            }
            Event::Cancelled => self.state = State::Cancelled,
        }
    }

    /// Returns what is to be done once `event` is true of this task.
    pub fn effect(&self, event: &Event) -> Option<Effect> {
        let attempt = self.attempt;
        match event {
            Event::Started { attempt } => Some(Effect::StartAttempt { attempt: *attempt }),
            Event::StopRequested { .. } => Some(Effect::StopAttempt { attempt }),
            Event::Answered { interaction } => Some(Effect::DeliverAnswer {
                attempt,
                interaction: *interaction,
            }),
            Event::Withdrawn { interaction } => Some(Effect::WithdrawQuestion {
                interaction: *interaction,
            }),
            Event::Asked(_)
            | Event::Queued
            | Event::Completed { .. }
            | Event::Failed { .. }
            | Event::Cancelled => (!self.has_live_attempt()).then_some(Effect::LookAtQueue),
        }
    }
}
