//! The programs that can work for a person.

mod catalogue;
mod check;
mod environment;
pub mod presets;

use std::collections::BTreeMap;
use std::fmt;

pub use catalogue::{Catalogue, CatalogueError};
pub use check::{HANDSHAKE_TIME_MAX, Readiness, Surroundings, check, find, look, program_version};
pub use environment::environment;

/// How sayso talks to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The Agent Client Protocol on stdio.
    Acp,
    /// The prompt goes in, what it prints is the answer.
    Command,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Acp => "acp",
            Self::Command => "command",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        [Self::Acp, Self::Command]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

/// A program that can work for a person.
#[derive(Clone, PartialEq, Eq)]
pub struct Agent {
    /// What people call it on the command line.
    pub id: String,
    pub name: String,
    pub kind: Kind,
    pub command: Vec<String>,
    /// Variables that the person gave for it; keys among them.
    pub environment: BTreeMap<String, String>,
}

/// Leaves out what may be secret.
impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("id", &self.id)
            .field("kind", &self.kind)
            .field("command", &self.command)
            .finish_non_exhaustive()
    }
}
