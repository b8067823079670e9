//! What every caller saw: the input of the checker. Plain values, no judgement.
//!
//! `Span` is on the harness's own clock; `_ms` are the hub's wall clock as it told them. Both are
//! clocks of one machine, and the checker compares only like with like.

use std::collections::BTreeMap;

/// From sending a request until its reply was there or given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) begun_us: u64,
    pub(crate) ended_us: u64,
}

impl Span {
    /// Whether this was over before `other` began.
    pub(crate) fn precedes(self, other: Span) -> bool {
        self.ended_us < other.begun_us
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    pub(crate) asks: Vec<Ask>,
    pub(crate) acts: Vec<Act>,
    pub(crate) sightings: Vec<Sighting>,
    pub(crate) recoveries: Vec<Recovery>,
    /// What is stored at the end, by interaction.
    pub(crate) end: BTreeMap<String, Ending>,
}

/// One attempt to ask. Titles are unique; an attempt that got no reply may be repeated.
#[derive(Debug, Clone)]
pub(crate) struct Ask {
    pub(crate) title: String,
    pub(crate) span: Span,
    /// `None`: it is unknown whether it was stored.
    pub(crate) acknowledged: Option<Asked>,
}

#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) id: String,
    pub(crate) deadline_ms: Option<i64>,
}

/// One attempt to change an interaction.
#[derive(Debug, Clone)]
pub(crate) struct Act {
    pub(crate) id: String,
    pub(crate) span: Span,
    pub(crate) deed: Deed,
    pub(crate) reply: ActReply,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Deed {
    /// The note of the answer is its id, so that every outcome names the act that made it.
    Answer {
        answer_id: String,
        option: String,
    },
    /// By a person, or by the asker itself.
    Cancel {
        answer_id: String,
    },
    Extend,
    Draft {
        note: String,
    },
}

impl Deed {
    pub(crate) fn answer_id(&self) -> Option<&str> {
        match self {
            Self::Answer { answer_id, .. } | Self::Cancel { answer_id } => Some(answer_id),
            Self::Extend | Self::Draft { .. } => None,
        }
    }

    pub(crate) fn moves_deadline(&self) -> bool {
        match self {
            Self::Extend | Self::Draft { .. } => true,
            Self::Answer { .. } | Self::Cancel { .. } => false,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) enum ActReply {
    Accepted {
        /// The deadline by then, while pending.
        deadline_ms: Option<i64>,
        /// The outcome, for the deeds that make one and whose reply shows it.
        outcome: Option<Outcome>,
    },
    /// Another caller, or the clock, was first.
    Lost(Winner),
    /// Turned away for another reason, with its code; nothing has changed.
    Refused(String),
    /// No reply, or one that leaves open what happened.
    Unknown,
}

/// Who decided, as a loser is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Winner {
    pub(crate) status: String,
    pub(crate) kind: String,
    pub(crate) surface: Option<String>,
    pub(crate) at_ms: Option<i64>,
}

/// An outcome as its asker receives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// `selected`, `cancelled`, `timeout`, ….
    pub(crate) status: String,
    pub(crate) option: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) at_ms: i64,
    /// Exactly what came over the wire.
    pub(crate) bytes: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Sighting {
    pub(crate) id: String,
    pub(crate) span: Span,
    pub(crate) seen: Seen,
}

#[derive(Debug, Clone)]
pub(crate) enum Seen {
    Pending,
    Closed(Outcome),
    /// The hub knows of no such interaction.
    Absent,
}

/// The pending list, read as soon as a new hub answered.
#[derive(Debug, Clone)]
pub(crate) struct Recovery {
    pub(crate) span: Span,
    /// When this hub was spawned: an earlier hub had committed every stored decision from before
    /// that. The least of all times if a client started the hub, because then the time is unknown.
    pub(crate) spawned_ms: i64,
    /// The wall clock around the reading.
    pub(crate) from_ms: i64,
    pub(crate) until_ms: i64,
    pub(crate) pending: BTreeMap<String, PendingRow>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PendingRow {
    pub(crate) deadline_ms: Option<i64>,
    pub(crate) remaining_seconds: Option<i64>,
}

/// An interaction as it is stored when everything is over.
#[derive(Debug, Clone)]
pub(crate) struct Ending {
    pub(crate) title: String,
    pub(crate) outcome: Option<Outcome>,
    /// The note of the kept draft.
    pub(crate) draft_note: Option<String>,
    pub(crate) events: Vec<Event>,
}

#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) seq: u64,
    pub(crate) kind: String,
    pub(crate) at_ms: i64,
    /// The new deadline, for events that move it.
    pub(crate) deadline_ms: Option<i64>,
}

impl Event {
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.kind.as_str(), "answered" | "cancelled" | "timed_out")
    }
}

impl Ending {
    pub(crate) fn asked_ms(&self) -> i64 {
        self.events.first().map_or(i64::MAX, |event| event.at_ms)
    }
}
