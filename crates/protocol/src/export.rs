//! The history as a file, in parts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    #[default]
    Json,
    Csv,
    Markdown,
}

impl ExportFormat {
    pub const ALL: [Self; 3] = [Self::Json, Self::Csv, Self::Markdown];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Markdown => "markdown",
        }
    }
}

/// The next part of a file. The parts in their order are the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ExportPart {
    pub text: String,
    /// Questions in this part.
    pub count: u32,
    /// Hand this back as `cursor` for the next part; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}
