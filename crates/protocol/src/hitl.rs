//! `hitl_request`: the question as an asker hands it in, and what the asker receives.
//!
//! The result is built from the stored interaction alone, like every other.

use domain::Responder;
use domain::interaction::{
    Closed, HumanRequest, HumanRequestOptionSpec, HumanRequestSpec, Interaction, Outcome,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::Notice;

/// A request as the asker hands it in; the fields of `hitl_request`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct HitlRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<HitlOption>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub require_confirmation: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmation_message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_option: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<i64>,
    /// The caller's own data; kept as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub metadata: Option<serde_json::Value>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HitlOption {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl From<HitlRequest> for HumanRequestSpec {
    fn from(asked: HitlRequest) -> Self {
        Self {
            question: asked.question,
            options: asked
                .options
                .map(|options| options.into_iter().map(Into::into).collect()),
            require_confirmation: asked.require_confirmation,
            confirmation_message: asked.confirmation_message,
            default_option: asked.default_option,
            timeout_ms: asked.timeout_ms,
            metadata: asked.metadata.map(metadata_text),
        }
    }
}

/// Writes metadata with sorted members: a question that is asked again with its members in another
/// order is the same question.
fn metadata_text(mut metadata: serde_json::Value) -> String {
    metadata.sort_all_objects();
    metadata.to_string()
}

impl From<HitlOption> for HumanRequestOptionSpec {
    fn from(asked: HitlOption) -> Self {
        Self {
            id: asked.id,
            label: asked.label,
            description: asked.description,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum HitlStatus {
    Confirmed,
    Canceled,
    Timeout,
    Error,
    // The person has not decided yet: poll with the `requestId`.
    Pending,
}

/// What brought the status about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum HitlSource {
    User,
    Timeout,
    System,
}

/// The outcome of a `hitl_request`. `ok` is true only with `confirmed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[schemars(inline)]
pub struct HitlResult {
    pub ok: bool,
    pub status: HitlStatus,
    /// Whether the person chose, and confirmed where that was asked for.
    pub confirmed: bool,
    /// The label of the chosen option; null unless confirmed.
    #[schemars(with = "serde_json::Value")]
    pub selected_option: Option<String>,
    /// Its id; null unless confirmed.
    #[schemars(with = "serde_json::Value")]
    pub selected_option_id: Option<String>,
    pub source: HitlSource,
    /// Names this request in every later call.
    pub request_id: String,
    /// One line that says it all.
    pub message: String,
}

impl HitlResult {
    /// Builds the result of `interaction`, which asks `request`.
    pub(crate) fn of(interaction: &Interaction, request: &HumanRequest) -> Self {
        let id = interaction.id.to_string();
        let mut result = match interaction.closed() {
            None => Self::pending(id),
            Some(closed) => Self::decided(id, request, closed),
        };
        if let Some(clamped) = clamped(interaction, request) {
            result.add(&clamped);
        }
        result
    }

    /// Says one thing more in the message.
    pub fn add(&mut self, notice: &Notice) {
        self.message.push(' ');
        self.message.push_str(&notice.sentence());
    }

    /// Says that the person has not decided yet.
    pub fn pending(request_id: String) -> Self {
        Self {
            ok: false,
            status: HitlStatus::Pending,
            confirmed: false,
            selected_option: None,
            selected_option_id: None,
            source: HitlSource::System,
            request_id,
            message: "HITL request is still waiting for the person.".into(),
        }
    }

    fn decided(request_id: String, request: &HumanRequest, closed: &Closed) -> Self {
        let mut result = Self::pending(request_id);
        let twice = request.confirmation().is_some();
        let (status, source, message) = match (&closed.outcome, &closed.by) {
            (Outcome::Answered(answer), _) => {
                let chosen = answer.selected_ids().first();
                let option = chosen.and_then(|id| request.choice().option(id));
                (result.ok, result.confirmed) = (true, true);
                result.selected_option = option.map(|option| option.label.clone());
                result.selected_option_id = option.map(|option| option.id.clone());
                let message = if twice {
                    "HITL request was answered and confirmed by the person."
                } else {
                    "HITL request was answered by the person."
                };
                (HitlStatus::Confirmed, HitlSource::User, message)
            }
            (Outcome::Cancelled { .. }, Responder::Asker) => (
                HitlStatus::Canceled,
                HitlSource::System,
                "HITL request was withdrawn by its asker.",
            ),
            (Outcome::Cancelled { .. }, Responder::Person { .. } | Responder::Policy) => (
                HitlStatus::Canceled,
                HitlSource::User,
                "HITL request was canceled.",
            ),
            (Outcome::TimedOut, _) if twice => (
                HitlStatus::Timeout,
                HitlSource::Timeout,
                "HITL request timed out before user confirmation.",
            ),
            (Outcome::TimedOut, _) => (
                HitlStatus::Timeout,
                HitlSource::Timeout,
                "HITL request timed out before the person answered.",
            ),
        };
        (result.status, result.source, result.message) = (status, source, message.into());
        result
    }
}

/// Says so if the timeout is not the one that was asked for.
fn clamped(interaction: &Interaction, request: &HumanRequest) -> Option<Notice> {
    let granted = interaction.timeout_seconds?;
    let asked_ms = request.timeout_ms()?;
    (asked_ms.div_ceil(1000) != granted).then(|| Notice::timeout_clamped(granted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_is_the_same_in_any_order_of_its_members() {
        let text = |json| metadata_text(serde_json::from_str(json).expect("JSON"));
        let expected = r#"{"a":{"x":1,"y":2},"b":[3]}"#;
        assert_eq!(text(r#"{"b": [3], "a": {"y": 2, "x": 1}}"#), expected);
        assert_eq!(text(expected), expected);
    }
}
