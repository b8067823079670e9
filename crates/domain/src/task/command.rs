//! What can be asked of a task, and the ways it can say no.

use super::{Expiry, Layer, Status, WaitReason};
use crate::id::InteractionId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A slot is free and so is the directory: the next attempt begins.
    Start,
    /// The attempt with this number needs the person before it can go on.
    Ask {
        attempt: u32,
        reason: WaitReason,
        interaction: InteractionId,
    },
    /// The attempt with this number has ended, and all its processes are gone.
    End { attempt: u32, ending: Ending },
    /// The attempt with this number has been silent, or gone on, for too long.
    Expire { attempt: u32, expiry: Expiry },
    /// The hub ends and takes its attempts with it.
    Drain,
    /// The process of the newest attempt is gone, and so is every process that it started.
    /// `interaction` is the choice between the ways to go on.
    Lose { interaction: InteractionId },
    /// The person has decided the open interaction.
    Answer {
        interaction: InteractionId,
        go_on: GoOn,
    },
    /// The person does not want it any more.
    Cancel,
    /// The person corrects whether it is done.
    Mark(Mark),
}

/// How an attempt was over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// It said its last word, and that asks nothing.
    Complete {
        by: Layer,
    },
    /// It said its last word, and that asks something: `interaction` is the question.
    Asks {
        by: Layer,
        interaction: InteractionId,
    },
    /// It said its last word, and the person has written more in the meantime.
    Continues,
    Failed {
        message: String,
    },
    /// It cannot begin without a login or key.
    NeedsLogin {
        interaction: InteractionId,
    },
    /// It was stopped as it should be. `interaction` is the choice between the ways to go on, for
    /// the case that there is one.
    Stopped {
        interaction: InteractionId,
    },
}

impl Ending {
    /// Returns the question that its last word asks.
    pub(super) fn asks(&self) -> Option<InteractionId> {
        match self {
            Self::Asks { interaction, .. } => Some(*interaction),
            Self::Complete { .. }
            | Self::Continues
            | Self::Failed { .. }
            | Self::NeedsLogin { .. }
            | Self::Stopped { .. } => None,
        }
    }
}

/// What a decided interaction means for its task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoOn {
    /// Goes on with what the person said.
    Continue,
    /// It is done as it is.
    Complete,
    /// The person does not want it any more.
    GiveUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    Complete,
    /// It does ask something: `interaction` is the question.
    NeedsReply {
        interaction: InteractionId,
    },
}

/// Why a command changed nothing. A refusal is an answer, not a failure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("a task that is {status} cannot do this")]
    NotNow { status: Status },
    #[error("attempt {given} is over; the newest is {newest}")]
    StaleAttempt { given: u32, newest: u32 },
    #[error("it waits for another decision")]
    OtherInteraction { open: InteractionId },
    #[error("one question is open already")]
    AlreadyAsking { open: InteractionId },
    #[error("a running attempt cannot ask for this reason")]
    NoReasonToAsk,
}
