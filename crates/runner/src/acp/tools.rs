//! Tool calls, put together from what an agent tells about them piece by piece.

use std::collections::BTreeMap;

use agent_client_protocol::v1::schema;
use domain::task::output::{Diff, ToolCall, ToolStatus};
use serde_json::Value;

use super::content;

/// How many tool calls of a turn are remembered; the oldest is forgotten first. Agents number them
/// in the order in which they make them, or not at all.
const REMEMBERED_MAX: usize = 1024;

/// How much of a tool's output is kept in each report. An agent may report every line of a long
/// build together with all lines before it.
const OUTPUT_BYTES_MAX: usize = 32 * 1024;

/// The tool calls of one conversation, as they are by now.
#[derive(Debug, Default)]
pub(super) struct Tools {
    calls: BTreeMap<String, ToolCall>,
    order: std::collections::VecDeque<String>,
}

impl Tools {
    pub(super) fn begin(&mut self, call: schema::ToolCall) -> ToolCall {
        let id = call.tool_call_id.to_string();
        let fields = schema::ToolCallUpdateFields::new()
            .kind(call.kind)
            .status(call.status)
            .title(call.title)
            .content(call.content)
            .locations(call.locations)
            .raw_input(call.raw_input)
            .raw_output(call.raw_output);
        self.change(id, fields)
    }

    pub(super) fn update(&mut self, update: schema::ToolCallUpdate) -> ToolCall {
        self.change(update.tool_call_id.to_string(), update.fields)
    }

    fn change(&mut self, id: String, fields: schema::ToolCallUpdateFields) -> ToolCall {
        if !self.calls.contains_key(&id) {
            self.remember(&id);
        }
        let call = self.calls.entry(id.clone()).or_insert_with(|| unknown(id));
        apply(call, fields);
        call.clone()
    }

    fn remember(&mut self, id: &str) {
        self.order.push_back(id.to_owned());
        if self.order.len() > REMEMBERED_MAX
            && let Some(oldest) = self.order.pop_front()
        {
            self.calls.remove(&oldest);
        }
    }
}

fn unknown(id: String) -> ToolCall {
    ToolCall {
        title: id.clone(),
        id,
        kind: "other".into(),
        status: ToolStatus::Pending,
        command: None,
        locations: Vec::new(),
        diffs: Vec::new(),
        input: None,
        output: None,
    }
}

/// Fields that are not given stay as they were.
fn apply(call: &mut ToolCall, fields: schema::ToolCallUpdateFields) {
    if let Some(title) = fields.title {
        call.title = title;
    }
    if let Some(kind) = fields.kind {
        call.kind = word(&kind);
    }
    if let Some(status) = fields.status {
        call.status = tool_status(status);
    }
    if let Some(locations) = fields.locations {
        let paths = locations.into_iter().map(|location| location.path);
        call.locations = paths.map(|path| path.display().to_string()).collect();
    }
    if let Some(input) = fields.raw_input {
        call.command = command(&input);
        call.input = Some(input.to_string());
    }
    if let Some(content) = fields.content {
        apply_content(call, content);
    }
    // What the tool gave back as data is shown only where it is not told in words.
    if let (Some(output), None) = (fields.raw_output, &call.output) {
        call.output = Some(shortened(raw_text(&output)));
    }
}

fn apply_content(call: &mut ToolCall, content: Vec<schema::ToolCallContent>) {
    let mut output = Vec::new();
    let mut diffs = Vec::new();
    for part in content {
        match part {
            schema::ToolCallContent::Content(part) => output.push(content::text(&part.content)),
            schema::ToolCallContent::Diff(diff) => diffs.push(Diff {
                path: diff.path.display().to_string(),
                old: diff.old_text,
                new: diff.new_text,
            }),
            // A terminal of ours, which no agent is offered, or a newer kind of content.
            schema::ToolCallContent::Terminal(_) | _ => {}
        }
    }
    if !diffs.is_empty() {
        call.diffs = diffs;
    }
    if !output.is_empty() {
        call.output = Some(shortened(output.join("\n")));
    }
}

fn raw_text(output: &Value) -> String {
    match output {
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            output.to_string()
        }
    }
}

/// Keeps the beginning and the end of a long output.
fn shortened(output: String) -> String {
    if output.len() <= OUTPUT_BYTES_MAX {
        return output;
    }
    let half = OUTPUT_BYTES_MAX / 2;
    let head = output.floor_char_boundary(half);
    let tail = output.ceil_char_boundary(output.len() - half);
    let left_out = tail - head;
    format!(
        "{}\n[… {left_out} bytes left out …]\n{}",
        &output[..head],
        &output[tail..]
    )
}

/// Returns what a shell tool runs: agents give it as one string or as separate words.
fn command(input: &Value) -> Option<String> {
    let given = ["command", "cmd"].iter().find_map(|key| input.get(key))?;
    match given {
        Value::String(command) => Some(command.clone()),
        Value::Array(words) => {
            let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
            Some(words?.into_iter().map(quoted).collect::<Vec<_>>().join(" "))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

/// Writes a word as a shell would need it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

pub(super) fn tool_status(status: schema::ToolCallStatus) -> ToolStatus {
    match status {
        schema::ToolCallStatus::InProgress => ToolStatus::InProgress,
        schema::ToolCallStatus::Completed => ToolStatus::Completed,
        schema::ToolCallStatus::Failed => ToolStatus::Failed,
        // One that a newer protocol adds is not known to be over.
        schema::ToolCallStatus::Pending | _ => ToolStatus::Pending,
    }
}

/// The protocol's own word for a value.
fn word(kind: &schema::ToolKind) -> String {
    let word = serde_json::to_value(kind).ok();
    let word = word.as_ref().and_then(Value::as_str);
    word.unwrap_or("other").to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn begin(tools: &mut Tools, call: Value) -> ToolCall {
        tools.begin(serde_json::from_value(call).expect("a tool call"))
    }

    fn update(tools: &mut Tools, update: Value) -> ToolCall {
        tools.update(serde_json::from_value(update).expect("an update"))
    }

    #[test]
    fn updates_change_only_the_fields_that_they_name() {
        let mut tools = Tools::default();
        let begun = begin(
            &mut tools,
            json!({"toolCallId": "t1", "title": "Run the tests", "kind": "execute",
                   "rawInput": {"command": ["sh", "-c", "make it's"]},
                   "locations": [{"path": "/src/a.rs", "line": 3}]}),
        );
        let expected = ToolCall {
            id: "t1".into(),
            title: "Run the tests".into(),
            kind: "execute".into(),
            status: ToolStatus::Pending,
            command: Some(r"sh -c 'make it'\''s'".into()),
            locations: vec!["/src/a.rs".into()],
            diffs: vec![],
            input: Some(r#"{"command":["sh","-c","make it's"]}"#.into()),
            output: None,
        };
        assert_eq!(begun, expected);
        let updated = update(
            &mut tools,
            json!({"toolCallId": "t1", "status": "completed", "rawOutput": {"code": 0},
                   "content": [{"type": "content", "content": {"type": "text", "text": "42 passed"}}]}),
        );
        let expected = ToolCall {
            status: ToolStatus::Completed,
            output: Some("42 passed".into()),
            ..expected
        };
        assert_eq!(updated, expected);
    }

    #[test]
    fn update_of_an_unknown_call_stands_for_itself() {
        let call = update(
            &mut Tools::default(),
            json!({"toolCallId": "t9", "status": "in_progress", "rawOutput": "partly",
                   "content": [{"type": "diff", "path": "/a", "newText": "x"}]}),
        );
        assert_eq!(call.title, "t9");
        assert_eq!(call.status, ToolStatus::InProgress);
        assert_eq!(call.output.as_deref(), Some("partly"));
        let (path, old, new) = ("/a".into(), None, "x".into());
        assert_eq!(call.diffs, [Diff { path, old, new }]);
    }

    #[test]
    fn long_output_keeps_its_beginning_and_its_end() {
        let short = shortened(format!("a{}z", "ü".repeat(OUTPUT_BYTES_MAX)));
        assert!(short.len() < OUTPUT_BYTES_MAX + 100);
        assert!(short.starts_with('a') && short.ends_with('z'));
        assert!(short.contains("bytes left out"));
    }

    #[test]
    fn the_oldest_calls_are_forgotten_when_there_are_too_many() {
        let mut tools = Tools::default();
        for number in 0..=REMEMBERED_MAX {
            begin(
                &mut tools,
                json!({"toolCallId": format!("t{number}"), "title": "x"}),
            );
        }
        assert_eq!(tools.calls.len(), REMEMBERED_MAX);
        assert!(!tools.calls.contains_key("t0"));
    }
}
