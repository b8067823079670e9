//! What the asker receives, in the form that belongs to the kind of question it asked.

use domain::interaction::{Interaction, Question, QuestionKind};
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
        }
    }

    pub fn kind(&self) -> QuestionKind {
        match self {
            Self::Choice(_) => QuestionKind::Choice,
            Self::Request(_) => QuestionKind::Request,
            Self::Approval(_) => QuestionKind::Approval,
        }
    }

    /// Returns the decision of a question of any kind.
    pub fn decided(&self) -> &ChoiceResult {
        match self {
            Self::Choice(decided) | Self::Approval(decided) => decided,
            Self::Request(request) => &request.decided,
        }
    }

    /// Returns what `hitl_request` returns; `None` for other kinds.
    pub fn into_hitl(self) -> Option<HitlResult> {
        match self {
            Self::Request(request) => Some(request.hitl_result),
            Self::Choice(_) | Self::Approval(_) => None,
        }
    }

    /// Like [`AskerResult::decided`], by value.
    pub fn into_decided(self) -> ChoiceResult {
        match self {
            Self::Choice(decided) | Self::Approval(decided) => decided,
            Self::Request(request) => request.decided,
        }
    }
}
