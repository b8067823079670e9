//! What an executor says and does while it works, in one form for every executor.
//!
//! Kept as an append-only log beside the task. Agent messages that this form does not know are
//! kept unchanged.

use serde::{Deserialize, Serialize};

use super::timeouts::Progress;
use crate::time::Timestamp;
use crate::words::words;

words! {
    /// How far a tool call has come.
    ToolStatus {
        Pending = "pending",
        InProgress = "in_progress",
        Completed = "completed",
        Failed = "failed",
    }

    /// How far a step of a plan has come.
    PlanStatus {
        Pending = "pending",
        InProgress = "in_progress",
        Completed = "completed",
    }

    /// Where a program printed something.
    Stream { Stdout = "stdout", Stderr = "stderr" }
}

/// One line of the log of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Gap-free within an attempt, from 1.
    pub position: u64,
    pub at: Timestamp,
    pub entry: Entry,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Entry {
    /// A piece of what the agent says to the person.
    Text {
        /// The message that it belongs to, where the agent names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
        text: String,
    },
    /// A piece of what the agent says to itself.
    Thought {
        text: String,
    },
    /// A tool call as it is by now.
    Tool(ToolCall),
    /// The whole plan as it is by now.
    Plan {
        steps: Vec<PlanStep>,
    },
    Usage(Usage),
    /// What a program printed.
    Printed {
        stream: Stream,
        text: String,
    },
    /// Something that the person should know about the attempt.
    Notice {
        text: String,
    },
    /// A sign of life without content.
    Heartbeat,
    /// Something else, as JSON.
    Unknown {
        json: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ToolCall {
    pub id: String,
    pub title: String,
    /// What sort of tool it is, in the agent's own word: `execute`, `edit`, `read`, ….
    pub kind: String,
    pub status: ToolStatus,
    /// The command that it runs, where the agent tells it apart from the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The files that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub locations: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub diffs: Vec<Diff>,
    /// Its arguments, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What it gave back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

/// A file before and after, as the agent reports it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Diff {
    pub path: String,
    /// Absent for a new file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    pub new: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlanStep {
    pub text: String,
    pub status: PlanStatus,
}

/// What the conversation has used so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Usage {
    pub tokens_used: u64,
    /// How many tokens fit into its context.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens_max: Option<u64>,
    /// An amount and its currency, such as `0.12 USD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
}

impl ToolStatus {
    /// Whether the call is still at work.
    pub fn is_open(self) -> bool {
        match self {
            Self::Pending | Self::InProgress => true,
            Self::Completed | Self::Failed => false,
        }
    }
}

impl Entry {
    /// Returns which kind of progress it is. Notes of the hub itself do not count as progress.
    pub fn progress(&self) -> Option<Progress> {
        match self {
            Self::Text { .. } | Self::Thought { .. } | Self::Plan { .. } | Self::Printed { .. } => {
                Some(Progress::LogChunk)
            }
            Self::Tool(_) => Some(Progress::ToolProgress),
            Self::Usage(_) | Self::Heartbeat | Self::Unknown { .. } => Some(Progress::Heartbeat),
            Self::Notice { .. } => None,
        }
    }
}
