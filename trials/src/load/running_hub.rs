//! A hub under measurement, with the calls that measurements make.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::Load;
use crate::calls;
use crate::http::{Address, Pending};
use crate::process::{Hub, Place, within};

/// How long a state may take to come about.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// Nothing may run out while it is measured.
const TIMEOUT_SECONDS: u64 = 7_200;

pub(super) struct RunningHub {
    pub(super) place: Place,
    hub: Hub,
}

impl Load<'_> {
    /// Starts a hub.
    pub(super) fn hub(&self) -> Result<RunningHub> {
        self.hub_with("")
    }

    /// The same with more lines in its settings file. The content of the directory stays.
    pub(super) fn hub_with(&self, settings: &str) -> Result<RunningHub> {
        let place = self.place(&self.directory, settings)?;
        let hub = place.started()?;
        Ok(RunningHub { place, hub })
    }

    /// Prepares a directory in which some client will start a hub.
    pub(super) fn place(&self, directory: &Path, settings: &str) -> Result<Place> {
        Place::made_in(self.sayso, directory, settings)
    }
}

impl RunningHub {
    pub(super) fn pid(&self) -> u32 {
        self.hub.pid
    }

    /// Where the hub listens for local clients.
    pub(super) fn address(&self) -> Address {
        self.place.local()
    }

    pub(super) fn get(&self, path: &str) -> Result<Value> {
        self.place.get(path)
    }

    /// Asks as `asker` and returns the id.
    pub(super) fn ask(&self, asker: &str, title: &str) -> Result<String> {
        let ask = calls::ask(asker, &calls::question(title, TIMEOUT_SECONDS));
        calls::asked_id(&self.place.call(&ask)?)
    }

    /// Begins to wait for the outcome, as the agent that asked.
    pub(super) fn wait(&self, asker: &str, id: &str) -> Result<Pending> {
        Ok(self.address().begin(&calls::result(asker, id, 3_600))?)
    }

    /// Begins to answer; each answer of a run needs its own `number` above 0.
    pub(super) fn answer(&self, id: &str, number: usize) -> Result<Pending> {
        let answer = calls::answer(id, &format!("{number:032x}"), "a");
        Ok(self.address().begin(&answer)?)
    }

    /// Returns the ids of everything that is pending, newest first.
    pub(super) fn pending_ids(&self) -> Result<Vec<String>> {
        let id = |row: &Value| Some(row["session_id"].as_str()?.to_owned());
        let ids = self.place.pending()?.iter().map(id).collect::<Option<_>>();
        ids.context("a row without an id")
    }

    /// Waits until `count` calls wait for an outcome.
    pub(super) fn until_waiting(&self, count: usize) -> Result<()> {
        let mut waiting = None;
        let found = within(PATIENCE, LOOK_EVERY, || {
            waiting = self.place.status()?["waiting_calls"].as_u64();
            Ok((waiting == Some(count as u64)).then_some(()))
        })?;
        match found {
            Some(()) => Ok(()),
            None => bail!("{waiting:?} calls wait instead of {count}"),
        }
    }
}

/// Returns the id of some question that is pending, as soon as a hub is there and has one.
pub(super) fn first_pending(place: &Place) -> Option<String> {
    let path = "/api/v1/interactions?filter=active&limit=1";
    let page = place.get(path).ok()?;
    let id = page["interactions"].get(0)?["session_id"].as_str()?;
    Some(id.to_owned())
}

/// The arguments of a tool call that asks.
pub(super) fn tool_call(title: &str) -> Value {
    let arguments = calls::question(title, TIMEOUT_SECONDS);
    json!({"name": "provide_choice", "arguments": arguments})
}
