//! What an agent asks for in one field, and what a person put into it.

use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// What a text field is expected to hold.
    TextFormat {
        Email = "email",
        Uri = "uri",
        Date = "date",
        DateTime = "date-time",
    }
}

/// One field of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct Field {
    /// Its key in the answer.
    pub name: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub required: bool,
    pub kind: FieldKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<FieldValue>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum FieldKind {
    Text {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        format: Option<TextFormat>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min_chars: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_chars: Option<u32>,
    },
    /// A number, written as JSON writes it.
    Number {
        integer: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<String>,
    },
    Boolean,
    /// One of a few.
    One {
        options: Vec<FieldOption>,
    },
    /// Any of a few.
    Several {
        options: Vec<FieldOption>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<u32>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct FieldOption {
    pub value: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// What a person put into a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "type", content = "value")]
pub enum FieldValue {
    Text(String),
    /// A number, written as JSON writes it: exact, and comparable.
    Number(String),
    Boolean(bool),
    Several(Vec<String>),
}

impl Field {
    /// Returns its title, or its name where the agent gave none.
    pub fn label(&self) -> &str {
        match self.title.trim().is_empty() {
            true => &self.name,
            false => &self.title,
        }
    }

    /// Returns a value as a person reads it: options by their titles.
    pub fn in_words(&self, value: &FieldValue) -> String {
        match value {
            FieldValue::Text(text) => self.title_of(text).to_owned(),
            FieldValue::Number(number) => number.clone(),
            FieldValue::Boolean(yes) => yes.to_string(),
            FieldValue::Several(chosen) => {
                let titles = chosen.iter().map(|value| self.title_of(value));
                titles.collect::<Vec<_>>().join(", ")
            }
        }
    }

    pub fn options(&self) -> &[FieldOption] {
        self.kind.options()
    }

    /// Returns how much text the agent put into it.
    pub(super) fn bytes(&self) -> usize {
        let options = self.options().iter().map(|option| {
            let description = option.description.as_deref().unwrap_or_default();
            option.value.len() + option.title.len() + description.len()
        });
        self.name.len()
            + self.title.len()
            + self.description.as_deref().unwrap_or_default().len()
            + self.default.as_ref().map_or(0, FieldValue::bytes)
            + options.sum::<usize>()
    }

    fn title_of<'a>(&'a self, value: &'a str) -> &'a str {
        let option = self.options().iter().find(|option| option.value == value);
        option.map_or(value, FieldOption::label)
    }
}

impl FieldKind {
    /// Returns what can be chosen; none where something is typed.
    pub fn options(&self) -> &[FieldOption] {
        match self {
            Self::One { options } | Self::Several { options, .. } => options,
            Self::Text { .. } | Self::Number { .. } | Self::Boolean => &[],
        }
    }
}

impl FieldOption {
    /// Returns its title, or its value where the agent gave none.
    pub fn label(&self) -> &str {
        match self.title.trim().is_empty() {
            true => &self.value,
            false => &self.title,
        }
    }
}

impl FieldValue {
    /// Whether nothing was put in: blank text, no number, no option.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) | Self::Number(text) => text.trim().is_empty(),
            Self::Boolean(_) => false,
            Self::Several(chosen) => chosen.is_empty(),
        }
    }

    /// Returns how many bytes the person, or a surface on their behalf, put in.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Text(text) | Self::Number(text) => text.len(),
            Self::Boolean(_) => 1,
            Self::Several(chosen) => chosen.iter().map(String::len).sum(),
        }
    }
}
