//! One question to a person. Its outcome is written once and never changes.
//!
//! [`Interaction::decide`] says which events a command causes; [`Interaction::apply`] makes them
//! true. Neither reads a clock. Every stored interaction has gone through both.

pub mod approval;
pub mod choice;
mod command;
mod decide;
pub mod delivery;
mod event;
pub mod form;
pub mod human_request;
mod outline;
pub mod permission;
mod place;
mod plain;
mod question;
pub mod record;
pub mod reply;

use serde::{Deserialize, Serialize};

pub use approval::{Action, ActionFile, ActionVariable, Approval, ApprovalWords};
pub use choice::{
    Answer, AnswerDraft, AnswerProblem, Choice, ChoiceOption, ChoiceSpec, OptionSpec, Risk,
    SelectionMode, Violation,
};
pub use command::{Command, Confirm, DeadlineChange, LeaveReason, Refusal};
pub use delivery::{FormKind, NotThroughClient, Offers, PreferredDelivery, Way};
pub use event::{DeadlineCause, Event, EventKind, Origin};
pub use form::{Field, FieldKind, FieldProblem, FieldValue, FieldValues, Form};
pub use human_request::{
    HumanRequest, HumanRequestOptionSpec, HumanRequestSpec, HumanRequestViolation,
};
pub use outline::{Gist, Outline, OutlineState};
pub use permission::{Permission, PermissionKind, PermissionOption};
pub use place::{DUE_SOON_MS, Place};
pub use plain::{PlainOptionSpec, PlainSpec, PlainViolation};
pub use question::{Ask, Question, QuestionKind};
pub use reply::Reply;

use crate::asker::Asker;
use crate::id::{AnswerId, InteractionId};
use crate::policy::LATE_ANSWER_COUNTS_MS;
use crate::responder::Responder;
use crate::time::{Deadline, Timestamp};
use crate::words::words;

words! {
    /// Where the asker wants the question to be shown.
    Interface {
        /// Web when a page is connected or a browser can be opened, else the terminal.
        Auto = "auto",
        Web = "web",
        Terminal = "terminal",
        Elicitation = "elicitation",
    }

    /// What a deadline brings about if nothing happens before.
    AtDeadline {
        TimesOut = "times_out",
        /// The person's auto-submit setting sends the defaults, else the recommended options.
        DefaultIsSent = "default_is_sent",
    }

    /// Which part of all interactions a list shows.
    #[derive(Default)]
    ListFilter {
        /// Questions that wait for a person, in the order of [`Place`].
        Active = "active",
        /// Finished questions, the latest first.
        Completed = "completed",
        /// The active ones, then the completed ones.
        #[default]
        All = "all",
    }

    /// The one word people see in lists.
    #[cfg_attr(feature = "schema", schemars(rename = "InteractionStatus"))]
    #[cfg_attr(feature = "typescript", ts(rename = "InteractionStatus"))]
    Status {
        Pending = "pending",
        Submitted = "submitted",
        AutoSubmitted = "auto_submitted",
        Cancelled = "cancelled",
        Timeout = "timeout",
    }
}

impl Interface {
    /// Reads an interface in any case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::from_word(&text.trim().to_lowercase())
    }
}

/// One question, who asked it, and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interaction {
    pub id: InteractionId,
    pub asker: Asker,
    pub question: Question,
    /// Where it is shown; never `Auto` once asked.
    pub interface: Interface,
    pub asked_at: Timestamp,
    /// The timeout that was granted when it was asked; `None` waits forever.
    pub timeout_seconds: Option<u64>,
    /// When the asker's connection went away, unless it has come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asker_left_at: Option<Timestamp>,
    pub state: State,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "phase")]
pub enum State {
    Pending(Pending),
    Closed(Closed),
}

/// State that exists only until the question is decided.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pending {
    pub deadline: Option<Deadline>,
    /// How often typing has moved the deadline.
    #[serde(default)]
    pub typing_extensions: u32,
    /// Surfaces that have shown it to a person.
    #[serde(default)]
    pub seen_on: Vec<crate::responder::Surface>,
    #[serde(default)]
    pub draft_started: bool,
    /// How often an agent's process was refused and written down.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub agent_refusals: u32,
    /// Selected, awaiting confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
}

/// A selection that counts only once the person has confirmed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chosen {
    pub answer: Answer,
    pub by: Responder,
    pub at: Timestamp,
    /// The act of choosing; a confirmation names it, so that it confirms what was on the screen.
    pub answer_id: AnswerId,
}

/// What is true forever once a person, the asker or the clock has decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closed {
    pub outcome: Outcome,
    pub by: Responder,
    pub at: Timestamp,
    /// The act of answering that won; `None` for the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_id: Option<AnswerId>,
    pub delivery: OutcomeDelivery,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "result")]
pub enum Outcome {
    Answered(Answer),
    Cancelled { note: Option<String> },
    TimedOut,
}

/// Whether the asker has the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum OutcomeDelivery {
    /// Saved, not delivered.
    Saved,
    Delivered {
        at: Timestamp,
    },
}

impl Interaction {
    pub fn status(&self) -> Status {
        match &self.state {
            State::Pending(_) => Status::Pending,
            State::Closed(closed) => closed.status(),
        }
    }

    pub fn is_pending(&self) -> bool {
        matches!(self.state, State::Pending(_))
    }

    pub fn closed(&self) -> Option<&Closed> {
        match &self.state {
            State::Pending(_) => None,
            State::Closed(closed) => Some(closed),
        }
    }

    /// Returns the person's answer as a plain message; `None` while there is none.
    pub fn answer_in_words(&self) -> Option<String> {
        match &self.closed()?.outcome {
            Outcome::Answered(answer) => Some(self.question.choice().in_words(answer)),
            Outcome::Cancelled { .. } | Outcome::TimedOut => None,
        }
    }

    /// Whether a person decided this recently and its asker never received the decision: then the
    /// same question does not need a second decision. Destructive questions, and those that need a
    /// confirmation, are still asked again.
    ///
    /// How the asker lost it does not matter: a process that was killed leaves no reliable trace.
    pub fn decides_a_repetition(&self, now: Timestamp) -> bool {
        let Some(closed) = self.closed() else {
            return false;
        };
        let by_person = matches!(closed.by, Responder::Person { .. });
        let undelivered = closed.delivery == OutcomeDelivery::Saved;
        let recently = now.millis_since(closed.at) <= LATE_ANSWER_COUNTS_MS;
        by_person && undelivered && recently && !self.question.is_grave()
    }

    /// Whether the hand-off command may decide it on a terminal that the agent opened: only what
    /// was handed off to a terminal, and nothing that deserves a second look.
    pub fn may_be_decided_in_agents_terminal(&self) -> bool {
        self.interface == Interface::Terminal && self.question.may_be_answered_by_form()
    }

    /// Returns the selection that awaits its confirmation.
    pub fn chosen(&self) -> Option<&Chosen> {
        match &self.state {
            State::Pending(pending) => pending.chosen.as_ref(),
            State::Closed(_) => None,
        }
    }

    pub fn deadline(&self) -> Option<&Deadline> {
        match &self.state {
            State::Pending(pending) => pending.deadline.as_ref(),
            State::Closed(_) => None,
        }
    }
}

impl Closed {
    /// Whether this act of answering won.
    pub(crate) fn was_answered_by(&self, answer_id: AnswerId) -> bool {
        matches!(self.outcome, Outcome::Answered(_)) && self.answer_id == Some(answer_id)
    }

    /// Whether this act of cancelling won.
    pub(crate) fn was_cancelled_by(&self, answer_id: AnswerId) -> bool {
        matches!(self.outcome, Outcome::Cancelled { .. }) && self.answer_id == Some(answer_id)
    }

    pub fn status(&self) -> Status {
        match (&self.outcome, &self.by) {
            (Outcome::Answered(_), Responder::Policy) => Status::AutoSubmitted,
            (Outcome::Answered(_), Responder::Person { .. } | Responder::Asker) => {
                Status::Submitted
            }
            (Outcome::Cancelled { .. }, _) => Status::Cancelled,
            (Outcome::TimedOut, _) => Status::Timeout,
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
fn is_zero(count: &u32) -> bool {
    *count == 0
}
