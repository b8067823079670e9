//! What a change is about. All kinds of subject share one numbered log.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::InteractionId;

/// The kinds of things that change and are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
    Interaction,
}

impl SubjectKind {
    pub const ALL: [Self; 1] = [Self::Interaction];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Interaction => "interaction",
        }
    }
}

/// One thing of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    Interaction(InteractionId),
}

impl Subject {
    pub const fn kind(self) -> SubjectKind {
        match self {
            Self::Interaction(_) => SubjectKind::Interaction,
        }
    }
}

/// Shows its id alone; the kind is told beside it.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interaction(id) => id.fmt(f),
        }
    }
}
