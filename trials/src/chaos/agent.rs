//! Agents as real `sayso mcp` processes, which are killed and come back for their answers.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};

use super::asker::RECONNECT_PAUSE;
use super::history::{Ask, Asked, Seen, Span};
use super::recorder::{Open, Recorder};
use super::wire;
use crate::calls::question;
use crate::process::{McpProcess, Place, pause};
use crate::random::Random;

/// Short, so that the end of a storm is not delayed by an agent.
const TIMEOUT_SECONDS: u64 = 2;
/// How often a killed agent is looked for among the pending questions.
const LOOKS_MAX: usize = 100;

pub(crate) struct Agent<'r> {
    pub(crate) place: Place,
    pub(crate) recorder: &'r Recorder,
    pub(crate) random: Random,
    pub(crate) lane: u64,
}

impl Agent<'_> {
    pub(crate) fn run(mut self) {
        let mut number = 0;
        while self.recorder.goes_on() {
            let title = format!("{} of agent {}", number, self.lane);
            number += 1;
            let Some(mut process) = self.start() else {
                pause(RECONNECT_PAUSE);
                continue;
            };
            let arguments = question(&title, TIMEOUT_SECONDS);
            let begun_us = self.recorder.now_us();
            let call = call(&mut process, &arguments);
            let id = self.find(&title);
            if self.random.chance(40) {
                pause(Duration::from_millis(self.random.below(120)));
                drop(process);
                self.recorder.agents_killed.fetch_add(1, Ordering::Relaxed);
                self.record_ask(&title, begun_us, None);
                if let Some(id) = id {
                    self.come_back(&id);
                }
                continue;
            }
            let result = call.and_then(|call| process.finish(call).ok());
            let content = result.map(|result| result["structuredContent"].clone());
            let told = content.as_ref().and_then(|content| {
                let id = wire::text(&content["session_id"])?;
                Some((id, wire::seen_by_tool(content)?))
            });
            self.record_ask(&title, begun_us, told.as_ref().map(|(id, _)| id.clone()));
            if let Some((id, seen)) = told {
                self.record(&id, begun_us, seen);
            }
        }
    }

    fn start(&self) -> Option<McpProcess> {
        let client = format!("agent-{}", self.lane);
        McpProcess::start(self.place.command(&["mcp"]), &client).ok()
    }

    /// A new process of the same agent polls for the answer of the one that was killed.
    fn come_back(&self, id: &str) {
        let Some(mut process) = self.start() else {
            return;
        };
        let begun_us = self.recorder.now_us();
        let Some(poll) = call(&mut process, &json!({"session_id": id})) else {
            return;
        };
        let Ok(result) = process.finish(poll) else {
            return;
        };
        let content = &result["structuredContent"];
        if content["error"]["code"] == "unknown_session" {
            self.record(id, begun_us, Seen::Absent);
        } else if let Some(seen) = wire::seen_by_tool(content) {
            self.record(id, begun_us, seen);
        }
    }

    /// Finds the question of this title, as a person sees it, and shows it to the others.
    fn find(&self, title: &str) -> Option<String> {
        for _ in 0..LOOKS_MAX {
            if !self.recorder.goes_on() {
                return None;
            }
            let rows = self.place.pending().unwrap_or_default();
            let row = rows.iter().find(|row| row["title"] == title);
            if let Some(id) = row.and_then(|row| wire::text(&row["session_id"])) {
                self.recorder.open(Open {
                    id: id.clone(),
                    quiet: false,
                });
                return Some(id);
            }
            pause(RECONNECT_PAUSE);
        }
        None
    }

    fn record_ask(&self, title: &str, begun_us: u64, id: Option<String>) {
        let ended_us = self.recorder.now_us();
        self.recorder.ask(Ask {
            title: title.to_owned(),
            span: Span { begun_us, ended_us },
            acknowledged: id.map(|id| Asked {
                id,
                deadline_ms: None,
            }),
        });
    }

    fn record(&self, id: &str, begun_us: u64, seen: Seen) {
        let ended_us = self.recorder.now_us();
        let span = Span { begun_us, ended_us };
        self.recorder.sighting(id, span, seen);
    }
}

fn call(process: &mut McpProcess, arguments: &Value) -> Option<u64> {
    let params = json!({"name": "provide_choice", "arguments": arguments});
    process.begin("tools/call", &params).ok()
}
