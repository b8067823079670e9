//! What may happen: questions, answers, and the life of an interaction.
//!
//! Plain values and pure functions. No clock, no socket, no database: the caller brings `now`
//! and carries the result away. Text for people lives elsewhere; this crate speaks in codes.

pub mod approval;
pub mod asker;
pub mod choice;
pub mod display;
pub mod id;
pub mod interaction;
pub mod limits;
pub mod policy;
pub mod record;
pub mod request;
pub mod responder;
pub mod retention;
pub mod time;

pub use approval::{Action, ActionFile, Approval, ApprovalWords};
pub use asker::{Asker, Principal};
pub use choice::{
    Answer, AnswerDraft, AnswerProblem, Choice, ChoiceOption, ChoiceSpec, OptionSpec, Risk,
    SelectionMode, Violation,
};
pub use display::display_safe;
pub use id::{AnswerId, InteractionId};
pub use interaction::{
    Ask, Chosen, Closed, Command, Delivery, Event, Interaction, Interface, Origin, Outcome,
    Pending, Question, Refusal, State, Status,
};
pub use policy::{Policy, TimeoutWish};
pub use request::{HumanRequest, RequestOptionSpec, RequestSpec, RequestViolation};
pub use responder::{Responder, Surface};
pub use time::{BootId, Deadline, Moment, Timestamp};
