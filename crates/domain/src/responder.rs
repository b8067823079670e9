//! Who decided, and where.

use serde::{Deserialize, Serialize};

/// Where a person sees and answers questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    Web,
    Terminal,
    Cli,
    Elicitation,
    /// The hand-off command on a terminal that the agent opened: perhaps the person typed there,
    /// perhaps the agent did.
    AgentTerminal,
}

impl Surface {
    pub const ALL: [Surface; 5] = [
        Self::Web,
        Self::Terminal,
        Self::Cli,
        Self::Elicitation,
        Self::AgentTerminal,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Terminal => "terminal",
            Self::Cli => "cli",
            Self::Elicitation => "elicitation",
            Self::AgentTerminal => "agent_terminal",
        }
    }
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
    /// Its parent is gone, and a process that asks through sayso lives on the same terminal.
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
    /// Returns where a person decided; `None` when it was no person.
    pub fn surface(&self) -> Option<Surface> {
        match self {
            Self::Person { surface, .. } => Some(*surface),
            Self::Policy | Self::Asker => None,
        }
    }
}
