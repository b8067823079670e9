//! What happened to a question, one line each, in the person's words.

use domain::display_safe;
use protocol::EventView;
use serde_json::Value;

use crate::age::clock;
use crate::text::say;

pub(crate) fn line(event: &EventView) -> String {
    let mut line = format!("  {}  {}", clock(&event.at), say(event.kind.into()));
    for (name, value) in event.data.as_object().into_iter().flatten() {
        match value {
            Value::String(text) => line.push_str(&format!("  {name}={text}")),
            Value::Number(_) | Value::Bool(_) => line.push_str(&format!("  {name}={value}")),
            // Of what is nested, people want to know who and where; `--json` has the rest.
            Value::Object(nested) => {
                let surface = nested
                    .get("surface")
                    .or(nested.get("kind"))
                    .and_then(Value::as_str);
                line.extend(surface.map(|surface| format!("  {name}={surface}")));
            }
            Value::Null | Value::Array(_) => {}
        }
    }
    display_safe(&line).into_owned()
}
