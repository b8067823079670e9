//! A request as it was handed in, before any rule was checked.

use serde::{Deserialize, Serialize};

/// Unchecked `hitl_request` fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HumanRequestSpec {
    pub question: Option<String>,
    pub options: Option<Vec<HumanRequestOptionSpec>>,
    pub require_confirmation: Option<bool>,
    pub confirmation_message: Option<String>,
    /// A label or an id.
    pub default_option: Option<String>,
    pub timeout_ms: Option<i64>,
    /// JSON text.
    pub metadata: Option<String>,
}

/// An option that was given as text has only a label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HumanRequestOptionSpec {
    pub id: Option<String>,
    pub label: Option<String>,
    pub description: Option<String>,
}
