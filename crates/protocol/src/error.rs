//! The body of every refusal and failure.

use std::collections::BTreeMap;

use domain::interaction::Status;
use domain::{DecidedBy, Surface};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// The code of a question that was not asked because its task waits for another one.
pub const ANOTHER_QUESTION_OPEN: &str = "another_question_open";

/// `{"error": {…}}`, with any status other than 2xx.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ErrorBody {
    pub error: ApiError,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ApiError {
    /// Stable, for programs: `already_decided`, `unknown_session`, `invalid_request`, ….
    pub code: String,
    /// What happened, for people.
    pub message: String,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The values that the message names, for surfaces that say it in the person's own words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub args: BTreeMap<String, String>,
    /// Everything that is wrong with the request, when it is invalid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub problems: Vec<Problem>,
    /// Who decided first, when the question is finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
}

impl ApiError {
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            hint: None,
            args: BTreeMap::new(),
            problems: Vec::new(),
            winner: None,
        }
    }
}

/// The outcome a later answer lost against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Winner {
    /// Any but `pending`.
    pub status: Status,
    pub kind: DecidedBy,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<Surface>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub at: String,
    pub summary: String,
}

/// The code of a hub that is about to end: ask again, a new one has the same questions.
pub const STOPPING: &str = "hub_stopping";
