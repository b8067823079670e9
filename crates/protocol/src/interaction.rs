//! Interactions as people's surfaces see them: a row of the list, and one in full.

use std::collections::BTreeMap;

use domain::display::display_safe;
use domain::interaction::{
    AnswerDraft, Approval, AtDeadline, ChoiceOption, EventKind, Form, HumanRequest, Interaction,
    Interface, OutcomeDelivery, Outline, OutlineState, Permission, PermissionKind, Question,
    QuestionKind, Risk, SelectionMode, Status,
};
use domain::{Moment, Policy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::ActionView;
use crate::ask::HandOff;
use crate::asker_result::AskerResult;
use crate::confirmation::{ChosenView, ConfirmationView};
use crate::field::FieldView;
use crate::markdown::{self, Block};
use crate::problem::Problem;
use crate::result::ChoiceResult;
use crate::shown::{Companions, Shown};
use crate::time::rfc3339;
use crate::tool::ToolView;

/// Whether anyone is there to receive the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum AskerState {
    /// A call is waiting right now.
    Waiting,
    /// No call is waiting; the asker was told to ask again and will.
    Away,
    /// Its connection is gone.
    Disconnected,
}

/// Whether the asker has the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// There is no outcome yet.
    Open,
    /// Saved, not delivered.
    Saved,
    Delivered,
}

impl DeliveryState {
    fn of(state: &OutlineState) -> Self {
        match state {
            OutlineState::Pending { .. } => Self::Open,
            OutlineState::Closed { delivery, .. } => match delivery {
                OutcomeDelivery::Saved => Self::Saved,
                OutcomeDelivery::Delivered { .. } => Self::Delivered,
            },
        }
    }
}

/// One row of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct InteractionSummary {
    pub session_id: String,
    pub title: String,
    pub status: Status,
    /// Where it is shown.
    pub interface: Interface,
    pub kind: QuestionKind,
    /// Something is selected and awaits its confirmation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub awaiting_confirmation: bool,
    pub selection_mode: SelectionMode,
    pub risk: Risk,
    /// The client's name as it announces itself; filters go by it.
    pub asker: String,
    /// What people call that client.
    pub agent: String,
    /// The directory's name.
    pub project: String,
    /// The thread whose agent asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<String>,
    /// The task that waits for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_id: Option<String>,
    pub directory: String,
    pub started_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// Absent when it is decided, or waits forever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_seconds: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_at: Option<String>,
    /// What the deadline brings about if nothing happens before; absent without a deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_deadline: Option<AtDeadline>,
    pub asker_state: AskerState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asker_left_at: Option<String>,
    pub delivery: DeliveryState,
    /// Grows with every change of this interaction.
    pub revision: u64,
    /// Position in the order of asking.
    pub number: u64,
    /// What was chosen, written or noted, on one line; absent where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Display-safe forms of the texts that need one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub shown: Shown,
}

/// What the store knows about an interaction besides its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub revision: u64,
    pub number: u64,
}

impl InteractionSummary {
    pub fn of(
        outline: &Outline,
        place: Place,
        asker_state: AskerState,
        policy: &Policy,
        now: &Moment,
    ) -> Self {
        let gist = &outline.gist;
        let deadline = outline.deadline();
        let summary = outline.given();
        let shown = Companions::default()
            .line("title", &gist.title)
            .line("asker", &gist.asker.client)
            .line("agent", gist.asker.name())
            .line("project", gist.asker.project())
            .line("directory", &gist.asker.directory)
            .line("summary", summary.unwrap_or_default())
            .done();
        Self {
            session_id: outline.id.to_string(),
            title: gist.title.clone(),
            status: outline.status(),
            interface: outline.interface,
            kind: gist.kind,
            awaiting_confirmation: outline.awaits_confirmation(),
            selection_mode: gist.mode,
            risk: gist.risk,
            asker: gist.asker.client.clone(),
            agent: gist.asker.name().to_owned(),
            project: gist.asker.project().to_owned(),
            thread_id: gist.asker.principal.thread().map(String::from),
            task_id: gist.task.map(String::from),
            directory: gist.asker.directory.clone(),
            started_at: rfc3339(outline.asked_at),
            completed_at: outline.closed_at().map(rfc3339),
            // Rounded up: "0 seconds left" is only said when it is over.
            remaining_seconds: deadline.map(|deadline| deadline.remaining_ms(now).div_ceil(1000)),
            deadline_at: deadline.map(|deadline| rfc3339(deadline.wall())),
            at_deadline: outline.at_deadline(policy),
            asker_state,
            asker_left_at: outline.asker_left_at.map(rfc3339),
            delivery: DeliveryState::of(&outline.state),
            revision: place.revision,
            number: place.number,
            summary: summary.map(str::to_owned),
            shown,
        }
    }
}

impl InteractionSummary {
    /// Says who asks and in which project, ready to be shown. An asker may have no project.
    pub fn origin(&self) -> String {
        let parts = [&self.agent, &self.project].map(|part| display_safe(part));
        let named: Vec<&str> = parts
            .iter()
            .map(AsRef::as_ref)
            .filter(|part| !part.is_empty())
            .collect();
        named.join(" · ")
    }
}

/// One page of the list: pending ones that are due within 10 minutes, the soonest first, then the
/// other pending ones, the oldest first, then finished ones, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct InteractionPage {
    pub interactions: Vec<InteractionSummary>,
    /// Hand this back as `cursor` for the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Pending ones in all.
    pub pending: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct OptionView {
    pub id: String,
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub recommended: bool,
    /// Preselected.
    pub default: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    /// What it means for a tool call, regardless of its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<PermissionKind>,
    /// Display-safe forms of the texts that need one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub shown: Shown,
}

/// The question with the person's settings already applied: surfaces show it and decide nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct QuestionView {
    pub kind: QuestionKind,
    pub title: String,
    pub prompt: String,
    /// The prompt as a tree, ready to be drawn.
    pub prompt_blocks: Vec<Block>,
    pub selection_mode: SelectionMode,
    pub options: Vec<OptionView>,
    pub default_selection_ids: Vec<String>,
    pub min_selections: u32,
    pub max_selections: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    pub placeholder_visible: bool,
    /// Whether choosing submits immediately.
    pub single_submit_mode: bool,
    /// Whether notes are offered.
    pub annotations_enabled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub global_annotation: Option<String>,
    pub risk: Risk,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<u64>,
    /// The option on which the cursor starts; nothing is selected by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focused_id: Option<String>,
    /// Present where a selection needs a second, explicit step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<ConfirmationView>,
    /// What would be done, where permission is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionView>,
    /// The tool call that an agent wants to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<ToolView>,
    /// What is to be filled in, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub fields: Vec<FieldView>,
    /// The caller's own data, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<String>,
    /// Display-safe forms of the texts that need one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub shown: Shown,
}

impl QuestionView {
    pub fn of(interaction: &Interaction, policy: &Policy) -> Self {
        let question = &interaction.question;
        let choice = question.choice();
        let kind = OfKind::of(question);
        let metadata = kind.request.and_then(HumanRequest::metadata);
        let (min_selections, max_selections) = choice.bounds();
        Self {
            kind: question.kind(),
            title: choice.title().to_owned(),
            prompt: choice.prompt().to_owned(),
            prompt_blocks: markdown::parse(choice.prompt()),
            selection_mode: choice.mode(),
            options: choice
                .options()
                .iter()
                .map(|option| option_view(question, option))
                .collect(),
            default_selection_ids: choice.default_ids().to_vec(),
            min_selections,
            max_selections,
            placeholder: choice.placeholder().map(str::to_owned),
            placeholder_visible: choice.shows_placeholder(policy.placeholder_visible),
            single_submit_mode: choice.submits_on_select(policy.single_submit),
            annotations_enabled: choice.offers_annotations(policy.annotations),
            global_annotation: choice.global_annotation().map(str::to_owned),
            risk: choice.risk(),
            timeout_seconds: interaction.timeout_seconds,
            focused_id: question.focused_id().map(str::to_owned),
            confirmation: kind
                .request
                .and_then(HumanRequest::confirmation)
                .map(ConfirmationView::of),
            action: kind
                .approval
                .map(|approval| ActionView::of(approval.action())),
            tool: kind.permission.map(ToolView::of),
            fields: kind
                .form
                .map(|form| form.fields().iter().map(FieldView::of).collect())
                .unwrap_or_default(),
            metadata: metadata.map(str::to_owned),
            shown: Companions::default()
                .line("title", choice.title())
                .lines("placeholder", choice.placeholder())
                .lines("global_annotation", choice.global_annotation())
                .lines("metadata", metadata)
                .done(),
        }
    }
}

/// What a question is besides its choice; one of them at most.
#[derive(Default)]
struct OfKind<'a> {
    request: Option<&'a HumanRequest>,
    approval: Option<&'a Approval>,
    permission: Option<&'a Permission>,
    form: Option<&'a Form>,
}

impl<'a> OfKind<'a> {
    fn of(question: &'a Question) -> Self {
        let mut kind = Self::default();
        match question {
            Question::Choice(_) | Question::Reply(_) => {}
            Question::Request(request) => kind.request = Some(request),
            Question::Approval(approval) => kind.approval = Some(approval),
            Question::Permission(permission) => kind.permission = Some(permission),
            Question::Form(form) => kind.form = Some(form),
        }
        kind
    }
}

fn option_view(question: &Question, option: &ChoiceOption) -> OptionView {
    let choice = question.choice();
    let permission = OfKind::of(question).permission;
    OptionView {
        permission: permission
            .and_then(|permission| permission.option(&option.id))
            .map(|option| option.kind),
        id: option.id.clone(),
        label: option.label.clone(),
        description: option.description.clone(),
        recommended: option.recommended,
        default: choice.default_ids().contains(&option.id),
        annotation: option.annotation.clone(),
        shown: Companions::default()
            .line("id", &option.id)
            .line("label", &option.label)
            .lines("description", option.description.as_deref())
            .lines("annotation", option.annotation.as_deref())
            .done(),
    }
}

/// One interaction in full, as `sayso show --json` prints it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct InteractionDetail {
    #[serde(flatten)]
    pub summary: InteractionSummary,
    pub question: QuestionView,
    /// What an answer must name to prove which question was on the screen.
    pub digest: String,
    /// Where the person stands: the saved draft, else the asker's defaults.
    pub draft: AnswerDraft,
    /// What keeps the draft from being an answer; empty once it is decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub problems: Vec<Problem>,
    /// What is selected and awaits its confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<ChosenView>,
    /// What the asker receives, exactly; absent while pending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<AskerResult>,
    /// `result` as it may be shown, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "JsonValue"))]
    pub shown_result: Option<serde_json::Value>,
    pub events: Vec<EventView>,
    pub hand_off: HandOff,
}

impl InteractionDetail {
    /// Returns what was decided; `None` while pending.
    pub fn decided(&self) -> Option<&ChoiceResult> {
        self.result.as_ref().map(AskerResult::decided)
    }
}

/// One line of the audit trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct EventView {
    /// Gap-free over all interactions.
    pub seq: u64,
    pub at: String,
    pub kind: EventKind,
    /// What belongs to that kind.
    #[cfg_attr(feature = "typescript", ts(type = "JsonValue"))]
    pub data: serde_json::Value,
    /// `data` as it may be shown, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(type = "JsonValue"))]
    pub shown_data: Option<serde_json::Value>,
}

/// The reply to a saved draft: where the question stands, and whether the draft would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct DraftReply {
    #[serde(flatten)]
    pub summary: InteractionSummary,
    /// What keeps the draft from being an answer.
    #[serde(default)]
    pub problems: Vec<Problem>,
    /// What is kept now.
    pub draft: AnswerDraft,
}
