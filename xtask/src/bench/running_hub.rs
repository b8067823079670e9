//! A hub under measurement: started on demand, stopped when dropped.

use std::path::PathBuf;

use anyhow::Result;
use serde_json::Value;

use super::rows::Bench;
use crate::local_http::call;
use crate::process::{command, works};

/// A hub on a directory of its own, stopped when it is dropped.
pub(super) struct RunningHub {
    pub(super) sayso: PathBuf,
    pub(super) directory: PathBuf,
}

impl Bench<'_> {
    /// Starts a hub and waits until it answers.
    pub(super) fn hub(&self) -> Result<RunningHub> {
        let hub = RunningHub {
            sayso: self.sayso.to_owned(),
            directory: self.directory.to_owned(),
        };
        // Any client starts it; this one asks nothing.
        works(
            command(self.sayso)
                .args(["token", "list", "--data-dir"])
                .arg(self.directory),
        );
        hub.call("GET", "/api/v1/status", None, None)?;
        Ok(hub)
    }
}

impl RunningHub {
    pub(super) fn call(
        &self,
        method: &str,
        path: &str,
        asker: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Value> {
        call(&self.socket(), method, path, asker, body)
    }

    /// Returns where the hub listens for local clients.
    pub(super) fn socket(&self) -> PathBuf {
        self.directory.join("hub.sock")
    }

    pub(super) fn first_pending(&self) -> Option<Value> {
        let page = self
            .call(
                "GET",
                "/api/v1/interactions?filter=active&limit=1",
                None,
                None,
            )
            .ok()?;
        page["interactions"].get(0).cloned()
    }
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
