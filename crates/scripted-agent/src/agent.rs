//! The agent's side of the protocol: the handshake, sessions, and a turn for each prompt.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::script::{Script, Step};
use crate::steps::{Done, Playing};
use crate::wire::{Call, Wire};

/// An agent that plays a script.
pub struct Agent {
    script: Script,
    /// Counts the prompts of all processes that play the same script.
    counter: Option<PathBuf>,
    prompts: usize,
    /// The servers of the session, as the client gave them.
    servers: Value,
    wire: Wire,
}

impl Agent {
    /// Reads a script: JSON, or the path of a file with JSON.
    pub fn read(script: &str) -> Self {
        let is_inline = script.trim_start().starts_with('{');
        let text = match is_inline {
            true => script.to_owned(),
            false => fs::read_to_string(script).expect("the script can be read"),
        };
        Self {
            script: serde_json::from_str(&text).expect("the script is JSON of a known form"),
            counter: (!is_inline).then(|| format!("{script}.prompts").into()),
            prompts: 0,
            servers: Value::Null,
            wire: Wire::default(),
        }
    }

    pub fn is_deaf(&self) -> bool {
        self.script.deaf
    }

    /// Serves until the input ends.
    pub fn serve(mut self) {
        let calls = self.wire.listen(self.script.stays);
        while let Ok(call) = calls.recv() {
            self.take(call);
        }
    }

    fn take(&mut self, call: Call) {
        let failing = self.script.errors.iter();
        let mut failing = failing.filter(|failing| failing.method == call.method);
        if let Some(failing) = failing.next() {
            let error = error(failing.code, &failing.message, &failing.data);
            return self.wire.refuse(&call.id, error);
        }
        match call.method.as_str() {
            "initialize" => self.initialize(&call),
            "session/new" => self.open(&call, "session-1"),
            "session/resume" | "session/load" => self.go_on(&call),
            "session/set_mode" => self.set_mode(&call),
            "session/prompt" => self.prompt(&call),
            _ => self
                .wire
                .refuse(&call.id, error(-32601, "Method not found", &Value::Null)),
        }
    }

    fn initialize(&self, call: &Call) {
        assert_eq!(
            call.params["protocolVersion"], 1,
            "offer version 1 and no other"
        );
        let mut session = json!({});
        if self.script.resume {
            session["resume"] = json!({});
        }
        let result = json!({
            "protocolVersion": 1,
            "agentInfo": {"name": "scripted-agent", "version": "1"},
            "agentCapabilities": {
                "loadSession": self.script.load.is_some(),
                "sessionCapabilities": session,
            },
            "authMethods": [],
        });
        self.wire.answer(&call.id, result);
        if self.script.logged_out {
            let status = json!({"kind": "none", "label": "Not logged in"});
            let params = json!({"authStatus": status});
            self.wire.notify("_auth/status_update", params);
        }
    }

    fn open(&mut self, call: &Call, id: &str) {
        self.servers = call.params["mcpServers"].clone();
        let members = self.script.session.as_object().cloned();
        let mut result = Value::Object(members.unwrap_or_default());
        result["sessionId"] = json!(id);
        self.wire.answer(&call.id, result);
    }

    fn go_on(&mut self, call: &Call) {
        let id = call.params["sessionId"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if call.method == "session/load" {
            let history = self.script.load.clone().unwrap_or_default();
            self.playing(&call.params).play(&history);
        }
        self.open(call, &id);
    }

    fn set_mode(&mut self, call: &Call) {
        self.script.session["modes"]["currentModeId"] = call.params["modeId"].clone();
        self.wire.answer(&call.id, json!({}));
    }

    fn prompt(&mut self, call: &Call) {
        self.wire.begin_turn();
        let steps = self.next_turn();
        let done = self.playing(&call.params).play(&steps);
        match done {
            Done::Ended { reason } => self.wire.answer(&call.id, json!({"stopReason": reason})),
            Done::Failed(error) => self.wire.refuse(&call.id, error),
        }
    }

    fn next_turn(&mut self) -> Vec<Step> {
        let before = match &self.counter {
            Some(file) => fs::read_to_string(file).map_or(0, |text| text.lines().count()),
            None => self.prompts,
        };
        self.prompts += 1;
        if let Some(file) = &self.counter {
            fs::write(file, "prompt\n".repeat(before + 1)).expect("the counter can be written");
        }
        let turns = &self.script.turns;
        let turn = turns.get(before).or(turns.last());
        turn.cloned().unwrap_or_default()
    }

    fn playing<'a>(&'a self, params: &'a Value) -> Playing<'a> {
        Playing {
            wire: &self.wire,
            session: params["sessionId"].clone(),
            prompt: &params["prompt"],
            servers: &self.servers,
            mode: &self.script.session["modes"]["currentModeId"],
            stubborn: self.script.stubborn,
        }
    }
}

pub(crate) fn error(code: i64, message: &str, data: &Value) -> Value {
    let mut error = json!({"code": code, "message": message});
    if !data.is_null() {
        error["data"] = data.clone();
    }
    error
}
