//! A question as it was handed in, before any rule was checked.

use serde::{Deserialize, Serialize};

/// Unchecked `provide_choice` fields. Enumerations are still text: whether they are known is a
/// rule like any other, and all broken rules are reported together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ChoiceSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection_mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionSpec>>,
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

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OptionSpec {
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
    /// Older way to name a default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<bool>,
}
