//! A data directory with the real program in it, and with its own home, environment and port.

use std::fs::{self, DirBuilder, OpenOptions};
use std::net::TcpListener;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{Hub, isolate, until};
use crate::http::{Address, Request};
use xtask::process;

/// Rows per request when everything that is pending is listed.
const PAGE_ROWS: usize = 500;

#[derive(Debug, Clone)]
pub(crate) struct Place {
    program: PathBuf,
    directory: PathBuf,
    /// The same for every hub of this place, as a person would have configured it.
    port: u16,
}

impl Place {
    /// Makes an empty place; `settings` are lines of the settings file besides those of every trial.
    pub(crate) fn fresh(program: &Path, directory: &Path, settings: &str) -> Result<Self> {
        if directory.exists() {
            fs::remove_dir_all(directory)
                .with_context(|| format!("cannot clear {}", directory.display()))?;
        }
        Self::made_in(program, directory, settings)
    }

    /// Makes a place in a directory that may be there already; what is in it stays.
    pub(crate) fn made_in(program: &Path, directory: &Path, settings: &str) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let place = Self {
            port,
            ..Self::existing(program, directory)
        };
        fs::create_dir_all(place.home())?;
        let mut private = DirBuilder::new();
        private
            .mode(0o700)
            .recursive(true)
            .create(place.data_dir())?;
        place.configure(settings)?;
        Ok(place)
    }

    /// A place as it was left, to end what still runs there.
    pub(crate) fn existing(program: &Path, directory: &Path) -> Self {
        Self {
            program: program.to_owned(),
            directory: directory.to_owned(),
            port: 0,
        }
    }

    /// Writes the settings file. The settings that every trial needs are only here. Most ask and
    /// answer from one process, which may itself run in an agent's shell; those with the guard on
    /// leave the person's part to a [`Person`](super::Person).
    fn configure(&self, more: &str) -> Result<()> {
        let port = self.port;
        let guard = match more.contains("agent_guard") {
            true => "",
            false => "agent_guard = false\n",
        };
        let text = format!("port = {port}\nopen_browser = false\n{guard}{more}");
        Ok(fs::write(self.data_dir().join("settings.toml"), text)?)
    }

    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// Where this trial keeps its files and logs.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The home directory of everything that runs here.
    pub(crate) fn home(&self) -> PathBuf {
        home(&self.directory)
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        data_dir(&self.directory)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.data_dir().join("sayso.db")
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.data_dir().join("hub.sock")
    }

    pub(crate) fn log_path(&self) -> PathBuf {
        self.directory.join("hub.log")
    }

    pub(crate) fn local(&self) -> Address {
        Address::Socket(self.socket())
    }

    pub(crate) fn portal(&self) -> Address {
        Address::Port(self.port)
    }

    pub(crate) fn mcp_url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    /// Prepares any program so that it sees nothing of the machine but this place.
    pub(crate) fn isolated(&self, mut command: Command) -> Command {
        isolate(&mut command, &self.directory);
        command
    }

    /// Prepares the program under test with these arguments.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.isolated(process::command(&self.program));
        command
            .args(arguments)
            .current_dir(&self.directory)
            .stdin(Stdio::null());
        command
    }

    /// Prepares `sayso mcp`; its `project` makes it a separate agent.
    pub(crate) fn mcp(&self, project: &str) -> Command {
        self.command(&["mcp", "--project", project])
    }

    /// Runs a command as the person and returns what it printed.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<String> {
        process::stdout(&mut self.command(arguments))
    }

    /// Ends whichever hub runs here in order, also one that a client has started.
    pub(crate) fn stop(&self) -> bool {
        process::works(&mut self.command(&["stop"]))
    }

    /// Prepares a hub; its log is appended to.
    pub(crate) fn serve(&self) -> Result<Command> {
        let mut command = self.command(&["serve", "--on-demand"]);
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.log_path())?;
        command.stdout(Stdio::piped()).stderr(log);
        Ok(command)
    }

    /// Starts a hub that must come up.
    pub(crate) fn started(&self) -> Result<Hub> {
        let spawned = self.serve()?.spawn().context("cannot start the hub")?;
        Hub::settled(self, spawned)?
            .with_context(|| format!("the hub did not start; see {}", self.log_path().display()))
    }

    /// Calls the hub on its socket; the call must succeed.
    pub(crate) fn call(&self, request: &Request) -> Result<Value> {
        self.local().call(request)
    }

    pub(crate) fn get(&self, path: &str) -> Result<Value> {
        self.call(&Request::get(path))
    }

    pub(crate) fn status(&self) -> Result<Value> {
        self.get("/api/v1/status")
    }

    /// Creates a bearer token for an agent of this name.
    pub(crate) fn token(&self, name: &str) -> Result<String> {
        let created: Value =
            serde_json::from_str(&self.run(&["token", "create", name, "--json"])?)?;
        let secret = created["secret"].as_str();
        Ok(secret
            .context("`sayso token create --json` shows no secret")?
            .to_owned())
    }

    /// Returns everything that is pending, newest first.
    pub(crate) fn pending(&self) -> Result<Vec<Value>> {
        let path = format!("/api/v1/interactions?filter=active&limit={PAGE_ROWS}");
        let mut rows = Vec::new();
        self.pages(&path, |page| {
            rows.append(page["interactions"].as_array_mut().context("no rows")?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// Returns everything that is stored, with its events.
    pub(crate) fn export(&self) -> Result<Vec<Value>> {
        let mut text = String::new();
        self.pages("/api/v1/export/json?filter=all", |part| {
            text.push_str(part["text"].as_str().context("no text")?);
            Ok(())
        })?;
        Ok(serde_json::from_str(&text)?)
    }

    fn pages(&self, path: &str, mut take: impl FnMut(&mut Value) -> Result<()>) -> Result<()> {
        let mut cursor = String::new();
        loop {
            let mut page = self.get(&format!("{path}{cursor}"))?;
            take(&mut page)?;
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return Ok(()),
            }
        }
    }

    /// Waits until a question with this title is pending; returns its id.
    pub(crate) fn question(&self, title: &str) -> Result<String> {
        until(&format!("the question {title:?}"), || {
            let rows = self.pending()?;
            let row = rows.iter().find(|row| row["title"] == title);
            Ok(row
                .and_then(|row| row["session_id"].as_str())
                .map(str::to_owned))
        })
    }
}

pub(super) fn home(directory: &Path) -> PathBuf {
    directory.join("home")
}

pub(super) fn data_dir(directory: &Path) -> PathBuf {
    directory.join("data")
}
