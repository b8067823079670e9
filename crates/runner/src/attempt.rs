//! One start of an executor for a task, as the engine sees it: what it is given, what it says, what
//! it wants to know, and how it ended. The same for every executor.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use domain::interaction::form::{Field, FieldValue};
use domain::interaction::permission::PermissionOption;
use domain::task::output::{Entry, ToolCall};

use crate::agents::Agent;

/// Everything that an attempt is started with.
#[derive(Debug, Clone)]
pub struct Order {
    /// Names the attempt; the value of [`MARK`](crate::tree::MARK).
    pub name: String,
    pub agent: Agent,
    pub directory: PathBuf,
    pub prompt: String,
    /// The agent's own name of the conversation to go on with.
    pub session: Option<String>,
    /// The conversation so far, as text, for agents that cannot go on with it. Empty at first.
    pub history: String,
    pub full_auto: bool,
    /// The hub's own tools, offered to the agent.
    pub mcp: Option<McpServer>,
    /// This program and what makes it a [`Launch`](crate::launch::Launch).
    pub launcher: Vec<OsString>,
    /// Every variable that the agent gets besides its own: nothing is inherited.
    pub environment: BTreeMap<OsString, OsString>,
}

/// An MCP server on stdio that the agent starts.
#[derive(Debug, Clone)]
pub struct McpServer {
    pub name: String,
    pub command: PathBuf,
    pub arguments: Vec<String>,
    pub environment: BTreeMap<String, String>,
}

/// What an attempt says, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// The conversation is open.
    Session {
        id: String,
        /// Whether it is the one that was to go on.
        continued: bool,
    },
    Entry(Entry),
    /// It waits for a [`Reply`].
    Request {
        id: RequestId,
        request: Request,
    },
    /// It does not wait for this any more.
    Withdrawn {
        id: RequestId,
    },
}

/// Names a request within its attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId(pub u64);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    Permission {
        tool: ToolCall,
        options: Vec<PermissionOption>,
    },
    Form {
        message: String,
        fields: Vec<Field>,
    },
    /// The person is to visit a page. It is shown, never opened unasked.
    Link {
        message: String,
        url: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// An option of a permission.
    Option { id: String },
    /// The fields of a form; none for a link that was visited.
    Values(BTreeMap<String, FieldValue>),
    /// The person does not want to.
    Declined,
    /// The attempt is being stopped.
    Cancelled,
}

/// How an attempt was over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The agent ended its turn.
    Turn { stop: Stop, closing: String },
    /// It could not do its work.
    Failed { message: String },
    /// It has no login or key, and nothing ran. The sentence says what is missing and where to set it.
    NeedsLogin { message: String },
    /// It was stopped as it should be.
    Stopped,
}

/// Why a turn ended, in the protocol's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    EndTurn,
    MaxTokens,
    MaxTurnRequests,
    Refusal,
    Cancelled,
}
