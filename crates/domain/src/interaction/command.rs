//! What can be asked of an interaction, and the ways it can say no.

use serde::{Deserialize, Serialize};

use super::{Closed, Interface};
use crate::id::AnswerId;
use crate::interaction::choice::{AnswerDraft, AnswerProblem};
use crate::responder::{LocalProcess, PersonalAct, Responder, Surface};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A surface has shown the question to a person.
    View { surface: Surface },
    /// The person changed the draft.
    Touch { surface: Surface },
    /// The person moves the deadline.
    SetDeadline {
        change: DeadlineChange,
        surface: Surface,
    },
    /// The deadline was armed before the machine restarted.
    Rearm,
    /// The person wants to see it elsewhere.
    SwitchInterface { to: Interface, surface: Surface },
    Answer {
        draft: AnswerDraft,
        by: Responder,
        answer_id: AnswerId,
        /// Whether this also confirms, where the question needs a confirmation.
        confirm: Confirm,
    },
    /// The confirmation: what was chosen counts. `chosen` names the act that is confirmed.
    Confirm {
        chosen: AnswerId,
        by: Responder,
        answer_id: AnswerId,
    },
    Cancel {
        note: Option<String>,
        by: Responder,
        answer_id: AnswerId,
    },
    /// The clock has reached the deadline.
    Expire,
    /// The asker's connection ended before the outcome was handed over.
    Leave { reason: LeaveReason },
    /// The asker waits or polls again.
    Return,
    /// The asker has received the outcome.
    ConfirmDelivery,
    /// A process that an agent started was kept from doing what only a person may do.
    NoteAgentRefused {
        act: PersonalAct,
        process: LocalProcess,
    },
}

impl Command {
    /// Returns where a person acts; `None` if no person acts.
    pub(super) fn surface(&self) -> Option<Surface> {
        match self {
            Self::View { surface }
            | Self::Touch { surface }
            | Self::SetDeadline { surface, .. }
            | Self::SwitchInterface { surface, .. } => Some(*surface),
            Self::Answer { by, .. } | Self::Confirm { by, .. } | Self::Cancel { by, .. } => {
                by.surface()
            }
            Self::Rearm
            | Self::Expire
            | Self::Leave { .. }
            | Self::Return
            | Self::ConfirmDelivery
            | Self::NoteAgentRefused { .. } => None,
        }
    }
}

/// Whether an answer also confirms itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirm {
    Now,
    Later,
}

/// How the person moves a deadline; both count from now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeadlineChange {
    Add { seconds: u64 },
    Set { seconds: u64 },
    WaitForever,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaveReason {
    Cancelled,
    Disconnected,
    /// The hub that it waited on has ended. Whether the asker still runs shows when it comes back.
    HubRestarted,
}

/// Why a command changed nothing. A refusal is an answer, not a failure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("it has already been decided")]
    Closed(Box<Closed>),
    #[error("its time is over")]
    TooLate,
    #[error("its time is not over yet")]
    NotDue,
    #[error("it has not been decided yet")]
    StillPending,
    #[error("the answer does not fit the question")]
    InvalidAnswer(Vec<AnswerProblem>),
    #[error("there is nothing to confirm")]
    NothingChosen,
    #[error("something else has been chosen since")]
    OtherChosen,
    #[error("this answer_id was used for other content; the first content stays")]
    AnswerIdReused,
    #[error("agents cannot answer")]
    NotAPerson,
    #[error("this question cannot be answered in the agent's client")]
    NotByForm,
    #[error("this is not decided on a terminal that the agent opened")]
    NotInAgentsTerminal,
    #[error("a question is shown on the web or in the terminal")]
    InterfaceNotShowable,
    #[error("a deadline is between 1 second and {max_seconds} seconds away")]
    DeadlineOutOfRange { max_seconds: u64 },
    #[error("waiting forever is not allowed by the settings")]
    UnlimitedWaitNotAllowed,
    #[error("a task waits as long as it takes: its questions have no time limit")]
    WaitsForever,
}
