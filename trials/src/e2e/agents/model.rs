//! The stub model: starts `e2e/agents/model/server.mjs` and reads the log it keeps.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::Place;
use xtask::process;
use xtask::tools::Node;
use xtask::workspace::Workspace;

pub(super) struct Model {
    pub(super) port: u16,
    log: PathBuf,
    process: Child,
}

/// One turn of the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) kind: String,
    pub(super) at_ms: u64,
    /// What the call before it gave, as the agent handed it on.
    pub(super) result: Value,
    /// The decision found in it, when this turn closes the conversation.
    pub(super) received: Value,
}

impl Model {
    /// Starts it with what it is going to do; `script.mjs` says how a plan looks.
    pub(super) fn start(
        workspace: &Workspace,
        node: &Node,
        place: &Place,
        plan: &Value,
    ) -> Result<Self> {
        let directory = place.directory();
        let (planned, log) = (directory.join("plan.json"), directory.join("model.jsonl"));
        fs::write(&planned, plan.to_string())?;
        File::create(&log)?;
        let mut server = place.isolated(process::command(&node.node));
        server
            .arg(workspace.root.join("e2e/agents/model/server.mjs"))
            .args([&planned, &log])
            .stdout(Stdio::piped())
            .stderr(File::create(directory.join("model.err"))?);
        let mut process = server.spawn().context("cannot start the stub model")?;
        let output = process.stdout.take().context("its output is piped")?;
        let mut model = Self {
            port: 0,
            log,
            process,
        };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        model.port = line
            .trim()
            .parse()
            .context("the stub model printed no port; see model.err")?;
        Ok(model)
    }

    /// Returns the turns of the conversation so far; asides such as titles are left out.
    pub(super) fn turns(&self) -> Result<Vec<Turn>> {
        turns(&self.log)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // It has perhaps exited already; either way it must not outlive the trial.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn turns(log: &Path) -> Result<Vec<Turn>> {
    let mut turns = Vec::new();
    for line in fs::read_to_string(log)?.lines() {
        let entry: Value = serde_json::from_str(line).context("the stub model's log")?;
        let kind = entry["kind"].as_str().unwrap_or_default();
        if matches!(
            kind,
            "ask" | "own_answer" | "poll" | "repeat" | "close" | "gave_up"
        ) {
            turns.push(Turn {
                kind: kind.to_owned(),
                at_ms: entry["at_ms"].as_u64().unwrap_or_default(),
                result: entry["result"].clone(),
                received: entry["received"].clone(),
            });
        }
    }
    Ok(turns)
}
