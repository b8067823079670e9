//! The rules of questions, answers and tasks: which commands are allowed, and which events they
//! cause. Plain values and pure functions. No clock, no socket, no database: the caller passes
//! `now` and stores the result. Text for people is in the catalogues; this crate returns codes. A
//! type that belongs to one kind of subject is named through its module (`interaction::Event`), so
//! that another subject can have an `Event` too. Types that every subject shares are at the top
//! level.

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
pub mod thread;
pub mod time;
mod words;

pub use asker::{Asker, Principal};
pub use display::display_safe;
pub use hub_event::HubEvent;
pub use id::{AnswerId, CallKey, InteractionId, MessageId, TaskId, ThreadId};
pub use policy::{Policy, TimeoutWish};
pub use responder::{AgentSign, DecidedBy, LocalProcess, PersonalAct, Responder, Surface};
pub use retry::Retry;
pub use subject::{Subject, SubjectKind};
pub use thread::Thread;
pub use time::{BootId, Deadline, Moment, Timestamp};
