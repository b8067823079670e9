//! The audit on the wire: one record per outcome, per event and per change of the hub itself, each
//! on its own line when exported.

use domain::interaction::{DeadlineCause, Event, EventKind, Status};
use domain::{HubEvent, Responder, Surface};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What checking every hash chain found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditReport {
    pub ok: bool,
    /// One line per broken row, naming it.
    pub problems: Vec<String>,
}

/// The end of the chain of outcomes, to be kept elsewhere: `verify_audit` compares with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditHead {
    /// How many outcomes are on record.
    pub count: u64,
    /// The hash of the newest one; absent before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// When the newest one was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// One page of the audit: outcomes in the order of their chain, then events by number, then what
/// happened to the hub.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditExportPage {
    pub records: Vec<AuditRecord>,
    /// Hand this back as `cursor` for the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "record")]
pub enum AuditRecord {
    Outcome(OutcomeRecord),
    Event(EventRecord),
    Hub(HubRecord),
}

/// One outcome. It stays forever; `title`, `asker`, `project`, `answer` and `delivered_at` go when
/// retention removes the question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeRecord {
    /// Its place in the chain, from 1.
    pub number: u64,
    pub session_id: String,
    pub at: String,
    /// Any but `pending`.
    pub status: Status,
    pub by: AuditedBy,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The client that asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asker: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// SHA-256 of the question that was shown.
    pub shown_digest: String,
    /// SHA-256 of what was sent.
    pub answer_digest: String,
    /// What was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// When the asker had it; absent when it never came for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<String>,
    /// Present when it was decided with another program and imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported_from: Option<ImportedFrom>,
    /// The hash that the next outcome continues.
    pub hash: String,
}

/// One event of a question that is still kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventRecord {
    /// Gap-free over all questions, as long as none is removed.
    pub seq: u64,
    pub session_id: String,
    pub at: String,
    pub kind: EventKind,
    pub by: AuditedBy,
    pub asker: String,
    pub project: String,
    /// SHA-256 of the question that was shown.
    pub shown_digest: String,
    /// What belongs to that kind.
    pub data: Value,
    /// The hash that the next event of this question continues.
    pub hash: String,
}

/// One thing that happened to the hub itself. It stays forever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HubRecord {
    /// Gap-free, from 1.
    pub number: u64,
    /// When the hub noticed.
    pub at: String,
    pub kind: HubEvent,
    /// The hash that the next one continues.
    pub hash: String,
}

/// Some of what happened to the hub itself, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HubRecords {
    pub events: Vec<HubRecord>,
}

/// What sort of party did it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    Person,
    /// A standing instruction of the person, or the clock.
    Policy,
    Asker,
    /// An agent, in the place of a person.
    Agent,
    Hub,
}

/// Who did it, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditedBy {
    pub kind: Actor,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<Surface>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedFrom {
    pub source: String,
    pub session_id: String,
}

impl AuditedBy {
    fn somebody(kind: Actor) -> Self {
        Self {
            kind,
            surface: None,
            name: None,
        }
    }

    fn person(surface: Surface) -> Self {
        Self {
            surface: Some(surface),
            ..Self::somebody(Actor::Person)
        }
    }

    /// Returns who decided.
    pub fn of_responder(by: &Responder) -> Self {
        match by {
            Responder::Person { surface, name, .. } => Self {
                name: name.clone(),
                ..Self::person(*surface)
            },
            Responder::Policy => Self::somebody(Actor::Policy),
            Responder::Asker => Self::somebody(Actor::Asker),
        }
    }

    /// Returns who caused an event.
    pub fn of_event(event: &Event) -> Self {
        match event {
            Event::Asked | Event::AskerLeft { .. } | Event::AskerReturned | Event::Delivered => {
                Self::somebody(Actor::Asker)
            }
            Event::Viewed { surface }
            | Event::DraftStarted { surface }
            | Event::InterfaceSwitched { surface, .. }
            | Event::Confirmed { surface } => Self::person(*surface),
            Event::DeadlineMoved { cause, .. } => match cause {
                DeadlineCause::Person { surface } => Self::person(*surface),
                DeadlineCause::Typing => Self::somebody(Actor::Person),
                DeadlineCause::Reboot => Self::somebody(Actor::Hub),
            },
            Event::Chosen { by, .. } | Event::Answered { by, .. } | Event::Cancelled { by, .. } => {
                Self::of_responder(by)
            }
            Event::TimedOut => Self::somebody(Actor::Policy),
            Event::AgentRefused { .. } => Self::somebody(Actor::Agent),
            Event::Imported(_) => Self::somebody(Actor::Hub),
        }
    }
}
