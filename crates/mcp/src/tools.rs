//! The list of tools as clients see it.

use std::sync::{Arc, LazyLock};

use rmcp::handler::server::tool::schema_for_output;
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::output::ToolOutput;
use crate::{policy, schema};

pub(crate) const PROVIDE_CHOICE: &str = "provide_choice";

/// All tools, in a stable order.
pub(crate) static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| vec![provide_choice()]);

/// Returns what `tools/list` returns.
pub fn tools_json() -> Value {
    json!({ "tools": *TOOLS })
}

fn provide_choice() -> Tool {
    let annotations = ToolAnnotations::with_title("Ask the person")
        .read_only(false)
        .destructive(false)
        .idempotent(false)
        .open_world(false);
    Tool::new(
        PROVIDE_CHOICE,
        policy::tool_description(),
        Arc::new(schema::input()),
    )
    .with_title("Ask the person")
    .with_raw_output_schema(schema_for_output::<ToolOutput>())
    .with_annotations(annotations)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::names::{ARGUMENTS, OPTION_FIELDS};

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
    fn every_client_can_read_the_schemas() {
        let mut found = Vec::new();
        unportable("", &tools_json(), &mut found);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn the_portability_check_finds_what_it_looks_for() {
        let schema = json!({ "a": { "$ref": "#/$defs/x", "type": ["string", "null"] },
            "b": [{ "oneOf": [] }, { "format": "uint32" }] });
        let mut found = Vec::new();
        unportable("", &schema, &mut found);
        assert_eq!(found, ["/a/$ref", "/a/type", "/b/oneOf", "/b/format"]);
    }

    #[test]
    fn the_schema_names_exactly_the_arguments_that_are_read() {
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
        let input = Value::Object(schema::input());
        assert_eq!(names(&input), sorted(&ARGUMENTS));
        assert_eq!(
            names(&input["properties"]["options"]["items"]),
            sorted(&OPTION_FIELDS)
        );
    }

    #[test]
    fn a_result_needs_no_more_than_its_id_and_status() {
        let tool = &tools_json()["tools"][0];
        assert_eq!(tool["outputSchema"]["type"], "object");
        assert_eq!(
            tool["outputSchema"]["required"],
            json!(["session_id", "action_status"])
        );
    }
}
