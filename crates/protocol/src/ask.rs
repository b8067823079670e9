//! Asking and waiting: the asker's half of the API.

use std::collections::BTreeMap;

use domain::task::TurnOutcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asker_result::AskerResult;
use crate::interaction::InteractionSummary;
use crate::through_client::ClientStep;

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
    /// How many seconds the person lets calls wait, by client; 0 is as long as progress flows. The
    /// keys are as the person wrote them; the caller knows its names.
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
    /// The answer as a plain message, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_words: Option<String>,
    /// Seconds until the deadline, while pending with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_seconds: Option<u64>,
    pub hand_off: HandOff,
}

/// How an agent that the hub runs says that its turn ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    pub outcome: TurnOutcome,
    /// A summary, or the question that the person should answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// Whose turn it is that ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportReply {
    pub task_id: String,
}
