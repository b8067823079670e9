//! The messages between the hub and its clients, and how domain values look in them.
//!
//! These are the shapes of HTTP bodies and socket messages; no rule is decided here. What agents
//! see as a tool result ([`ChoiceResult`]) is here too, because people see the same bytes.

pub mod admin;
pub mod answer;
pub mod ask;
pub mod error;
pub mod interaction;
pub mod live;
pub mod markdown;
pub mod problem;
pub mod result;
pub mod route;
pub mod settings;
mod time;

pub use admin::{
    AgentToken, CreateToken, CreatedToken, Health, LoginCode, LoginExchange, LoginKey,
    ShutdownReply, Status, WebSession,
};
pub use answer::{
    AnswerRequest, CancelRequest, DeadlineRequest, DraftBody, InterfaceRequest, ViewRequest,
};
pub use ask::{AskReply, AskRequest, AskedOption, HandOff, Notice, WaitReply};
pub use error::{ApiError, ErrorBody, Winner};
pub use interaction::{
    AskerState, DeliveryState, EventView, InteractionDetail, InteractionPage, InteractionSummary,
    ListFilter, OptionView, QuestionView,
};
pub use live::{ClientMessage, ServerMessage};
pub use markdown::{Block, Inline};
pub use problem::Problem;
pub use result::{ActionStatus, AnsweredBy, ChoiceResult, DecidedBy};
pub use settings::{SettingKind, SettingValue, SettingView, SettingsPatch, SettingsReply};
pub use time::rfc3339;
