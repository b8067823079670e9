//! A hub under measurement: started on demand, stopped when dropped.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::Load;
use crate::local_http::{Begun, begin};
use xtask::process::{command, works};

/// How long a state may take to come about.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// Nothing may run out or open a window while it is measured.
const SETTINGS: &str = "open_browser = false\ntimeout_seconds = 7200\n";
/// Rows per request when everything that is pending is listed.
const PAGE_ROWS: usize = 500;

/// A hub on a directory of its own, stopped when it is dropped.
pub(super) struct RunningHub {
    sayso: PathBuf,
    pub(super) directory: PathBuf,
}

impl Load<'_> {
    /// Starts a hub and waits until it answers.
    pub(super) fn hub(&self) -> Result<RunningHub> {
        self.hub_with("")
    }

    /// The same with more lines in its settings file. What is in the directory stays.
    pub(super) fn hub_with(&self, settings: &str) -> Result<RunningHub> {
        let hub = self.future_hub(&self.directory, settings)?;
        // Any client starts it; this one asks nothing.
        works(
            command(self.sayso)
                .args(["token", "list", "--data-dir"])
                .arg(&hub.directory),
        );
        hub.status()?;
        Ok(hub)
    }

    /// Prepares a directory in which some client will start a hub.
    pub(super) fn future_hub(&self, directory: &Path, settings: &str) -> Result<RunningHub> {
        let mut private = DirBuilder::new();
        private.recursive(true).mode(0o700).create(directory)?;
        std::fs::write(
            directory.join("settings.toml"),
            format!("{SETTINGS}{settings}"),
        )?;
        Ok(RunningHub {
            sayso: self.sayso.to_owned(),
            directory: directory.to_owned(),
        })
    }
}

impl RunningHub {
    /// Calls as a person at this machine.
    pub(super) fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        begin(&self.socket(), method, path, None, body)?.finish()
    }

    pub(super) fn status(&self) -> Result<Value> {
        self.call("GET", "/api/v1/status", None)
    }

    pub(super) fn pid(&self) -> Result<u32> {
        let pid = self.status()?["pid"].as_u64().context("no pid")?;
        Ok(u32::try_from(pid)?)
    }

    /// Returns where the hub listens for local clients.
    pub(super) fn socket(&self) -> PathBuf {
        self.directory.join("hub.sock")
    }

    /// Asks as `asker` and returns the id.
    pub(super) fn ask(&self, asker: &str, title: &str) -> Result<String> {
        let mut asked = question()["arguments"].clone();
        asked["title"] = json!(title);
        let reply = begin(
            &self.socket(),
            "POST",
            "/api/v1/asks",
            Some(asker),
            Some(&asked),
        )?;
        let reply = reply.finish()?;
        let id = reply["interaction"]["session_id"].as_str();
        Ok(id.context("no id")?.to_owned())
    }

    /// Begins to wait for the outcome, as the agent that asked.
    pub(super) fn wait(&self, asker: &str, id: &str) -> Result<Begun> {
        let path = format!("/api/v1/asks/{id}/result?wait_seconds=3600");
        begin(&self.socket(), "GET", &path, Some(asker), None)
    }

    /// Begins to answer; each answer of a run needs a `number` of its own above 0.
    pub(super) fn answer(&self, id: &str, number: usize) -> Result<Begun> {
        let given =
            json!({"answer_id": format!("{number:032x}"), "answer": {"selected_ids": ["a"]}});
        let path = format!("/api/v1/interactions/{id}/answer");
        begin(&self.socket(), "POST", &path, None, Some(&given))
    }

    /// Returns the ids of everything that is pending, newest first.
    pub(super) fn pending_ids(&self) -> Result<Vec<String>> {
        let mut ids = Vec::new();
        let mut cursor = String::new();
        loop {
            let path = format!("/api/v1/interactions?filter=active&limit={PAGE_ROWS}{cursor}");
            let page = self.call("GET", &path, None)?;
            for row in page["interactions"].as_array().context("no rows")? {
                ids.push(row["session_id"].as_str().context("no id")?.to_owned());
            }
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return Ok(ids),
            }
        }
    }

    pub(super) fn first_pending(&self) -> Option<String> {
        let path = "/api/v1/interactions?filter=active&limit=1";
        let page = self.call("GET", path, None).ok()?;
        Some(
            page["interactions"].get(0)?["session_id"]
                .as_str()?
                .to_owned(),
        )
    }

    /// Waits until `count` calls wait for an outcome.
    pub(super) fn until_waiting(&self, count: usize) -> Result<()> {
        let give_up = Instant::now() + PATIENCE;
        loop {
            let waiting = self.status()?["waiting_calls"]
                .as_u64()
                .context("no count")?;
            if waiting == count as u64 {
                return Ok(());
            }
            if Instant::now() > give_up {
                bail!("{waiting} calls wait instead of {count}");
            }
            std::thread::park_timeout(LOOK_EVERY);
        }
    }
}

/// The arguments of a tool call that asks.
pub(super) fn question() -> Value {
    json!({"name": "provide_choice", "arguments": {
        "title": "Which schema?",
        "prompt": "The orders table needs a key before the import can go on.",
        "selection_mode": "single",
        "options": [{"id": "a"}, {"id": "b"}],
        "interface": "web",
    }})
}

impl Drop for RunningHub {
    fn drop(&mut self) {
        works(
            command(&self.sayso)
                .args(["stop", "--data-dir"])
                .arg(&self.directory),
        );
    }
}
