//! Lets `sayso install` write its entry, and records what the agent then says to that program.
//!
//! The entry stays byte for byte what install wrote: install runs from a copy of the binary, and
//! afterwards a script with a `tee` on both sides of the real program takes the copy's place.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde_json::Value;

use crate::process::{Place, quoted};
use xtask::process;

pub(super) struct Recorder {
    directory: PathBuf,
}

/// What the agent told our server about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Introduction {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) sends_progress_token: bool,
}

impl Recorder {
    /// Adds sayso to the agent's configuration.
    pub(super) fn install(place: &Place, client: &str) -> Result<Self> {
        let directory = place.directory().join("mcp");
        fs::create_dir_all(&directory)?;
        let program = directory.join("sayso");
        // A separate process makes the copy: a copy made here could still be open for writing in a
        // program that another trial starts at that moment, and then it could not be run.
        process::run(process::command("cp").args([place.program(), &program]))?;
        let mut install = place.isolated(process::command(&program));
        install
            .args(["install", client, "--yes"])
            .stdout(File::create(directory.join("install.diff"))?)
            .stderr(File::create(directory.join("install.err"))?);
        process::run(&mut install)?;
        // Removed first: what is running must not be written over.
        fs::remove_file(&program)?;
        fs::write(&program, script(place.program(), &directory))?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))?;
        Ok(Self { directory })
    }

    /// Returns what was said by the session that called the tool.
    pub(super) fn introduction(&self) -> Result<Introduction> {
        for entry in fs::read_dir(&self.directory)? {
            let path = entry?.path();
            let is_input = path.extension().is_some_and(|extension| extension == "in");
            if is_input && let Some(found) = introduction(&fs::read_to_string(&path)?) {
                return Ok(found);
            }
        }
        bail!("no session called the tool")
    }
}

/// Each session gets its own files, because agents can start a server more than once.
fn script(sayso: &Path, directory: &Path) -> String {
    let [sayso, directory] = [sayso, directory].map(|path| quoted(&path.to_string_lossy()));
    format!(
        "#!/bin/sh\ntee {directory}/$$.in | {sayso} \"$@\" 2>{directory}/$$.err | tee {directory}/$$.out\n"
    )
}

/// Reads one session's messages; `None` when it never called a tool.
fn introduction(messages: &str) -> Option<Introduction> {
    let messages: Vec<Value> = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let call = messages
        .iter()
        .find(|message| message["method"] == "tools/call")?;
    // Once at the start, or with each request since 2026-07-28.
    let client = messages
        .iter()
        .map(|message| &message["params"]["clientInfo"])
        .chain([&call["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]])
        .find(|client| client.is_object())?;
    Some(Introduction {
        name: client["name"].as_str()?.to_owned(),
        version: client["version"].as_str()?.to_owned(),
        sends_progress_token: !call["params"]["_meta"]["progressToken"].is_null(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorder_finds_the_clients_introduction_in_old_and_new_requests() {
        let older = concat!(
            r#"{"method":"initialize","params":{"clientInfo":{"name":"a","version":"1"}}}"#,
            "\n",
            r#"{"method":"tools/call","params":{"_meta":{"progressToken":0}}}"#
        );
        let newer = r#"{"method":"tools/call","params":{"_meta":
            {"io.modelcontextprotocol/clientInfo":{"name":"a","version":"1"}}}}"#
            .replace('\n', "");
        for (messages, sends_progress_token) in [(older, true), (&newer, false)] {
            let expected = Introduction {
                name: "a".into(),
                version: "1".into(),
                sends_progress_token,
            };
            assert_eq!(introduction(messages), Some(expected));
        }
        assert_eq!(introduction(r#"{"method":"tools/list"}"#), None);
    }
}
