//! What the asker receives, in the form that belongs to the kind of question it asked.

use std::collections::BTreeMap;

use domain::interaction::{FieldValues, Interaction, Outcome, Question, QuestionKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::hitl::HitlResult;
use crate::result::ChoiceResult;

/// How a question stands for its asker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum AskerResult {
    /// What `provide_choice` returns.
    Choice(ChoiceResult),
    Request(RequestResult),
    Approval(ChoiceResult),
    Reply(ChoiceResult),
    Permission(ChoiceResult),
    Form(FormResult),
}

/// The result of a human request has its own form; people see the decision as for every other
/// question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RequestResult {
    #[serde(flatten)]
    pub decided: ChoiceResult,
    /// What `hitl_request` returns.
    pub hitl_result: HitlResult,
}

/// What was put into the fields of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct FormResult {
    #[serde(flatten)]
    pub decided: ChoiceResult,
    /// By the names of the fields; those that were left empty are absent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub fields: FieldValues,
}

impl AskerResult {
    /// Builds the result of `interaction`; while it is pending, only what is known by then.
    pub fn of(interaction: &Interaction) -> Self {
        let decided = ChoiceResult::of(interaction);
        match &interaction.question {
            Question::Choice(_) => Self::Choice(decided),
            Question::Request(request) => Self::Request(RequestResult {
                decided,
                hitl_result: HitlResult::of(interaction, request),
            }),
            Question::Approval(_) => Self::Approval(decided),
            Question::Reply(_) => Self::Reply(decided),
            Question::Permission(_) => Self::Permission(decided),
            Question::Form(_) => {
                let fields = match interaction.closed().map(|closed| &closed.outcome) {
                    Some(Outcome::Answered(answer)) => answer.fields().clone(),
                    Some(Outcome::Cancelled { .. } | Outcome::TimedOut) | None => {
                        FieldValues::new()
                    }
                };
                Self::Form(FormResult { decided, fields })
            }
        }
    }

    pub fn kind(&self) -> QuestionKind {
        match self {
            Self::Choice(_) => QuestionKind::Choice,
            Self::Request(_) => QuestionKind::Request,
            Self::Approval(_) => QuestionKind::Approval,
            Self::Reply(_) => QuestionKind::Reply,
            Self::Permission(_) => QuestionKind::Permission,
            Self::Form(_) => QuestionKind::Form,
        }
    }

    /// Returns the decision of a question of any kind.
    pub fn decided(&self) -> &ChoiceResult {
        match self {
            Self::Choice(decided)
            | Self::Approval(decided)
            | Self::Reply(decided)
            | Self::Permission(decided) => decided,
            Self::Request(request) => &request.decided,
            Self::Form(form) => &form.decided,
        }
    }

    /// Returns what `hitl_request` returns; `None` for other kinds.
    pub fn into_hitl(self) -> Option<HitlResult> {
        match self {
            Self::Request(request) => Some(request.hitl_result),
            Self::Choice(_)
            | Self::Approval(_)
            | Self::Reply(_)
            | Self::Permission(_)
            | Self::Form(_) => None,
        }
    }

    /// Like [`AskerResult::decided`], by value.
    pub fn into_decided(self) -> ChoiceResult {
        match self {
            Self::Choice(decided)
            | Self::Approval(decided)
            | Self::Reply(decided)
            | Self::Permission(decided) => decided,
            Self::Request(request) => request.decided,
            Self::Form(form) => form.decided,
        }
    }
}
