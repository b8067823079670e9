//! The input schemas of the tools with few arguments: `requestUserChoice`, `ask_human` and
//! `report_outcome`.

use domain::limits::{LABEL_CHARS_MAX, MESSAGE_BYTES_MAX, OPTIONS_MAX};
use domain::task::TurnOutcome;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::schema::{fields, object};

pub(crate) fn request_user_choice() -> JsonObject {
    object(fields([
        ("question", question()),
        (
            "options",
            json!({
                "type": "array", "minItems": 2, "maxItems": OPTIONS_MAX, "items": option(),
                "description": "At least two options with different titles. Exactly one has \
                    isRecommended: true. The person can also answer in their own words. Required \
                    to ask.",
            }),
        ),
        ("timeoutMs", timeout()),
        ("session_id", session_id()),
    ]))
}

pub(crate) fn ask_human() -> JsonObject {
    object(fields([
        ("question", question()),
        ("timeoutMs", timeout()),
        ("session_id", session_id()),
    ]))
}

pub(crate) fn report_outcome() -> JsonObject {
    let mut schema = object(fields([
        (
            "outcome",
            json!({
                "type": "string", "enum": TurnOutcome::ALL.map(TurnOutcome::as_str),
                "description": "done: nothing is left to do. needs_reply: you need an answer from \
                    the person before you can go on.",
            }),
        ),
        (
            "message",
            json!({
                "type": "string", "maxLength": MESSAGE_BYTES_MAX,
                "description": "For needs_reply the question, for done a short summary. Leave it \
                    out where your last message says it.",
            }),
        ),
    ]));
    schema.insert("required".into(), json!(["outcome"]));
    schema
}

fn question() -> Value {
    json!({
        "type": "string", "minLength": 1,
        "description": "One clear question, with the context that the person needs. Markdown. \
            Required to ask.",
    })
}

fn option() -> Value {
    let properties = fields([
        (
            "title",
            json!({
                "type": "string", "minLength": 1, "maxLength": LABEL_CHARS_MAX,
                "description": "What the person chooses, and what comes back as the answer.",
            }),
        ),
        (
            "description",
            json!({ "type": "string", "description": "What choosing it means." }),
        ),
        (
            "isRecommended",
            json!({
                "type": "boolean", "description": "True for the one option that you would take.",
            }),
        ),
    ]);
    json!({ "type": "object", "properties": properties, "required": ["title", "description"] })
}

fn timeout() -> Value {
    json!({
        "type": "integer", "minimum": 1,
        "description": "How long the person has. Leave it out to wait as long as they allow.",
    })
}

fn session_id() -> Value {
    json!({
        "type": "string",
        "description": "To poll a question that is still open. Give it alone.",
    })
}
