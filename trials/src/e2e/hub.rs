//! A hub under test, in a world of its own: data directory, home, environment, port.
//!
//! It is killed when dropped. Nothing of the developer's own settings or questions is touched.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use xtask::process;
use xtask::workspace::Workspace;

const READY_SECONDS_MAX: u64 = 30;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) struct Hub {
    sayso: PathBuf,
    directory: PathBuf,
    port: u16,
    process: Child,
}

impl Hub {
    /// Starts `sayso serve` for the check `name` and waits until it answers.
    pub(crate) fn start(workspace: &Workspace, sayso: &Path, name: &str) -> Result<Self> {
        Self::start_in(workspace.target.join("e2e").join(name), sayso, &[])
    }

    /// Starts `sayso serve` in `directory`, which is emptied first, with more environment.
    pub(crate) fn start_in(
        directory: PathBuf,
        sayso: &Path,
        environment: &[(&str, &str)],
    ) -> Result<Self> {
        if directory.exists() {
            std::fs::remove_dir_all(&directory)?;
        }
        std::fs::create_dir_all(home(&directory))?;
        let log = File::create(directory.join("hub.log"))?;
        let mut serve = process::command(sayso);
        isolate(&mut serve, &directory);
        serve
            .args(["serve", "--port", "0"])
            .envs(environment.iter().copied())
            .stdout(log.try_clone()?)
            .stderr(log);
        let process = serve.spawn().context("cannot start the hub")?;
        let mut hub = Self {
            sayso: sayso.to_owned(),
            directory,
            port: 0,
            process,
        };
        hub.port = hub.wait_until_ready()?;
        Ok(hub)
    }

    /// Where this check keeps its files and logs.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        data_dir(&self.directory)
    }

    /// The home directory of everything that runs here.
    pub(super) fn home(&self) -> PathBuf {
        home(&self.directory)
    }

    pub(crate) fn program(&self) -> &Path {
        &self.sayso
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn mcp_url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port)
    }

    /// Prepares any program in the same isolated environment.
    pub(crate) fn isolated(&self, mut command: Command) -> Command {
        isolate(&mut command, &self.directory);
        command
    }

    /// Runs a `sayso` command on this hub's data directory and returns what it printed.
    pub(crate) fn sayso(&self, arguments: &[&str]) -> Result<String> {
        self.person().run(arguments)
    }

    /// Creates a bearer token for an agent of this name.
    pub(crate) fn token(&self, name: &str) -> Result<String> {
        let created: Value =
            serde_json::from_str(&self.sayso(&["token", "create", name, "--json"])?)?;
        Ok(created["secret"]
            .as_str()
            .context("`sayso token create --json` shows no secret")?
            .to_owned())
    }

    /// Waits until a question with this title is pending; returns its id.
    pub(crate) fn question(&self, title: &str) -> Result<String> {
        self.person().question(title)
    }

    /// Returns the commands a person has at this hub, to be used from anywhere.
    pub(super) fn person(&self) -> Sayso {
        Sayso {
            program: self.sayso.clone(),
            directory: self.directory.clone(),
        }
    }

    /// Returns the ids of all questions with this title that are pending.
    pub(super) fn questions(&self, title: &str) -> Result<Vec<String>> {
        let rows = self.pending()?;
        Ok(rows
            .iter()
            .filter(|row| row["title"] == title)
            .filter_map(|row| row["session_id"].as_str().map(str::to_owned))
            .collect())
    }

    /// Whether a call of the asker waits for this pending question right now.
    pub(super) fn is_waited_for(&self, id: &str) -> Result<bool> {
        let rows = self.pending()?;
        Ok(rows
            .iter()
            .any(|row| row["session_id"] == id && row["asker_state"] == "waiting"))
    }

    fn pending(&self) -> Result<Vec<Value>> {
        let rows = self.sayso(&["list", "--json", "--filter", "active"])?;
        Ok(serde_json::from_str(&rows)?)
    }

    fn wait_until_ready(&mut self) -> Result<u16> {
        let (sayso, directory) = (self.sayso.clone(), self.directory.clone());
        poll_until("the hub", || {
            if let Some(status) = self.process.try_wait()? {
                bail!(
                    "the hub ended at once ({status}); see {}",
                    directory.join("hub.log").display()
                );
            }
            let mut status = process::command(&sayso);
            isolate(&mut status, &directory);
            // Its exit code may say "not running"; what it prints is what counts.
            let output = status.args(["status", "--json"]).output()?;
            let status: Value = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
            let port = status["port"]
                .as_u64()
                .filter(|_| status["running"] == true);
            Ok(port.and_then(|port| u16::try_from(port).ok()))
        })
    }
}

/// The binary under test, as a person at one hub uses it.
#[derive(Clone)]
pub(super) struct Sayso {
    program: PathBuf,
    directory: PathBuf,
}

impl Sayso {
    /// Runs a command and returns what it printed.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<String> {
        let mut command = process::command(&self.program);
        isolate(&mut command, &self.directory);
        process::stdout(command.args(arguments))
    }

    /// Waits until a question with this title is pending; returns its id.
    pub(crate) fn question(&self, title: &str) -> Result<String> {
        poll_until(&format!("the question {title:?}"), || {
            let rows: Value =
                serde_json::from_str(&self.run(&["list", "--json", "--filter", "active"])?)?;
            let row = rows
                .as_array()
                .into_iter()
                .flatten()
                .find(|row| row["title"] == title);
            Ok(row
                .and_then(|row| row["session_id"].as_str())
                .map(str::to_owned))
        })
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        // It may have ended by itself; either way it must not outlive the check.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn home(directory: &Path) -> PathBuf {
    directory.join("home")
}

fn data_dir(directory: &Path) -> PathBuf {
    directory.join("data")
}

/// Leaves only what programs need to run, so that a developer's settings decide nothing.
pub(crate) fn isolate(command: &mut Command, directory: &Path) {
    command.env_clear();
    for name in ["PATH", "TMPDIR", "LD_LIBRARY_PATH"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
        .env("HOME", home(directory))
        .env("LANG", "C.UTF-8")
        // A question for the web must not open the developer's browser.
        .env("BROWSER", "true")
        .env("SAYSO_DATA_DIR", data_dir(directory));
}

/// Asks `look` again and again until it finds something.
#[expect(
    clippy::disallowed_methods,
    reason = "the state of another process can only be polled from here"
)]
pub(crate) fn poll_until<T>(what: &str, mut look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    let give_up = Instant::now() + Duration::from_secs(READY_SECONDS_MAX);
    while Instant::now() < give_up {
        if let Some(found) = look()? {
            return Ok(found);
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    bail!("{what} did not appear within {READY_SECONDS_MAX} s")
}
