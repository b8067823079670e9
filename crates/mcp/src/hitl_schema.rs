//! The input schema of `hitl_request`, in the part of JSON Schema that every client reads.
//!
//! Options are described as objects because not every client reads a choice between two types;
//! plain strings are accepted as well, as the contract says.

use domain::limits::{LABEL_CHARS_MAX, OPTION_ID_CHARS_MAX, OPTIONS_MAX};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::schema::{fields, object};

/// Returns the schema of the arguments.
pub(crate) fn input() -> JsonObject {
    let properties = fields([
        (
            "question",
            json!({
                "type": "string", "minLength": 1,
                "description": "What the person is to decide, with the context they need. \
                    Markdown. Required to ask.",
            }),
        ),
        (
            "options",
            json!({
                "type": "array", "minItems": 1, "maxItems": OPTIONS_MAX, "items": option(),
                "description": "What the person can choose from, exactly one of them; a plain \
                    string counts as a label. There is no free text here. Required to ask.",
            }),
        ),
        (
            "requireConfirmation",
            json!({
                "type": "boolean",
                "description": "Nothing counts until the person confirms the choice in a second \
                    step. Use it before anything that cannot be undone. Default false.",
            }),
        ),
        (
            "confirmationMessage",
            json!({
                "type": "string",
                "description": "Shown in that second step; needs requireConfirmation.",
            }),
        ),
        (
            "defaultOption",
            json!({
                "type": "string",
                "description": "Label or id of the option where the cursor starts. It is never \
                    chosen automatically.",
            }),
        ),
        (
            "timeoutMs",
            json!({
                "type": "integer", "minimum": 1,
                "description": "How long the person has, within the bounds of their settings; message \
                    says so if it became another time. Leave it out to wait as long as they allow.",
            }),
        ),
        (
            "metadata",
            json!({
                "type": "object", "description": "Your own data; kept with the request.",
            }),
        ),
        (
            "requestId",
            json!({
                "type": "string",
                "description": "To poll a request that is still pending. Give it alone.",
            }),
        ),
    ]);
    object(properties)
}

fn option() -> Value {
    let properties = fields([
        (
            "id",
            json!({
                "type": "string", "maxLength": OPTION_ID_CHARS_MAX,
                "description": "Comes back in selectedOptionId; opt_1, opt_2, … if left out.",
            }),
        ),
        (
            "label",
            json!({
                "type": "string", "minLength": 1, "maxLength": LABEL_CHARS_MAX,
                "description": "What the person reads; different from every other label.",
            }),
        ),
        (
            "description",
            json!({ "type": "string", "description": "What choosing it means." }),
        ),
    ]);
    json!({ "type": "object", "properties": properties, "required": ["label"] })
}
