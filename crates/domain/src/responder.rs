//! Who decided, and where.

use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// Where a person sees and answers questions.
    Surface {
        Web = "web",
        Terminal = "terminal",
        Cli = "cli",
        Elicitation = "elicitation",
        /// The hand-off command on a terminal that the agent opened: perhaps the person typed
        /// there, perhaps the agent did.
        AgentTerminal = "agent_terminal",
    }

    /// Whether a person decided, or their standing instruction, or the asker took it back.
    #[cfg_attr(feature = "schema", schemars(inline))]
    DecidedBy { Person = "person", Policy = "policy", Asker = "asker" }
}

/// A process of this machine that acted, as the hub saw it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalProcess {
    pub pid: u32,
    /// The path of the program it runs.
    pub program: String,
    /// Its terminal, such as `/dev/pts/3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal: Option<String>,
    /// Why it counts as an agent's, where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentSign>,
}

/// By what a process was recognised as one that an agent started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "sign")]
pub enum AgentSign {
    /// It descends from a process that asks through sayso.
    StartedBy { pid: u32, program: String },
    /// Its environment carries a variable that this agent sets for what it runs.
    Variable { variable: String, agent: String },
    /// Its parent has exited, and a process that asks through sayso runs on the same terminal.
    SharesTerminal { pid: u32, program: String },
}

/// What only a person may do with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonalAct {
    See,
    Answer,
    Confirm,
    Cancel,
    Extend,
    Draft,
    Move,
}

/// What brought a terminal state about. A policy's decision is never reported as a person's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Responder {
    Person {
        surface: Surface,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The local process they acted through; `None` for the portal and for old records.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        process: Option<Box<LocalProcess>>,
    },
    /// The person's own standing instruction (auto-submit), or the clock.
    Policy,
    /// The asker took its own question back.
    Asker,
}

impl Responder {
    pub fn kind(&self) -> DecidedBy {
        match self {
            Self::Person { .. } => DecidedBy::Person,
            Self::Policy => DecidedBy::Policy,
            Self::Asker => DecidedBy::Asker,
        }
    }

    /// Returns where a person decided; `None` when it was not a person.
    pub fn surface(&self) -> Option<Surface> {
        match self {
            Self::Person { surface, .. } => Some(*surface),
            Self::Policy | Self::Asker => None,
        }
    }
}
