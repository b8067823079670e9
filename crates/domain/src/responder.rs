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
}

impl Surface {
    pub const ALL: [Surface; 4] = [Self::Web, Self::Terminal, Self::Cli, Self::Elicitation];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Terminal => "terminal",
            Self::Cli => "cli",
            Self::Elicitation => "elicitation",
        }
    }
}

/// What brought a terminal state about. A policy's decision is never reported as a person's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Responder {
    Person {
        surface: Surface,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
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
