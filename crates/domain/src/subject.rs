//! What a change is about. All kinds of subject share one numbered log.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{InteractionId, TaskId, ThreadId};

/// The kinds of things that change and are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
    Interaction,
    Thread,
    Task,
}

impl SubjectKind {
    pub const ALL: [Self; 3] = [Self::Interaction, Self::Thread, Self::Task];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Interaction => "interaction",
            Self::Thread => "thread",
            Self::Task => "task",
        }
    }
}

/// One thing of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    Interaction(InteractionId),
    Thread(ThreadId),
    Task(TaskId),
}

impl Subject {
    pub const fn kind(self) -> SubjectKind {
        match self {
            Self::Interaction(_) => SubjectKind::Interaction,
            Self::Thread(_) => SubjectKind::Thread,
            Self::Task(_) => SubjectKind::Task,
        }
    }
}

/// Shows its id alone; the kind is told beside it.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interaction(id) => id.fmt(f),
            Self::Thread(id) => id.fmt(f),
            Self::Task(id) => id.fmt(f),
        }
    }
}
