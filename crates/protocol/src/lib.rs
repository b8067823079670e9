//! The messages between the hub and its clients, and how domain values look in them.
//!
//! These are the shapes of HTTP bodies and socket messages; no rule is decided here. The tool
//! result of agents ([`ChoiceResult`]) is here too, because people see the same bytes.

pub mod action;
pub mod admin;
pub mod answer;
pub mod ask;
pub mod asker_result;
pub mod audit;
pub mod confirmation;
pub mod error;
pub mod export;
pub mod field;
pub mod hitl;
pub mod import;
pub mod interaction;
mod json_lines;
pub mod live;
pub mod markdown;
mod plain_problem;
pub mod problem;
mod request_problem;
pub mod result;
pub mod route;
pub mod settings;
pub mod shown;
pub mod thread;
pub mod through_client;
mod time;
pub mod tool;
#[cfg(feature = "typescript")]
mod typescript;

/// Sent as they are.
pub use domain::interaction::form::{FieldKind, FieldOption, FieldValue, FieldValues, TextFormat};
pub use domain::interaction::permission::{
    ChangedLine, Cut, FileChange, Hunk, LineChange, PermissionKind, ToolPart,
};
pub use domain::interaction::{
    ActionFile, ActionVariable, AnswerDraft, ChoiceSpec, ListFilter, OptionSpec, PlainOptionSpec,
    PlainSpec,
};

pub use action::{ActionView, ApprovalRequest, action_digest};
pub use admin::{
    AgentToken, CreateToken, CreatedToken, Health, HubStatus, LoginCode, LoginExchange, LoginKey,
    RefusalCount, ShutdownReply, WebSession,
};
pub use answer::{
    AnswerRequest, CancelRequest, ConfirmRequest, DeadlineRequest, DraftChange, InterfaceRequest,
    ViewRequest,
};
pub use ask::{AskReply, HandOff, Notice, ReportReply, ReportRequest, WaitReply};
pub use asker_result::{AskerResult, FormResult, RequestResult};
pub use audit::{
    Actor, AuditExportPage, AuditHead, AuditRecord, AuditReport, AuditedBy, EventRecord, HubRecord,
    HubRecords, ImportedFrom, OutcomeRecord,
};
pub use confirmation::{ChosenView, ConfirmationView};
pub use error::{ApiError, ErrorBody, Winner};
pub use export::{ExportFormat, ExportPart};
pub use field::FieldView;
pub use hitl::{HitlOption, HitlRequest, HitlResult, HitlSource, HitlStatus};
pub use import::{ImportReply, ImportRequest, ImportedAnswer, ImportedOutcome, ImportedSession};
pub use interaction::{
    AskerState, DeliveryState, DraftReply, EventView, InteractionDetail, InteractionPage,
    InteractionSummary, OptionView, QuestionView,
};
pub use live::{ChangedSubject, ClientMessage, RemovedSubject, ServerMessage};
pub use markdown::{Align, Block, Inline, ListItem};
pub use problem::Problem;
pub use result::{ActionStatus, AnsweredBy, ChoiceResult};
pub use settings::{SettingKind, SettingValue, SettingView, SettingsPatch, SettingsReply};
pub use shown::shown_value;
pub use thread::{
    AgentView, AttemptView, MarkRequest, MessageView, NewAgent, OutputReply, RecordView,
    RememberedView, ReplyRequest, RunRequest, TaskDetail, TaskEventView, TaskSummary, TasksReply,
    ThreadPatch, ThreadReply, ThreadView, ThreadsReply, WaitsFor,
};
pub use through_client::{
    ClientStep, Form, FormOption, FormSelect, FormText, RelayRequest, RelayedDecision,
};
pub use time::{in_own_zone, parse_rfc3339, rfc3339};
pub use tool::{ToolLine, ToolView};
#[cfg(feature = "typescript")]
pub use typescript::typescript_source;
