//! Asking and waiting: the asker's half of the API.

use std::collections::BTreeMap;

use domain::interaction::{ChoiceSpec, OptionSpec};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asker_result::AskerResult;
use crate::interaction::InteractionSummary;
use crate::through_client::ClientStep;

/// A question as the asker hands it in; the fields of `provide_choice`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskRequest {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection_mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<AskedOption>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder_visible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_selection_ids: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_selections: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_selections: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single_submit_mode: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global_annotation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations_enabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interface: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskedOption {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommended: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<bool>,
}

impl From<AskRequest> for ChoiceSpec {
    fn from(asked: AskRequest) -> Self {
        Self {
            title: asked.title,
            prompt: asked.prompt,
            selection_mode: asked.selection_mode,
            options: asked
                .options
                .map(|options| options.into_iter().map(Into::into).collect()),
            placeholder: asked.placeholder,
            placeholder_visible: asked.placeholder_visible,
            default_selection_ids: asked.default_selection_ids,
            min_selections: asked.min_selections,
            max_selections: asked.max_selections,
            single_submit_mode: asked.single_submit_mode,
            global_annotation: asked.global_annotation,
            annotations_enabled: asked.annotations_enabled,
            interface: asked.interface,
            timeout_seconds: asked.timeout_seconds,
            risk: asked.risk,
        }
    }
}

impl From<AskedOption> for OptionSpec {
    fn from(asked: AskedOption) -> Self {
        Self {
            id: asked.id,
            label: asked.label,
            description: asked.description,
            recommended: asked.recommended,
            annotation: asked.annotation,
            default: asked.default,
        }
    }
}

/// The question is stored; what the asker should know about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskReply {
    pub interaction: InteractionSummary,
    /// True when an identical, still pending question was found instead of asking twice.
    pub attached: bool,
    /// What was changed on the way in, such as a clamped timeout.
    pub notices: Vec<Notice>,
    /// How the person gets to it.
    pub hand_off: HandOff,
    /// How many seconds the person lets calls wait, by client; 0 is as long as progress flows.
    /// The keys are as the person wrote them; who calls knows by which names it goes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub client_windows: BTreeMap<String, u64>,
    /// How the question also reaches the person through the asker's client.
    #[serde(default, skip_serializing_if = "ClientStep::is_wait")]
    pub delivery: ClientStep,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Notice {
    pub code: String,
    pub message: String,
}

impl Notice {
    pub const TIMEOUT_CLAMPED: &str = "timeout_clamped";

    /// Says that the person's bounds made the timeout another one.
    pub fn timeout_clamped(granted_seconds: u64) -> Self {
        Self {
            code: Self::TIMEOUT_CLAMPED.into(),
            message: format!("the person's settings make the timeout {granted_seconds} s"),
        }
    }

    /// Returns the message as a sentence among others.
    pub fn sentence(&self) -> String {
        let mut letters = self.message.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).chain(['.']).collect()
    }
}

/// Ways to the question. Holds no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct HandOff {
    /// Ready to paste into a shell.
    pub terminal_command: String,
    pub url: String,
}

/// What a wait or a poll found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WaitReply {
    pub result: AskerResult,
    /// Seconds until the deadline, while pending with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_seconds: Option<u64>,
    pub hand_off: HandOff,
}
