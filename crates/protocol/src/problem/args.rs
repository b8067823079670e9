//! The values that a refusal names, so that every surface can say it in the person's language.
//!
//! They are what the broken rule itself holds, and the bound that the rule knows.

use std::collections::BTreeMap;

use domain::interaction::{Interface, Risk, SelectionMode};
use domain::limits;
use serde::Serialize;
use serde_json::Value;

use super::{LISTED_MAX, QUOTED_CHARS_MAX};

pub(super) fn of(code: &str, broken: &impl Serialize) -> BTreeMap<String, String> {
    let mut args = fields(broken);
    if let Some((name, value)) = bound(code) {
        args.entry(name.into()).or_insert(value);
    }
    args
}

/// The fields of an enum's variant, as text.
fn fields(broken: &impl Serialize) -> BTreeMap<String, String> {
    // Plain values without maps of other keys: this cannot fail, and a text without its values
    // would still be readable.
    let Ok(Value::Object(variants)) = serde_json::to_value(broken) else {
        return BTreeMap::new();
    };
    let Some(Value::Object(fields)) = variants.into_iter().next().map(|(_, fields)| fields) else {
        return BTreeMap::new();
    };
    fields
        .into_iter()
        .map(|(name, value)| {
            let shown = match (name.as_str(), value.as_u64()) {
                // People count options from one.
                ("index" | "first", Some(place)) => (place + 1).to_string(),
                _ => text(&value),
            };
            (name, shown)
        })
        .collect()
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => cut(text),
        Value::Array(values) => {
            let mut listed: Vec<String> = values.iter().take(LISTED_MAX).map(text).collect();
            if values.len() > LISTED_MAX {
                listed.push("…".into());
            }
            listed.join(", ")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// The beginning of a long value: enough to recognise it.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What the rule allows, where the broken value does not say it.
fn bound(code: &str) -> Option<(&'static str, String)> {
    let max = match code {
        "title_required" | "title_too_long" => limits::TITLE_CHARS_MAX,
        "prompt_too_long" | "question_too_long" | "reason_too_long" => limits::PROMPT_BYTES_MAX,
        "options_required" | "too_many_options" => limits::OPTIONS_MAX,
        "option_id_too_long" => limits::OPTION_ID_CHARS_MAX,
        "option_label_too_long" => limits::LABEL_CHARS_MAX,
        "option_text_too_long" | "global_annotation_too_long" | "confirmation_message_too_long" => {
            limits::OPTION_TEXT_BYTES_MAX
        }
        "placeholder_too_long" => limits::PLACEHOLDER_CHARS_MAX,
        "annotations_too_long" => limits::ANNOTATIONS_BYTES_MAX,
        "metadata_too_long" => limits::METADATA_BYTES_MAX,
        "too_many_arguments" => limits::ARGUMENTS_MAX,
        "too_many_files" => limits::ACTION_FILES_MAX,
        "action_too_long" => limits::ACTION_BYTES_MAX,
        "answer_too_long" => limits::ANSWER_BYTES_MAX,
        "prompt_lacks_context" => return Some(("min", limits::PROMPT_CHARS_MIN.to_string())),
        "selection_mode_required" | "selection_mode_unknown" => {
            let known = SelectionMode::ALL.map(SelectionMode::as_str).join(", ");
            return Some(("known", known));
        }
        "interface_unknown" => {
            return Some(("known", Interface::ALL.map(Interface::as_str).join(", ")));
        }
        "risk_unknown" => return Some(("known", Risk::ALL.map(Risk::as_str).join(", "))),
        _ => return None,
    };
    Some(("max", max.to_string()))
}
