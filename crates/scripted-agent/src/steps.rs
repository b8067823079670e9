//! Plays the steps of a turn.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::agent::error;
use crate::mcp;
use crate::script::Step;
use crate::wire::Wire;

/// A turn that is being played.
pub(crate) struct Playing<'a> {
    pub(crate) wire: &'a Wire,
    pub(crate) session: Value,
    pub(crate) prompt: &'a Value,
    pub(crate) servers: &'a Value,
    pub(crate) mode: &'a Value,
    pub(crate) stubborn: bool,
}

/// How a turn was over.
pub(crate) enum Done {
    Ended { reason: String },
    Failed(Value),
}

impl Playing<'_> {
    pub(crate) fn play(&self, steps: &[Step]) -> Done {
        for step in steps {
            if self.is_over() {
                break;
            }
            if let Some(done) = self.step(step) {
                return done;
            }
        }
        let reason = if self.is_over() {
            "cancelled"
        } else {
            "end_turn"
        };
        Done::Ended {
            reason: reason.to_owned(),
        }
    }

    fn is_over(&self) -> bool {
        self.wire.is_cancelled() && !self.stubborn
    }

    fn step(&self, step: &Step) -> Option<Done> {
        match step {
            Step::Text { text, message } => self.say(text, message.as_deref()),
            Step::Chunks { text, size } => {
                let characters: Vec<char> = text.chars().collect();
                for piece in characters.chunks((*size).max(1)) {
                    self.say(&piece.iter().collect::<String>(), None);
                }
            }
            Step::Echo => self.say(&prompt_text(self.prompt), None),
            Step::Mode => self.say(self.mode.as_str().unwrap_or_default(), None),
            Step::Thought { text } => self.chunk("agent_thought_chunk", text, None),
            Step::Update { update } => self.update(update.clone()),
            Step::Permission { tool, options } => self.permission(tool, options, false),
            Step::QuietPermission { tool, options } => {
                let params = self.permission_params(tool, options);
                let (_, answer) = self.wire.request("session/request_permission", params);
                // Nobody answers only when the client is gone; then the turn is over anyway.
                let _ = answer.recv();
            }
            Step::WithdrawnPermission { tool, options } => self.permission(tool, options, true),
            Step::Elicitation { params } => {
                let mut params = params.clone();
                params["sessionId"] = self.session.clone();
                self.ask("elicitation", "elicitation/create", params);
            }
            Step::Request { method, params } => self.ask(method, method, params.clone()),
            Step::CallTool { tool, arguments } => {
                let result = mcp::call(&self.servers[0], tool, arguments);
                self.say(&format!("{tool}: {result}"), None);
            }
            Step::Silence => self.wire.until(|| self.is_over()),
            Step::WaitFor { file } => {
                self.wire.until(|| file.exists() || self.is_over());
            }
            Step::Write { file, text } => fs::write(file, text).expect("a file can be written"),
            Step::Flood {
                per_second,
                seconds,
            } => self.flood(*per_second, *seconds),
            Step::Huge { bytes } => self.say(&"x".repeat(*bytes), None),
            Step::Raw { line } => self.wire.print(line),
            Step::Complain { text } => eprintln!("{text}"),
            Step::Orphan { pid, file } => orphan(pid, file),
            Step::Shell { command } => self.say(&printed(command), None),
            Step::Crash { code } => std::process::exit(*code),
            Step::Stop { reason } => {
                let reason = reason.clone();
                return Some(Done::Ended { reason });
            }
            Step::Fail {
                code,
                message,
                data,
            } => return Some(Done::Failed(error(*code, message, data))),
        }
        None
    }

    fn say(&self, text: &str, message: Option<&str>) {
        self.chunk("agent_message_chunk", text, message);
    }

    fn chunk(&self, kind: &str, text: &str, message: Option<&str>) {
        let content = json!({"type": "text", "text": text});
        let mut update = json!({"sessionUpdate": kind, "content": content});
        if let Some(message) = message {
            update["messageId"] = json!(message);
        }
        self.update(update);
    }

    fn update(&self, update: Value) {
        let params = json!({"sessionId": self.session, "update": update});
        self.wire.notify("session/update", params);
    }

    fn permission(&self, tool: &Value, options: &Value, withdraw: bool) {
        let params = self.permission_params(tool, options);
        let (id, answer) = self.wire.request("session/request_permission", params);
        if withdraw {
            self.wire
                .notify("$/cancel_request", json!({"requestId": id}));
        }
        self.outcome("permission", &answer);
    }

    fn permission_params(&self, tool: &Value, options: &Value) -> Value {
        json!({"sessionId": self.session, "toolCall": tool, "options": options})
    }

    fn ask(&self, name: &str, method: &str, params: Value) {
        let (_, answer) = self.wire.request(method, params);
        self.outcome(name, &answer);
    }

    /// Says what came back. A request is always answered, also after a cancel.
    fn outcome(&self, name: &str, answer: &Receiver<Value>) {
        let Ok(answer) = answer.recv() else {
            return;
        };
        let said = answer.get("result").or(answer.get("error"));
        self.say(&format!("{name}: {}", said.unwrap_or(&Value::Null)), None);
    }

    fn flood(&self, per_second: u64, seconds: u64) {
        let begun = Instant::now();
        let (_never, wait) = std::sync::mpsc::channel::<()>();
        for number in 0..per_second * seconds {
            let due = begun + Duration::from_micros(number * 1_000_000 / per_second.max(1));
            let left = due.saturating_duration_since(Instant::now());
            if wait.recv_timeout(left) == Err(RecvTimeoutError::Disconnected) || self.is_over() {
                return;
            }
            self.say(&format!("update {number}\n"), None);
        }
    }
}

fn prompt_text(prompt: &Value) -> String {
    let blocks = prompt.as_array().into_iter().flatten();
    blocks
        .filter_map(|block| block["text"].as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

#[expect(
    clippy::disallowed_methods,
    reason = "what an agent starts is what the tests are about"
)]
fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(script);
    command
}

fn orphan(pid: &std::path::Path, file: &std::path::Path) {
    let writer =
        r#"trap "" TERM HUP INT; echo $$ > "$0"; while :; do echo more >> "$1"; sleep 0.01; done"#;
    // A shell between us and the writer ends at once, so that the writer has no parent.
    let started = shell(r#"setsid sh -c "$0" "$1" "$2" &"#)
        .arg(writer)
        .arg(pid)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::inherit())
        .status();
    assert!(started.expect("there is a shell").success());
}

fn printed(command: &str) -> String {
    let output = shell(command).stdin(Stdio::null()).output();
    let output = output.expect("there is a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
