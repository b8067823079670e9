//! What happened to a question, one line each, in the person's words.

use domain::display_safe;
use protocol::EventView;
use serde_json::Value;

use crate::text::say;
use protocol::in_own_zone;

pub(crate) fn line(event: &EventView) -> String {
    let mut line = format!("  {}  {}", in_own_zone(&event.at), say(event.kind.into()));
    for (name, value) in event.data.as_object().into_iter().flatten() {
        match value {
            Value::String(text) => line.push_str(&format!("  {name}={text}")),
            Value::Number(_) | Value::Bool(_) => line.push_str(&format!("  {name}={value}")),
            // Of nested values, people want to know who and where; `--json` has the rest.
            Value::Object(nested) => {
                let surface = nested
                    .get("surface")
                    .or(nested.get("kind"))
                    .and_then(Value::as_str);
                line.extend(surface.map(|surface| format!("  {name}={surface}")));
                let process = match name.as_str() {
                    "process" => Some(value),
                    _ => nested.get("process"),
                };
                line.extend(process.map(process_facts));
            }
            Value::Null | Value::Array(_) => {}
        }
    }
    display_safe(&line).into_owned()
}

/// The local process behind an act, and why it counts as an agent's where it does.
fn process_facts(process: &Value) -> String {
    let facts = ["pid", "program", "terminal"].map(|name| (name, &process[name]));
    let agent = ["sign", "variable", "program", "pid"];
    let agent = agent.map(|name| (name, &process["agent"][name]));
    let own = facts
        .iter()
        .filter_map(|(name, value)| fact("", name, value));
    let agents = agent
        .iter()
        .filter_map(|(name, value)| fact("agent_", name, value));
    own.chain(agents).collect()
}

fn fact(area: &str, name: &str, value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => return None,
    };
    Some(format!("  {area}{name}={text}"))
}
