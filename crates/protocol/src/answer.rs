//! What a person does with a question: the responder's half of the API.

use domain::interaction::{AnswerDraft, Interface};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A draft and the one it was made from: what others changed in the meantime stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct DraftChange {
    pub draft: AnswerDraft,
    /// The hub's draft as the surface knew it.
    pub base: AnswerDraft,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct AnswerRequest {
    /// 32 random hexadecimal digits; sending the same twice counts once.
    pub answer_id: String,
    /// The digest of the question that was on the screen; a changed one is refused with 409.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    pub answer: AnswerDraft,
    /// Whether this also confirms, where the question needs a confirmation.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub confirm: bool,
}

/// The confirmation: what was chosen counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ConfirmRequest {
    /// 32 random hexadecimal digits; sending the same twice counts once.
    pub answer_id: String,
    /// The `answer_id` of the selection that was on the screen; another one is refused with 409.
    pub chosen_id: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct CancelRequest {
    pub answer_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Moves the deadline; both count from now. `set_seconds: 0` waits forever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum DeadlineRequest {
    AddSeconds(u64),
    SetSeconds(u64),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct InterfaceRequest {
    /// `web` or `terminal`.
    pub interface: Interface,
}

/// Says that a person has the question in view. The body carries nothing yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ViewRequest {}
