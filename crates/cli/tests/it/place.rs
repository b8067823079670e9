//! A temporary data directory and home, and the program run inside them.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use domain::interaction::Ask;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// What the settings file of a new place holds.
pub(crate) const UNGUARDED: &str = "agent_guard = false\n";
pub(crate) const SAYSO: &str = env!("CARGO_BIN_EXE_sayso");

pub(crate) struct Place {
    root: TempDir,
}

/// What a finished command said.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A question of `sayso ask` that is waiting for its answer.
pub(crate) struct Asking {
    pub(crate) id: String,
    child: Child,
    err: BufReader<ChildStderr>,
}

impl Place {
    /// A place where the test counts as the person: it asks and answers from one process, and may
    /// itself run in an agent's shell.
    pub(crate) fn new() -> Self {
        let place = Self::guarded();
        for directory in [place.data_dir(), place.home().join(".config/sayso")] {
            fs::create_dir_all(&directory).unwrap();
            fs::set_permissions(&directory, Permissions::from_mode(0o700)).unwrap();
            fs::write(directory.join("settings.toml"), UNGUARDED).unwrap();
        }
        place
    }

    /// A place that nothing has been done to. The hub takes the test's process for an agent as soon
    /// as it asks through `sayso mcp`.
    pub(crate) fn guarded() -> Self {
        Self {
            root: tempfile::tempdir().unwrap(),
        }
    }

    /// Whether there is nothing in the data directory but what `new` left there.
    pub(crate) fn is_untouched(&self) -> bool {
        let mut files = fs::read_dir(self.data_dir()).unwrap();
        let settings = files.next().unwrap().unwrap().path();
        files.next().is_none() && fs::read_to_string(settings).unwrap() == UNGUARDED
    }

    pub(crate) fn home(&self) -> &Path {
        self.root.path()
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        self.root.path().join("data")
    }

    /// The program with these arguments, seeing nothing of the machine it runs on.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = self.bare(args);
        command.arg("--data-dir").arg(self.data_dir());
        command
    }

    /// Like `command`, but for the user's own directories.
    pub(crate) fn bare(&self, args: &[&str]) -> Command {
        let mut command = self.isolated(SAYSO);
        command.args(args);
        command
    }

    /// Like `command`, after a line of shell that narrows what it may use.
    pub(crate) fn after_shell(&self, line: &str, args: &[&str]) -> Command {
        let mut command = self.isolated("/bin/sh");
        command
            .args(["-c", &format!(r#"{line}; exec "$0" "$@""#), SAYSO])
            .args(args)
            .arg("--data-dir")
            .arg(self.data_dir());
        command
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that starts the program"
    )]
    fn isolated(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", self.home())
            .env("SAYSO_PORT", "0")
            .env("TZ", "UTC")
            .current_dir(self.home())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Said {
        said(self.command(args).output().unwrap())
    }

    /// Runs a command that must succeed and returns its JSON.
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let said = self.run(args);
        assert_eq!(said.code, 0, "{said:?}");
        serde_json::from_str(&said.out).unwrap()
    }

    /// Asks, and returns once the question waits.
    pub(crate) fn ask(&self, args: &[&str]) -> Asking {
        self.ask_with(&[], args)
    }

    /// Like `ask`, with these environment variables besides.
    pub(crate) fn ask_with(&self, variables: &[(&str, &str)], args: &[&str]) -> Asking {
        let mut command = self.command(&["ask"]);
        let child = command
            .args(args)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Asking::begin(child.unwrap())
    }

    /// Asks a question between `a` and `b`.
    pub(crate) fn ask_single(&self) -> Asking {
        let prompt = "One of the two must be taken for the build to go on.";
        let options = [
            "--option",
            "a=Alpha|the first",
            "--option",
            "b=Beta",
            "--recommend",
            "b",
        ];
        self.ask(
            &[
                &["--title", "Which one?", "--prompt", prompt] as &[&str],
                &options,
            ]
            .concat(),
        )
    }
}

impl Place {
    /// Asks in the name of a thread, before a hub runs here. Returns the question's id.
    pub(crate) fn ask_for_task(&self, ask: Ask) -> String {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let database = self.data_dir().join("sayso.db");
        let asked = testkit::ask_in(&database, ask);
        runtime.block_on(asked).to_string()
    }

    /// Ends the hub as a system does that shuts down.
    pub(crate) fn end_hub(&self) {
        let pid = self.json(&["status", "--json"])["pid"].as_i64();
        let pid = pid.and_then(|pid| Pid::from_raw(i32::try_from(pid).ok()?));
        if let Some(pid) = pid {
            kill_process(pid, Signal::TERM).unwrap();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // No hub outlives its test, not even one that ignores requests to stop.
        let said = self.command(&["stop"]).output();
        if said.is_ok_and(|said| !said.status.success()) {
            self.end_hub();
        }
        let _said = self.bare(&["stop"]).output();
    }
}

impl Asking {
    fn begin(mut child: Child) -> Self {
        let mut err = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("/choice/") {
            line.clear();
            assert_ne!(
                err.read_line(&mut line).unwrap(),
                0,
                "the program ended without asking"
            );
        }
        let id = line.trim().rsplit('/').next().unwrap().to_owned();
        Self { id, child, err }
    }

    /// Waits until the command asks a second question with another id; returns what it printed
    /// before.
    pub(crate) fn again(&mut self) -> String {
        let mut said = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.err.read_line(&mut line).unwrap(), 0, "{said}");
            if line.contains("/choice/") {
                self.id = line.trim().rsplit('/').next().unwrap().to_owned();
                return said;
            }
            said.push_str(&line);
        }
    }

    pub(crate) fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Said {
        let mut err = String::new();
        self.err.read_to_string(&mut err).unwrap();
        let output = self.child.wait_with_output().unwrap();
        Said {
            err,
            ..said(output)
        }
    }
}

pub(crate) fn said(output: Output) -> Said {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said {
        code: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The last line of what was printed.
pub(crate) fn last(text: &str) -> &str {
    text.trim_end().rsplit('\n').next().unwrap()
}
