//! Settings on the wire: one row each, with all a form needs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value of any setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum SettingValue {
    Flag(bool),
    Number(i64),
    Text(String),
    Numbers(BTreeMap<String, i64>),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum SettingKind {
    Flag,
    Number {
        min: i64,
        max: i64,
    },
    Text,
    OneOf {
        values: Vec<String>,
    },
    /// Numbers by name, such as wait windows by client.
    Numbers,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct SettingView {
    pub name: String,
    pub kind: SettingKind,
    pub value: SettingValue,
    pub default: SettingValue,
    /// `default`, `file` or `environment`; the last cannot be changed from here.
    pub source: String,
    /// The variable that fixes it; absent when only the file counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<String>,
    pub group: String,
    pub help: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct SettingsReply {
    pub settings: Vec<SettingView>,
    /// Where they are kept.
    pub file: String,
    /// The language that applies, wherever it was set.
    #[serde(default)]
    pub language: String,
}

/// New values by name; `null` goes back to the default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct SettingsPatch(pub BTreeMap<String, Option<SettingValue>>);
