//! The same messages as TypeScript, for the portal (`web/src/lib/protocol.gen.ts`).

use domain::interaction::{
    AtDeadline, EventKind, Interface, QuestionKind, Risk, SelectionMode, Status,
};
use domain::{DecidedBy, Surface};
use ts_rs::{Config, TS};

use crate::{
    ActionFile, ActionStatus, ActionVariable, ActionView, Align, AnswerDraft, AnswerRequest,
    AnsweredBy, ApiError, AskerResult, AskerState, Block, CancelRequest, ChangedSubject,
    ChoiceResult, ChosenView, ClientMessage, ConfirmRequest, ConfirmationView, DeadlineRequest,
    DeliveryState, DraftChange, DraftReply, ErrorBody, EventView, ExportFormat, ExportPart,
    HandOff, HitlResult, HitlSource, HitlStatus, HubStatus, Inline, InteractionDetail,
    InteractionPage, InteractionSummary, InterfaceRequest, ListFilter, ListItem, LoginExchange,
    LoginKey, OptionView, Problem, QuestionView, RefusalCount, RemovedSubject, RequestResult,
    ServerMessage, SettingKind, SettingValue, SettingView, SettingsPatch, SettingsReply,
    ViewRequest, Winner,
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
        ChangedSubject,
        ChoiceResult,
        ChosenView,
        ClientMessage,
        ConfirmRequest,
        ConfirmationView,
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
        ActionFile,
        ActionVariable,
        HandOff,
        HitlResult,
        HitlSource,
        HitlStatus,
        HubStatus,
        Inline,
        InteractionDetail,
        InteractionPage,
        InteractionSummary,
        Interface,
        InterfaceRequest,
        ListFilter,
        ListItem,
        LoginExchange,
        LoginKey,
        OptionView,
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
        ViewRequest,
        Winner,
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
