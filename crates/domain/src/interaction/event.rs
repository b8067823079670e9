//! What has happened to an interaction, in the past tense, and how it changes the state.

use serde::{Deserialize, Serialize};

use super::command::LeaveReason;
use super::{Chosen, Closed, Interaction, Interface, Outcome, OutcomeDelivery, State};
use crate::id::AnswerId;
use crate::interaction::choice::Answer;
use crate::responder::{LocalProcess, PersonalAct, Responder, Surface};
use crate::time::{Deadline, Timestamp};
use crate::words::words;

/// One fact of the audit trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Event {
    Asked,
    Viewed {
        surface: Surface,
    },
    DraftStarted {
        surface: Surface,
    },
    DeadlineMoved {
        deadline: Option<Deadline>,
        cause: DeadlineCause,
    },
    InterfaceSwitched {
        to: Interface,
        surface: Surface,
    },
    /// Selected, and not yet counting: the person still has to confirm it.
    Chosen {
        answer: Answer,
        by: Responder,
        answer_id: AnswerId,
    },
    /// The choice was confirmed; it follows as `answered`.
    Confirmed {
        surface: Surface,
    },
    Answered {
        answer: Answer,
        by: Responder,
        answer_id: Option<AnswerId>,
    },
    Cancelled {
        note: Option<String>,
        by: Responder,
        answer_id: AnswerId,
    },
    TimedOut,
    AskerLeft {
        reason: LeaveReason,
    },
    AskerReturned,
    Delivered,
    /// A process that an agent started tried what only a person may do. It was refused.
    AgentRefused {
        act: PersonalAct,
        process: LocalProcess,
    },
    /// It was asked and decided elsewhere. The events around it carry the times of that record;
    /// this one says when it came here.
    Imported(Origin),
}

words! {
    /// What sort of fact it is.
    #[cfg_attr(feature = "schema", schemars(rename = "InteractionEventKind"))]
    #[cfg_attr(feature = "typescript", ts(rename = "InteractionEventKind"))]
    EventKind {
        Asked = "asked",
        Viewed = "viewed",
        DraftStarted = "draft_started",
        DeadlineMoved = "deadline_moved",
        InterfaceSwitched = "interface_switched",
        Chosen = "chosen",
        Confirmed = "confirmed",
        Answered = "answered",
        Cancelled = "cancelled",
        TimedOut = "timed_out",
        AskerLeft = "asker_left",
        AskerReturned = "asker_returned",
        Delivered = "delivered",
        AgentRefused = "agent_refused",
        Imported = "imported",
    }
}

/// Where a record was imported from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// The program that kept it.
    pub source: String,
    /// Its name there.
    pub original_id: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum DeadlineCause {
    Person { surface: Surface },
    Typing,
    Reboot,
}

impl Event {
    pub fn kind(&self) -> EventKind {
        match self {
            Self::Asked => EventKind::Asked,
            Self::Viewed { .. } => EventKind::Viewed,
            Self::DraftStarted { .. } => EventKind::DraftStarted,
            Self::DeadlineMoved { .. } => EventKind::DeadlineMoved,
            Self::InterfaceSwitched { .. } => EventKind::InterfaceSwitched,
            Self::Chosen { .. } => EventKind::Chosen,
            Self::Confirmed { .. } => EventKind::Confirmed,
            Self::Answered { .. } => EventKind::Answered,
            Self::Cancelled { .. } => EventKind::Cancelled,
            Self::TimedOut => EventKind::TimedOut,
            Self::AskerLeft { .. } => EventKind::AskerLeft,
            Self::AskerReturned => EventKind::AskerReturned,
            Self::Delivered => EventKind::Delivered,
            Self::AgentRefused { .. } => EventKind::AgentRefused,
            Self::Imported(_) => EventKind::Imported,
        }
    }

    /// Whether this event ends the interaction.
    pub fn is_terminal(&self) -> bool {
        matches!(
            self,
            Self::Answered { .. } | Self::Cancelled { .. } | Self::TimedOut
        )
    }
}

impl Interaction {
    /// Makes `event` true. Only events that [`Interaction::decide`] returned for exactly this state
    /// are meaningful; a terminal event on a closed interaction changes nothing.
    pub fn apply(&mut self, event: &Event, at: Timestamp) {
        match event {
            Event::Asked | Event::Imported(_) | Event::Confirmed { .. } => {}
            Event::AskerLeft { .. } => self.asker_left_at = Some(at),
            Event::AskerReturned => self.asker_left_at = None,
            Event::Viewed { .. }
            | Event::DraftStarted { .. }
            | Event::DeadlineMoved { .. }
            | Event::Chosen { .. }
            | Event::AgentRefused { .. } => self.apply_while_pending(event, at),
            Event::InterfaceSwitched { to, .. } => self.interface = *to,
            Event::Answered {
                answer,
                by,
                answer_id,
            } => {
                self.close(
                    Outcome::Answered(answer.clone()),
                    by.clone(),
                    *answer_id,
                    at,
                );
            }
            Event::Cancelled {
                note,
                by,
                answer_id,
            } => {
                let outcome = Outcome::Cancelled { note: note.clone() };
                self.close(outcome, by.clone(), Some(*answer_id), at);
            }
            Event::TimedOut => self.close(Outcome::TimedOut, Responder::Policy, None, at),
            Event::Delivered => {
                if let State::Closed(closed) = &mut self.state {
                    closed.delivery = OutcomeDelivery::Delivered { at };
                }
            }
        }
    }

    fn apply_while_pending(&mut self, event: &Event, at: Timestamp) {
        let State::Pending(pending) = &mut self.state else {
            return;
        };
        match event {
            Event::Viewed { surface } => pending.seen_on.push(*surface),
            Event::DraftStarted { .. } => pending.draft_started = true,
            Event::AgentRefused { .. } => pending.agent_refusals += 1,
            Event::DeadlineMoved { deadline, cause } => {
                pending.deadline = deadline.clone();
                if *cause == DeadlineCause::Typing {
                    pending.typing_extensions += 1;
                }
            }
            Event::Chosen {
                answer,
                by,
                answer_id,
            } => {
                pending.chosen = Some(Chosen {
                    answer: answer.clone(),
                    by: by.clone(),
                    at,
                    answer_id: *answer_id,
                });
            }
            Event::Asked
            | Event::InterfaceSwitched { .. }
            | Event::Confirmed { .. }
            | Event::Answered { .. }
            | Event::Cancelled { .. }
            | Event::TimedOut
            | Event::AskerLeft { .. }
            | Event::AskerReturned
            | Event::Delivered
            | Event::Imported(_) => {}
        }
    }

    fn close(
        &mut self,
        outcome: Outcome,
        by: Responder,
        answer_id: Option<AnswerId>,
        at: Timestamp,
    ) {
        if self.is_pending() {
            self.state = State::Closed(Closed {
                outcome,
                by,
                at,
                answer_id,
                delivery: OutcomeDelivery::Saved,
            });
        }
    }
}
