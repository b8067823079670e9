//! The stub model: starts `e2e/agents/model/server.mjs` and reads the log it keeps.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use super::Bench;
use crate::process::Place;
use xtask::process;

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

/// One turn about a prompt of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) prompt: String,
    /// Everything that the person has said in the conversation, as the agent handed it on.
    pub(super) texts: Vec<String>,
    /// What the last call of a tool gave.
    pub(super) result: Value,
}

impl Model {
    /// Starts it with what it is going to do; `script.mjs` says how a plan looks, and `prompts.mjs` another one.
    pub(super) fn start(bench: &Bench, place: &Place, plan: &Value) -> Result<Self> {
        let directory = place.directory();
        let (planned, log) = (directory.join("plan.json"), directory.join("model.jsonl"));
        fs::write(&planned, plan.to_string())?;
        File::create(&log)?;
        let mut server = place.isolated(process::command(&bench.programs.node));
        server
            .arg(bench.workspace.root.join("e2e/agents/model/server.mjs"))
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

    pub(super) fn pid(&self) -> u32 {
        self.process.id()
    }

    /// Returns the turns of the conversation so far; asides such as titles are left out.
    pub(super) fn turns(&self) -> Result<Vec<Turn>> {
        turns(&self.log)
    }

    /// Returns the turns about prompts of the plan.
    pub(super) fn steps(&self) -> Result<Vec<Step>> {
        let mut log = entries(&self.log)?;
        log.retain(|entry| entry["kind"] == "step");
        let steps = log.into_iter().map(|mut entry| {
            Ok(Step {
                prompt: serde_json::from_value(entry["prompt"].take())?,
                texts: serde_json::from_value(entry["texts"].take())?,
                result: entry["result"].take(),
            })
        });
        steps.collect()
    }

    /// Counts everything that was asked of it, asides and what it refused included.
    pub(super) fn requests(&self) -> Result<usize> {
        Ok(entries(&self.log)?.len())
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
    for entry in entries(log)? {
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

fn entries(log: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(log)?;
    let entries = text.lines().map(serde_json::from_str);
    entries
        .collect::<Result<_, _>>()
        .context("the stub model's log")
}
