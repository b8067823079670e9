//! The list of tools as clients see it.

use std::sync::{Arc, LazyLock};

use domain::interaction::QuestionKind;
use protocol::{ChoiceResult, HitlResult};
use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::{MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::asking::{AskingTool, Words};
use crate::hitl_request::HitlTool;
use crate::output::ToolOutput;
use crate::provide_choice::ProvideChoice;
use crate::{hitl_schema, policy, schema};

pub(crate) const PROVIDE_CHOICE: &str = "provide_choice";
pub(crate) const HITL_REQUEST: &str = "hitl_request";
pub(crate) const HITL_ALIAS: &str = "human_intervention_request";

/// All tools, in a stable order.
pub(crate) static TOOLS: LazyLock<Vec<Tool>> =
    LazyLock::new(|| vec![provide_choice(), hitl_request()]);

/// Returns what `tools/list` returns.
pub fn tools_json() -> Value {
    json!({ "tools": *TOOLS })
}

/// Returns how the tool that asks this kind of question speaks of it.
pub(crate) fn words_of(kind: QuestionKind) -> Option<Words> {
    match kind {
        QuestionKind::Choice => Some(ProvideChoice::WORDS),
        QuestionKind::Request => Some(HitlTool::WORDS),
        // Asked by a program, or by the hub for a task that it runs; no tool of a model does.
        QuestionKind::Approval
        | QuestionKind::Reply
        | QuestionKind::Permission
        | QuestionKind::Form => None,
    }
}

fn provide_choice() -> Tool {
    Tool::new(
        PROVIDE_CHOICE,
        policy::tool_description(),
        Arc::new(schema::input()),
    )
    .with_title("Ask the person")
    .with_raw_output_schema(schema_for_output::<ToolOutput<ChoiceResult>>())
    .with_annotations(annotations("Ask the person"))
    .with_meta(meta())
}

fn hitl_request() -> Tool {
    Tool::new(
        HITL_REQUEST,
        policy::hitl_description(),
        Arc::new(hitl_schema::input()),
    )
    .with_title("Ask the person to decide")
    .with_raw_output_schema(schema_for_output::<ToolOutput<HitlResult>>())
    .with_annotations(annotations("Ask the person to decide"))
    .with_meta(meta())
}

/// Asking a question changes nothing.
fn annotations(title: &str) -> ToolAnnotations {
    ToolAnnotations::with_title(title)
        .read_only(false)
        .destructive(false)
        .idempotent(false)
        .open_world(false)
}

/// Asks Claude Code not to hide the tools behind its tool search: a model that must first look for
/// the way to ask would rather decide alone. Others ignore it.
fn meta() -> MetaObject {
    let mut meta = MetaObject::new();
    meta.insert("anthropic/alwaysLoad".into(), json!(true));
    meta
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::names::{ARGUMENTS, HITL_ARGUMENTS, HITL_OPTION_FIELDS, OPTION_FIELDS};

    /// Names every construct below `value` that some client is known not to read.
    fn unportable(path: &str, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                for (key, inner) in object {
                    let here = format!("{path}/{key}");
                    let refused = match (key.as_str(), inner) {
                        ("$ref" | "$defs" | "definitions" | "oneOf" | "anyOf" | "allOf", _) => true,
                        ("type", Value::Array(_)) => true,
                        ("format", Value::String(format)) => format.starts_with("uint"),
                        _ => false,
                    };
                    if refused {
                        found.push(here.clone());
                    }
                    unportable(&here, inner, found);
                }
            }
            Value::Array(items) => {
                items.iter().for_each(|item| unportable(path, item, found));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    #[test]
    fn tool_schemas_use_no_unportable_keywords() {
        let mut found = Vec::new();
        unportable("", &tools_json(), &mut found);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn portability_check_finds_unportable_keywords() {
        let schema = json!({ "a": { "$ref": "#/$defs/x", "type": ["string", "null"] },
            "b": [{ "oneOf": [] }, { "format": "uint32" }] });
        let mut found = Vec::new();
        unportable("", &schema, &mut found);
        assert_eq!(found, ["/a/$ref", "/a/type", "/b/oneOf", "/b/format"]);
    }

    #[test]
    fn tool_schemas_name_exactly_the_arguments_that_are_read() {
        let names = |schema: &Value| -> Vec<String> {
            let mut names: Vec<String> = schema["properties"]
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect();
            names.sort();
            names
        };
        let sorted = |names: &[&str]| {
            let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            names.sort();
            names
        };
        for (input, arguments, option_fields) in [
            (schema::input(), &ARGUMENTS[..], &OPTION_FIELDS[..]),
            (hitl_schema::input(), &HITL_ARGUMENTS, &HITL_OPTION_FIELDS),
        ] {
            let input = Value::Object(input);
            assert_eq!(names(&input), sorted(arguments));
            assert_eq!(
                names(&input["properties"]["options"]["items"]),
                sorted(option_fields)
            );
        }
    }

    #[test]
    fn tools_ask_clients_to_always_load_them() {
        for tool in tools_json()["tools"].as_array().unwrap() {
            assert_eq!(tool["_meta"], json!({"anthropic/alwaysLoad": true}));
        }
    }

    #[test]
    fn output_schema_requires_only_id_and_status() {
        let tool = &tools_json()["tools"][0];
        assert_eq!(tool["outputSchema"]["type"], "object");
        assert_eq!(
            tool["outputSchema"]["required"],
            json!(["session_id", "action_status"])
        );
    }
}
