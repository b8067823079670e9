//! What the scripted agent does, as data.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything that one agent does. In a file or on the command line it is JSON.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// What it does for each prompt, in order. The last one is repeated. A script in a file counts
    /// the prompts of all processes that run it, in a second file beside it.
    pub turns: Vec<Vec<Step>>,
    /// Offers `session/resume`.
    pub resume: bool,
    /// Offers `session/load`, and tells these updates again when a session is loaded.
    pub load: Option<Vec<Step>>,
    /// Answers `initialize`, `session/new`, `session/resume` or `session/load` with an error.
    pub errors: Vec<Failing>,
    /// Says that nobody is logged in, right after `initialize`.
    pub logged_out: bool,
    /// More members of the response to `session/new`, `session/resume` and `session/load`.
    pub session: Value,
    /// Ignores SIGTERM.
    pub deaf: bool,
    /// Does not react to `session/cancel`.
    pub stubborn: bool,
    /// Does not leave when its input is closed.
    pub stays: bool,
}

/// An error as the answer to a method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Failing {
    pub method: String,
    pub code: i64,
    pub message: String,
    #[serde(default)]
    pub data: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Step {
    /// Says something; with an id, as a part of that message.
    Text {
        text: String,
        #[serde(default)]
        message: Option<String>,
    },
    /// Says something in pieces of so many characters.
    Chunks {
        text: String,
        size: usize,
    },
    /// Says the prompt.
    Echo,
    /// Says the mode of the session.
    Mode,
    Thought {
        text: String,
    },
    /// Sends any update, known to the protocol or not: tool calls, plans, usage.
    Update {
        update: Value,
    },
    /// Asks for a permission and says the outcome: `permission: {…}`.
    Permission {
        tool: Value,
        options: Value,
    },
    /// Asks for a permission, and says nothing about the outcome.
    QuietPermission {
        tool: Value,
        options: Value,
    },
    /// Asks for a permission, withdraws the request, and says the outcome.
    WithdrawnPermission {
        tool: Value,
        options: Value,
    },
    /// Sends `elicitation/create` with these params and says the outcome: `elicitation: {…}`.
    Elicitation {
        params: Value,
    },
    /// Sends any request and says the outcome: `METHOD: {…}`.
    Request {
        method: String,
        params: Value,
    },
    /// Starts the first MCP server of the session, calls a tool and says the result: `TOOL: {…}`.
    CallTool {
        tool: String,
        arguments: Value,
    },
    /// Does nothing until it is cancelled.
    Silence,
    /// Waits for a file.
    WaitFor {
        file: PathBuf,
    },
    /// Writes a file.
    Write {
        file: PathBuf,
        text: String,
    },
    /// Sends so many updates, spread evenly over the time.
    Flood {
        per_second: u64,
        seconds: u64,
    },
    /// Says so many bytes in one update.
    Huge {
        bytes: usize,
    },
    /// Prints a line as it is: not JSON, or not in the protocol.
    Raw {
        line: String,
    },
    /// Prints a line to stderr.
    Complain {
        text: String,
    },
    /// Starts a process that leaves its session and its parent, ignores SIGTERM, writes its number
    /// to `pid` and keeps writing to `file`.
    Orphan {
        pid: PathBuf,
        file: PathBuf,
    },
    /// Runs a shell command and says what it printed.
    Shell {
        command: String,
    },
    /// Ends the process.
    Crash {
        code: i32,
    },
    /// Ends the turn with this reason instead of `end_turn`.
    Stop {
        reason: String,
    },
    /// Ends the turn with an error.
    Fail {
        code: i64,
        message: String,
        #[serde(default)]
        data: Value,
    },
}

impl Step {
    pub fn text(text: &str) -> Self {
        Self::Text {
            text: text.to_owned(),
            message: None,
        }
    }
}

impl Script {
    /// A script of one turn.
    pub fn turn(steps: impl IntoIterator<Item = Step>) -> Self {
        Self {
            turns: vec![steps.into_iter().collect()],
            ..Self::default()
        }
    }

    /// Writes it to a file, and returns the command that runs it.
    pub fn write(&self, file: &Path) -> Vec<String> {
        let json = serde_json::to_string_pretty(self).expect("a script is plain data");
        std::fs::write(file, json).expect("the file of a script can be written");
        command(&file.to_string_lossy())
    }

    /// Returns the command that runs it, with the script as its argument.
    pub fn command(&self) -> Vec<String> {
        command(&serde_json::to_string(self).expect("a script is plain data"))
    }
}

fn command(script: &str) -> Vec<String> {
    let program = crate::program().to_string_lossy().into_owned();
    vec![program, crate::RUN.to_owned(), script.to_owned()]
}
