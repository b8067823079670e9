//! Prints what an agent says and does, as it comes.
//!
//! What the agent says goes to standard output. Tool calls and notices are lines of their own
//! beside it. On a screen, text of the agent is made safe; a program gets it byte for byte.

use std::borrow::Cow;
use std::collections::BTreeMap;

use domain::display::display_safe_lines;
use domain::display_safe;
use domain::task::output::{Entry, Stream, ToolCall, ToolStatus};
use i18n::Key;
use protocol::RecordView;

use crate::output;
use crate::text::{say, tell};

/// Where the lines beside the agent's words go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// They are not the result.
    StandardError,
    /// They are part of what was asked for.
    StandardOutput,
}

pub(crate) struct Transcript {
    beside: Beside,
    is_screen: bool,
    /// Whether the last text left its line unfinished.
    is_mid_line: bool,
    /// The tool calls of this attempt by their id, and how each was shown last.
    tools: BTreeMap<String, ToolStatus>,
    attempt: u32,
}

impl Transcript {
    pub(crate) fn new(beside: Beside) -> Self {
        Self {
            beside,
            is_screen: output::is_shown_to_a_person(),
            is_mid_line: false,
            tools: BTreeMap::new(),
            attempt: 0,
        }
    }

    pub(crate) fn records(&mut self, attempt: u32, records: &[RecordView], is_cut: bool) {
        if attempt != self.attempt {
            self.tools.clear();
            if attempt > 1 {
                let number = attempt.to_string();
                self.line(&tell(Key::CliLogAttempt, &[("number", (&number).into())]));
            }
            self.attempt = attempt;
        }
        if is_cut {
            self.line(&say(Key::CliLogCut));
        }
        for record in records {
            self.entry(&record.entry);
        }
    }

    fn entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Text { text, .. } => self.text(text),
            Entry::Printed {
                stream: Stream::Stdout,
                text,
            } => {
                self.end_line();
                self.text(&format!("{text}\n"));
            }
            Entry::Printed {
                stream: Stream::Stderr,
                text,
            } => self.line(&display_safe(text)),
            Entry::Tool(call) => self.tool(call),
            Entry::Notice { text } => self.line(&display_safe(text)),
            // `sayso task log --json` has these.
            Entry::Thought { .. }
            | Entry::Plan { .. }
            | Entry::Usage(_)
            | Entry::Heartbeat
            | Entry::Unknown { .. } => {}
        }
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let shown = match self.is_screen {
            true => display_safe_lines(text),
            false => Cow::Borrowed(text),
        };
        output::raw(&shown);
        self.is_mid_line = !text.ends_with('\n');
    }

    /// One line when a call begins, and one more where it fails.
    fn tool(&mut self, call: &ToolCall) {
        let before = self.tools.insert(call.id.clone(), call.status);
        let has_failed = call.status == ToolStatus::Failed;
        let key = match before {
            _ if has_failed && before != Some(ToolStatus::Failed) => Key::CliLogToolFailed,
            None => Key::CliLogTool,
            Some(_) => return,
        };
        let what = call.command.as_deref().unwrap_or(&call.title);
        let (kind, what) = (display_safe(&call.kind), display_safe(what));
        let args = [
            ("kind", kind.as_ref().into()),
            ("what", what.as_ref().into()),
        ];
        self.line(&tell(key, &args));
    }

    /// Prints a line that is not the agent's own words.
    pub(crate) fn line(&mut self, text: &str) {
        self.end_line();
        match self.beside {
            Beside::StandardError => output::note(text),
            Beside::StandardOutput => output::line(text),
        }
    }

    /// Ends the line of the agent's words, so that what follows begins one.
    pub(crate) fn end_line(&mut self) {
        if std::mem::take(&mut self.is_mid_line) {
            output::raw("\n");
        }
    }
}
