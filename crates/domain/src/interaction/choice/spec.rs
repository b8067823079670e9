//! A question as it was handed in, before any rule was checked.

use serde::{Deserialize, Serialize};

/// Unchecked `provide_choice` fields. Enumerations are still text: whether they are known is a
/// rule like any other, and all broken rules are reported together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceSpec {
    pub title: Option<String>,
    pub prompt: Option<String>,
    pub selection_mode: Option<String>,
    pub options: Option<Vec<OptionSpec>>,
    pub placeholder: Option<String>,
    pub placeholder_visible: Option<bool>,
    pub default_selection_ids: Option<Vec<String>>,
    pub min_selections: Option<i64>,
    pub max_selections: Option<i64>,
    pub single_submit_mode: Option<bool>,
    pub global_annotation: Option<String>,
    pub annotations_enabled: Option<bool>,
    pub interface: Option<String>,
    pub timeout_seconds: Option<i64>,
    pub risk: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionSpec {
    pub id: Option<String>,
    pub label: Option<String>,
    pub description: Option<String>,
    pub recommended: Option<bool>,
    pub annotation: Option<String>,
    /// Older way to name a default.
    pub default: Option<bool>,
}
