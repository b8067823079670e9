//! A field of a form as surfaces show it.

use std::collections::BTreeMap;

use domain::display::{display_safe, display_safe_lines};
use domain::interaction::form::{Field, FieldKind, FieldOption, FieldValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct FieldView {
    /// Its key in the answer.
    pub name: String,
    /// What people call it; its name where the agent gave no title.
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub required: bool,
    pub kind: FieldKind,
    /// What it holds at first; absent where the agent's own default breaks a rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<FieldValue>,
    /// Display-safe forms of the texts that need one, by the text itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub shown: BTreeMap<String, String>,
}

impl FieldView {
    pub(crate) fn of(field: &Field) -> Self {
        let options = field.options().iter();
        let names = options.flat_map(|option| [option.value.as_str(), option.label()]);
        let names = names.chain([field.name.as_str(), field.label()]);
        let descriptions = field.options().iter().map(|option| &option.description);
        let texts = descriptions.chain([&field.description]).flatten();
        let texts = texts.map(|text| (text.as_str(), display_safe_lines(text)));
        // Names come later: where a text is both, its form for one line stays.
        let names = names.map(|text| (text, display_safe(text)));
        let odd = texts.chain(names).filter(|(text, safe)| safe != text);
        let shown = odd.map(|(text, safe)| (text.to_owned(), safe.into_owned()));
        Self {
            name: field.name.clone(),
            title: field.label().to_owned(),
            description: field.description.clone(),
            required: field.required,
            kind: field.kind.clone(),
            default: field
                .default
                .as_ref()
                .and_then(|default| field.accept(default).ok()),
            shown: shown.collect(),
        }
    }

    /// Returns a text of this field as it may be shown.
    pub fn shown<'a>(&'a self, text: &'a str) -> &'a str {
        self.shown.get(text).map_or(text, String::as_str)
    }

    /// Returns a value as a person reads it: options by their titles. It may hold foreign text.
    pub fn in_words(&self, value: &FieldValue) -> String {
        let title = |value: &str| {
            let option = self.options().iter().find(|option| option.value == value);
            option.map_or(value, FieldOption::label).to_owned()
        };
        match value {
            FieldValue::Text(text) => title(text),
            FieldValue::Number(number) => number.clone(),
            FieldValue::Boolean(yes) => yes.to_string(),
            FieldValue::Several(chosen) => {
                let titles: Vec<String> = chosen.iter().map(|value| title(value)).collect();
                titles.join(", ")
            }
        }
    }

    /// Returns what can be chosen; none where something is typed.
    pub fn options(&self) -> &[FieldOption] {
        self.kind.options()
    }
}
