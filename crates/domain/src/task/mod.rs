//! A job that a person gave to an agent, and how far it has come.
//!
//! A thread is a conversation with one agent about one directory; a task is one prompt in it; an
//! attempt is one start of an executor for a task. [`Task::decide`] says which events a command
//! causes, [`Task::apply`] makes them true, and each event says what is to be done about it.
//!
//! A task that waits for a person has exactly one open interaction, and that interaction is the
//! wait. An attempt is known by its number, which is also its fence: what an older one says is
//! refused.

pub mod closing;
mod command;
mod decide;
mod event;
pub mod output;
pub mod timeouts;

use serde::{Deserialize, Serialize};

pub use command::{Command, Ending, GoOn, Mark, Refusal};
pub use event::{Effect, Event, EventKind};

use crate::id::{InteractionId, TaskId, ThreadId};
use crate::time::Timestamp;
use crate::words::words;

/// The tools that the hub offers to the agents that it runs. They only ask the person or report:
/// whether an agent may call one needs no question.
pub const HUB_TOOLS: [&str; 5] = [
    "provide_choice",
    "hitl_request",
    "requestUserChoice",
    "ask_human",
    "report_outcome",
];

words! {
    /// The one word people see of a task.
    #[cfg_attr(feature = "schema", schemars(rename = "TaskStatus"))]
    #[cfg_attr(feature = "typescript", ts(rename = "TaskStatus"))]
    Status {
        Queued = "QUEUED",
        Running = "RUNNING",
        AwaitingResponse = "AWAITING_RESPONSE",
        Complete = "COMPLETE",
        Error = "ERROR",
        Cancelled = "CANCELLED",
    }

    /// Why a task waits for a person.
    WaitReason {
        /// Its last words ask something.
        Question = "question",
        /// The agent wants to do something that needs leave.
        Permission = "permission",
        /// The agent has a form to be filled in.
        Elicitation = "elicitation",
        TimeoutIdle = "timeout_idle",
        TimeoutHard = "timeout_hard",
        /// The process that ran the attempt is gone.
        Interrupted = "interrupted",
        /// The agent has no login or key.
        AuthRequired = "auth_required",
        RollbackConflict = "rollback_conflict",
        LoopExhausted = "loop_exhausted",
    }

    /// What decided whether a task is done or asks something, surest first.
    Layer {
        /// The agent had a request open.
        OpenRequest = "open_request",
        /// The agent said so itself, with the tool for it.
        Report = "report",
        /// Rules on its closing words.
        Rules = "rules",
        /// A person set it right.
        Person = "person",
    }

    /// How an agent says that its turn ends.
    TurnOutcome {
        Done = "done",
        NeedsReply = "needs_reply",
    }

    /// How long an attempt may go on without a word, or at all.
    Expiry {
        Idle = "idle",
        Hard = "hard",
    }
}

/// One prompt in a thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub id: TaskId,
    pub thread: ThreadId,
    pub prompt: String,
    /// The number of its newest attempt; 0 before the first.
    pub attempt: u32,
    pub state: State,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "phase")]
pub enum State {
    /// Waits for a slot, or for its directory.
    Queued,
    Running,
    /// Its attempt is being ended. The next attempt waits until all processes of this one are gone.
    Stopping {
        why: StopReason,
    },
    Awaiting(Awaiting),
    Complete {
        by: Layer,
    },
    Error {
        message: String,
    },
    Cancelled,
}

/// The wait of a task for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Awaiting {
    pub reason: WaitReason,
    /// The open interaction.
    pub interaction: InteractionId,
    /// What decided that it waits; absent where nothing was to be judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Layer>,
    pub attempt: AwaitingAttempt,
}

/// Whether an attempt is there to take the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AwaitingAttempt {
    /// It holds its breath: the answer goes to it.
    Lives,
    /// It is over: the answer begins another one.
    Ended,
}

/// Why an attempt is being ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum StopReason {
    /// The person does not want it any more.
    Cancelled,
    Expired {
        expiry: Expiry,
    },
    /// The hub is about to end.
    Drained,
}

impl Status {
    /// Whether nothing follows any more, unless the person corrects it.
    pub fn is_final(self) -> bool {
        match self {
            Self::Queued | Self::Running | Self::AwaitingResponse => false,
            Self::Complete | Self::Error | Self::Cancelled => true,
        }
    }
}

impl Task {
    pub fn new(id: TaskId, thread: ThreadId, prompt: String, at: Timestamp) -> Self {
        Self {
            id,
            thread,
            prompt,
            attempt: 0,
            state: State::Queued,
            created_at: at,
            updated_at: at,
        }
    }

    pub fn status(&self) -> Status {
        match &self.state {
            State::Queued => Status::Queued,
            State::Running | State::Stopping { .. } => Status::Running,
            State::Awaiting(_) => Status::AwaitingResponse,
            State::Complete { .. } => Status::Complete,
            State::Error { .. } => Status::Error,
            State::Cancelled => Status::Cancelled,
        }
    }

    pub fn awaiting(&self) -> Option<&Awaiting> {
        match &self.state {
            State::Awaiting(awaiting) => Some(awaiting),
            State::Queued
            | State::Running
            | State::Stopping { .. }
            | State::Complete { .. }
            | State::Error { .. }
            | State::Cancelled => None,
        }
    }

    /// Whether its newest attempt may still have processes.
    pub fn has_live_attempt(&self) -> bool {
        match &self.state {
            State::Running | State::Stopping { .. } => true,
            State::Awaiting(awaiting) => awaiting.attempt == AwaitingAttempt::Lives,
            State::Queued | State::Complete { .. } | State::Error { .. } | State::Cancelled => {
                false
            }
        }
    }

    /// Whether the task stays as it is until the person or a parent task acts on it.
    pub fn has_ended(&self) -> bool {
        match &self.state {
            State::Complete { .. } | State::Error { .. } | State::Cancelled => true,
            State::Queued | State::Running | State::Stopping { .. } | State::Awaiting(_) => false,
        }
    }
}
