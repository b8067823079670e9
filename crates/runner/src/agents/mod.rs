//! The programs that can work for a person.

pub mod presets;

use std::collections::BTreeMap;
use std::fmt;

/// How sayso talks to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The Agent Client Protocol on stdio.
    Acp,
    /// The prompt goes in, what it prints is the answer.
    Command,
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
