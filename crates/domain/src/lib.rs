//! What may happen: questions, answers, and the life of an interaction.
//!
//! Plain values and pure functions. No clock, no socket, no database: the caller brings `now`
//! and carries the result away. Text for people lives elsewhere; this crate speaks in codes.
//!
//! What belongs to one kind of subject is named through its module (`interaction::Event`), so that
//! another subject may have events of its own. What every subject shares stands at the top.

pub mod asker;
pub mod display;
pub mod hub_event;
pub mod id;
pub mod interaction;
pub mod limits;
pub mod policy;
pub mod responder;
pub mod retention;
pub mod retry;
pub mod subject;
pub mod task;
pub mod time;
mod words;

pub use asker::{Asker, Principal};
pub use display::display_safe;
pub use hub_event::HubEvent;
pub use id::{AnswerId, CallKey, InteractionId, TaskId, ThreadId};
pub use policy::{Policy, TimeoutWish};
pub use responder::{AgentSign, DecidedBy, LocalProcess, PersonalAct, Responder, Surface};
pub use retry::Retry;
pub use subject::{Subject, SubjectKind};
pub use time::{BootId, Deadline, Moment, Timestamp};
