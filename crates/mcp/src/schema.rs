//! The input schema of `provide_choice`, in the part of JSON Schema that every client reads.
//!
//! Nothing is required by the schema because a poll has only `session_id`; the rules proper are
//! checked by us, and reported together.

use domain::interaction::{Interface, Risk, SelectionMode};
use domain::limits::{
    LABEL_CHARS_MAX, OPTION_ID_CHARS_MAX, OPTIONS_MAX, PLACEHOLDER_CHARS_MAX, PROMPT_CHARS_MIN,
    TITLE_CHARS_MAX,
};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// Returns the schema of the arguments.
pub(crate) fn input() -> JsonObject {
    let properties = [question(), answers(), handling()]
        .into_iter()
        .flatten()
        .collect();
    object(properties)
}

/// Returns the schema of an object in which nothing is required.
pub(crate) fn object(properties: JsonObject) -> JsonObject {
    fields([
        ("type", json!("object")),
        ("properties", Value::Object(properties)),
    ])
}

/// What is asked.
fn question() -> JsonObject {
    fields([
        (
            "title",
            json!({
                "type": "string", "minLength": 1, "maxLength": TITLE_CHARS_MAX,
                "description": "Short name of the decision. Required to ask.",
            }),
        ),
        (
            "prompt",
            json!({
                "type": "string", "minLength": PROMPT_CHARS_MIN,
                "description": "Markdown. What you are doing now and why a choice is needed; more \
                    than the title. Required to ask.",
            }),
        ),
        (
            "selection_mode",
            json!({
                "type": "string", "enum": SelectionMode::ALL.map(SelectionMode::as_str),
                "description": "single: one option. multi: several. text_input: free text, no \
                    options. hybrid: options and/or free text. Required to ask.",
            }),
        ),
        (
            "options",
            json!({
                "type": "array", "maxItems": OPTIONS_MAX, "items": option(),
                "description": "What the person can choose from. Required except for text_input.",
            }),
        ),
        (
            "placeholder",
            json!({
                "type": "string", "maxLength": PLACEHOLDER_CHARS_MAX,
                "description": "Shown in the empty text field (text_input and hybrid).",
            }),
        ),
        (
            "placeholder_visible",
            json!({
                "type": "boolean",
                "description": "Whether the placeholder is shown (text_input and hybrid).",
            }),
        ),
    ])
}

fn option() -> Value {
    let properties = fields([
        (
            "id",
            json!({
                "type": "string", "minLength": 1, "maxLength": OPTION_ID_CHARS_MAX,
                "description": "Unique; comes back in selected_ids.",
            }),
        ),
        (
            "label",
            json!({
                "type": "string", "maxLength": LABEL_CHARS_MAX,
                "description": "What the person reads; the id if left out.",
            }),
        ),
        (
            "description",
            json!({
                "type": "string", "description": "What choosing it means.",
            }),
        ),
        (
            "recommended",
            json!({
                "type": "boolean", "description": "Marks the option you recommend.",
            }),
        ),
        (
            "annotation",
            json!({
                "type": "string", "description": "A note that is filled in for the person.",
            }),
        ),
    ]);
    json!({ "type": "object", "properties": properties, "required": ["id"] })
}

/// How it may be answered.
fn answers() -> JsonObject {
    fields([
        (
            "default_selection_ids",
            json!({
                "type": "array", "items": { "type": "string" },
                "description": "Option ids that are preselected.",
            }),
        ),
        (
            "min_selections",
            json!({
                "type": "integer", "minimum": 0,
                "description": "multi (default 1) and hybrid (default 0) only.",
            }),
        ),
        (
            "max_selections",
            json!({
                "type": "integer", "minimum": 1,
                "description": "multi (default: all options) and hybrid (default 1) only.",
            }),
        ),
        (
            "single_submit_mode",
            json!({
                "type": "boolean",
                "description": "Selecting an option submits immediately (single and hybrid only). Leave \
                    it out for the person's own setting.",
            }),
        ),
        (
            "global_annotation",
            json!({
                "type": "string", "description": "An overall note that is filled in for the person.",
            }),
        ),
        (
            "annotations_enabled",
            json!({
                "type": "boolean", "description": "Whether to offer notes. Default true.",
            }),
        ),
    ])
}

/// What becomes of the call.
fn handling() -> JsonObject {
    fields([
        (
            "interface",
            json!({
                "type": "string", "enum": Interface::ALL.map(Interface::as_str),
                "description": "Where to ask. Leave it out for the person's own setting.",
            }),
        ),
        (
            "timeout_seconds",
            json!({
                "type": "integer", "minimum": 0,
                "description": "How long the person has; kept within their policy. Leave it out \
                    for their default.",
            }),
        ),
        (
            "risk",
            json!({
                "type": "string", "enum": Risk::ALL.map(Risk::as_str),
                "description": "destructive: before anything that cannot be undone.",
            }),
        ),
        (
            "session_id",
            json!({
                "type": "string",
                "description": "Polls a pending question. Send no other argument with it.",
            }),
        ),
        (
            "allow_cancel",
            json!({
                "type": "boolean", "description": "Has no effect: the person can always cancel.",
            }),
        ),
    ])
}

pub(crate) fn fields<const N: usize>(fields: [(&str, Value); N]) -> JsonObject {
    fields
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect()
}
