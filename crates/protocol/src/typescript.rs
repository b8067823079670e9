//! The same messages as TypeScript, for the portal (`web/src/lib/protocol.gen.ts`).

use domain::interaction::{
    AtDeadline, EventKind, Interface, QuestionKind, Risk, SelectionMode, Status,
};
use domain::task::output::{
    Diff, Entry, PlanStatus, PlanStep, Stream, ToolCall, ToolStatus, Usage,
};
use domain::task::timeouts::{Profile, Progress};
use domain::task::{self, Layer, WaitReason};
use domain::{DecidedBy, Surface};
use ts_rs::{Config, TS};

use crate::{
    ActionFile, ActionStatus, ActionVariable, ActionView, AgentView, Align, AnswerDraft,
    AnswerRequest, AnsweredBy, ApiError, AskerResult, AskerState, AttemptView, Block,
    CancelRequest, ChangedLine, ChangedSubject, ChoiceResult, ChosenView, ClientMessage,
    ConfirmRequest, ConfirmationView, Cut, DeadlineRequest, DeliveryState, DraftChange, DraftReply,
    ErrorBody, EventView, ExportFormat, ExportPart, FieldKind, FieldOption, FieldValue, FieldView,
    FileChange, FormResult, HandOff, HitlResult, HitlSource, HitlStatus, HubStatus, Hunk, Inline,
    InteractionDetail, InteractionPage, InteractionSummary, InterfaceRequest, LineChange,
    ListFilter, ListItem, LoginExchange, LoginKey, MarkRequest, MessageView, OptionView,
    OutputReply, PermissionKind, Problem, QuestionView, RecordView, RefusalCount, RememberedView,
    RemovedSubject, ReplyRequest, RequestResult, RunRequest, ServerMessage, SettingKind,
    SettingValue, SettingView, SettingsPatch, SettingsReply, TaskDetail, TaskEventView,
    TaskSummary, TasksReply, TextFormat, ThreadPatch, ThreadReply, ThreadView, ThreadsReply,
    ToolPart, ToolView, ViewRequest, WaitsFor, Winner,
};

macro_rules! declarations {
    ($($type:ty),+ $(,)?) => {
        [$((<$type as TS>::docs(), <$type as TS>::decl(&config()))),+]
    };
}

/// JSON numbers stay far below 2^53 here: sequence numbers, seconds, milliseconds.
fn config() -> Config {
    Config::default().with_large_int("number")
}

/// Returns the whole file.
pub fn typescript_source() -> String {
    let declarations = declarations![
        ActionStatus,
        ActionView,
        Align,
        AnswerRequest,
        AnsweredBy,
        ApiError,
        AskerResult,
        AskerState,
        AtDeadline,
        Block,
        CancelRequest,
        ChangedLine,
        ChangedSubject,
        ChoiceResult,
        ChosenView,
        ClientMessage,
        ConfirmRequest,
        ConfirmationView,
        Cut,
        ToolPart,
        DeadlineRequest,
        DecidedBy,
        DeliveryState,
        AnswerDraft,
        DraftChange,
        DraftReply,
        ErrorBody,
        EventKind,
        EventView,
        ExportFormat,
        ExportPart,
        FieldKind,
        FieldOption,
        FieldValue,
        FieldView,
        FileChange,
        FormResult,
        ActionFile,
        ActionVariable,
        HandOff,
        HitlResult,
        HitlSource,
        HitlStatus,
        HubStatus,
        Hunk,
        Inline,
        InteractionDetail,
        InteractionPage,
        InteractionSummary,
        Interface,
        InterfaceRequest,
        LineChange,
        ListFilter,
        ListItem,
        LoginExchange,
        LoginKey,
        OptionView,
        PermissionKind,
        Problem,
        QuestionKind,
        QuestionView,
        RefusalCount,
        RemovedSubject,
        RequestResult,
        Risk,
        SelectionMode,
        ServerMessage,
        SettingKind,
        SettingValue,
        SettingView,
        SettingsPatch,
        SettingsReply,
        Status,
        Surface,
        TextFormat,
        ToolView,
        ViewRequest,
        Winner,
        AgentView,
        AttemptView,
        Diff,
        Entry,
        Layer,
        MarkRequest,
        MessageView,
        OutputReply,
        PlanStatus,
        PlanStep,
        Profile,
        Progress,
        RecordView,
        RememberedView,
        ReplyRequest,
        RunRequest,
        Stream,
        TaskDetail,
        TaskEventView,
        TaskSummary,
        TasksReply,
        ThreadPatch,
        ThreadReply,
        ThreadView,
        ThreadsReply,
        ToolCall,
        ToolStatus,
        Usage,
        WaitReason,
        WaitsFor,
        task::EventKind,
        task::Status,
    ];
    let mut source =
        String::from("// Generated from crates/protocol by `cargo xtask codegen`; do not edit.\n");
    source.push_str("\nexport type JsonValue = unknown;\n");
    for (docs, declaration) in declarations {
        source.push('\n');
        source.push_str(&docs.unwrap_or_default());
        source.push_str(&format!("export {declaration}\n"));
    }
    source
}
