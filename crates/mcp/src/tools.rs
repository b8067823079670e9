//! The list of tools as clients see it.

use std::sync::Arc;

use domain::interaction::QuestionKind;
use protocol::{ChoiceResult, HitlResult};
use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::{MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::asking::{AskingTool, Words};
use crate::hitl_request::HitlTool;
use crate::offer::{Later, Offer, RunningAttempt, ToolName};
use crate::output::ToolOutput;
use crate::provide_choice::ProvideChoice;
use crate::report_outcome::Noted;
use crate::{hitl_schema, plain_schema, policy, schema};

/// Returns the tools of an offer, in a stable order.
pub(crate) fn list(offer: &Offer) -> Vec<Tool> {
    let offered = ToolName::ALL.into_iter().filter(|tool| offer.has(*tool));
    offered.map(|tool| describe(tool, offer.later())).collect()
}

/// Returns what `tools/list` returns to an ordinary client.
pub fn tools_json() -> Value {
    json!({ "tools": list(&Offer::default()) })
}

/// Returns what `tools/list` returns to an agent that the hub runs.
pub fn thread_tools_json() -> Value {
    let attempt = RunningAttempt {
        key: String::new(),
        ticket_seconds: 0,
    };
    json!({ "tools": list(&Offer::in_thread(attempt)) })
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

fn describe(tool: ToolName, later: Later) -> Tool {
    let (title, input) = match tool {
        ToolName::ProvideChoice => ("Ask the person", schema::input()),
        ToolName::HitlRequest => ("Ask the person to decide", hitl_schema::input()),
        ToolName::RequestUserChoice => (
            "Ask the person to choose",
            plain_schema::request_user_choice(),
        ),
        ToolName::AskHuman => ("Ask the person in words", plain_schema::ask_human()),
        ToolName::ReportOutcome => ("Say how the turn ends", plain_schema::report_outcome()),
    };
    let output = match tool {
        ToolName::ProvideChoice => Some(schema_for_output::<ToolOutput<ChoiceResult>>()),
        ToolName::HitlRequest => Some(schema_for_output::<ToolOutput<HitlResult>>()),
        // Their result is a plain message.
        ToolName::RequestUserChoice | ToolName::AskHuman => None,
        ToolName::ReportOutcome => Some(schema_for_output::<Noted>()),
    };
    let description = policy::description(tool, later);
    let described = Tool::new(tool.as_str(), description, Arc::new(input))
        .with_title(title)
        .with_annotations(annotations(title))
        .with_meta(meta());
    match output {
        Some(output) => described.with_raw_output_schema(output),
        None => described,
    }
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
    use crate::arguments::names::{
        ARGUMENTS, ASK_HUMAN_ARGUMENTS, HITL_ARGUMENTS, HITL_OPTION_FIELDS, OPTION_FIELDS,
        REPORT_ARGUMENTS, USER_CHOICE_ARGUMENTS, USER_CHOICE_OPTION_FIELDS,
    };

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
        unportable("", &thread_tools_json(), &mut found);
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
            (
                plain_schema::request_user_choice(),
                &USER_CHOICE_ARGUMENTS,
                &USER_CHOICE_OPTION_FIELDS,
            ),
            (plain_schema::ask_human(), &ASK_HUMAN_ARGUMENTS, &[]),
            (plain_schema::report_outcome(), &REPORT_ARGUMENTS, &[]),
        ] {
            let input = Value::Object(input);
            assert_eq!(names(&input), sorted(arguments));
            let options = &input["properties"]["options"]["items"];
            if !options.is_null() {
                assert_eq!(names(options), sorted(option_fields));
            }
        }
    }

    #[test]
    fn tools_ask_clients_to_always_load_them() {
        for tool in thread_tools_json()["tools"].as_array().unwrap() {
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
