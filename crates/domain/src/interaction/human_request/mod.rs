//! `hitl_request` as validated types: options only, and a second explicit step where asked for.
//!
//! A [`HumanRequest`] can only be made by [`HumanRequestSpec::validate`]. It is answered as a
//! choice of exactly one option; nothing is preselected, the default is only where the cursor
//! starts.

mod spec;
mod validate;
mod violation;

use serde::{Deserialize, Serialize};

pub(super) use validate::{check_timeout_ms, title_and_prompt};

pub use spec::{HumanRequestOptionSpec, HumanRequestSpec};
pub use violation::HumanRequestViolation;

use crate::interaction::choice::Choice;

/// A valid request for one decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HumanRequest {
    choice: Choice,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    confirmation: Option<Confirmation>,
    /// Where the cursor starts; never chosen automatically.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    focused_id: Option<String>,
    /// The caller's own JSON, kept as it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metadata: Option<String>,
    /// How long the caller wanted to wait; the person's bounds may have made it another time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timeout_ms: Option<u64>,
}

/// The confirmation that a choice needs before it counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// The asker's text for the confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl HumanRequest {
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Returns the confirmation, where the asker wants one.
    pub fn confirmation(&self) -> Option<&Confirmation> {
        self.confirmation.as_ref()
    }

    pub fn focused_id(&self) -> Option<&str> {
        self.focused_id.as_deref()
    }

    /// Returns how long the caller wanted to wait.
    pub fn timeout_ms(&self) -> Option<u64> {
        self.timeout_ms
    }

    /// Returns the caller's own JSON text.
    pub fn metadata(&self) -> Option<&str> {
        self.metadata.as_deref()
    }
}
