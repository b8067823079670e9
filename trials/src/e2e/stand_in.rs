//! Plays the conformance suite's made-up tool `slow_compute` with a real question.
//!
//! The suite's task scenarios call a tool that takes a given time. Here its calls become calls of
//! `provide_choice`, and a person answers after that time. Everything else passes untouched, so
//! that what is judged are the hub's own tasks.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use crate::process::{Place, pause};

const PLAYED: &str = "slow_compute";
const TOOL: &str = "provide_choice";
/// Work that takes longer than a scenario is never finished; the suite cancels it.
const FINISHED_SECONDS_MAX: u64 = 10;

#[derive(Clone)]
pub(super) struct StandIn {
    person: Place,
    log: PathBuf,
    calls: Arc<AtomicU64>,
}

impl StandIn {
    /// `log` names a file for what goes wrong while answering.
    pub(super) fn new(person: Place, log: PathBuf) -> Self {
        Self {
            person,
            log,
            calls: Arc::default(),
        }
    }

    /// Turns a call of the made-up tool into one of sayso's, and sees to its answer.
    pub(super) fn translate(&self, head: String, body: Vec<u8>) -> (String, Vec<u8>) {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let Some((body, title, seconds)) = translated(&body, call) else {
            return (head, body);
        };
        if seconds <= FINISHED_SECONDS_MAX {
            let stand_in = self.clone();
            thread::spawn(move || {
                if let Err(error) = stand_in.finish(&title, seconds) {
                    // The scenario fails anyway; this says why.
                    let _ = std::fs::write(&stand_in.log, format!("{title}: {error:#}\n"));
                }
            });
        }
        (with_body(&head, body.len()), body)
    }

    /// Answers when the made-up work is over.
    fn finish(&self, title: &str, seconds: u64) -> Result<()> {
        pause(Duration::from_secs(seconds));
        let id = self.person.question(title)?;
        self.person
            .run(&["answer", &id, "--select", "done"])
            .map(drop)
    }
}

/// Returns the body to send instead, the question's title and how long the work takes.
fn translated(body: &[u8], call: u64) -> Option<(Vec<u8>, String, u64)> {
    let mut message: Value = serde_json::from_slice(body).ok()?;
    let params = message.get_mut("params")?;
    if params.get("name")? != PLAYED {
        return None;
    }
    let seconds = params["arguments"]["seconds"].as_u64().unwrap_or_default();
    let label = params["arguments"]["label"].as_str().unwrap_or(PLAYED);
    let title = format!("{label} {call}");
    params["name"] = json!(TOOL);
    params["arguments"] = json!({
        "title": title,
        "prompt": "The conformance suite computes slowly; say when it is done.",
        "selection_mode": "single",
        "options": [{ "id": "done" }],
        "interface": "web",
        "timeout_seconds": 120,
    });
    Some((message.to_string().into_bytes(), title, seconds))
}

/// Writes the head for another tool and another length.
fn with_body(head: &str, length: usize) -> String {
    let lines = head.trim_end().split("\r\n").map(|line| {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        match name.to_ascii_lowercase().as_str() {
            "content-length" => format!("{name}: {length}"),
            "mcp-name" if value.trim() == PLAYED => format!("{name}: {TOOL}"),
            _ => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\r\n") + "\r\n\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stand_in_translates_only_the_made_up_tool() {
        let call = |name: &str| {
            json!({ "method": "tools/call", "params": { "name": name, "_meta": { "a": 1 },
                "arguments": { "seconds": 2, "label": "x" } } })
            .to_string()
        };
        assert_eq!(translated(call("greet").as_bytes(), 7), None);
        assert_eq!(translated(b"{}", 7), None);
        let (body, title, seconds) = translated(call(PLAYED).as_bytes(), 7).unwrap();
        assert_eq!((title.as_str(), seconds), ("x 7", 2));
        let message: Value = serde_json::from_slice(&body).unwrap();
        let params = &message["params"];
        assert_eq!(
            (
                &params["name"],
                &params["arguments"]["title"],
                &params["_meta"]
            ),
            (&json!(TOOL), &json!("x 7"), &json!({ "a": 1 }))
        );
    }

    #[test]
    fn stand_in_head_names_the_real_tool_and_the_new_length() {
        let head = "POST /mcp HTTP/1.1\r\nMcp-Name: slow_compute\r\nContent-Length: 3\r\n\r\n";
        assert_eq!(
            with_body(head, 12),
            "POST /mcp HTTP/1.1\r\nMcp-Name: provide_choice\r\nContent-Length: 12\r\n\r\n"
        );
    }
}
