//! A tool that an agent wants to use, and the ways to permit or refuse it that the agent offers.
//!
//! A person sees the data of the call (command, files, changed lines, arguments), never the
//! agent's prose alone. A [`Permission`] is bounded; what does not fit is named in its cuts.

mod changes;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

pub use changes::{ChangedLine, FileChange, Hunk, LineChange};

use crate::display::{cut_bytes, cut_chars};
use crate::id::TaskId;
use crate::interaction::choice::{Answer, Choice, ChoiceOption, SelectionMode};
use crate::limits::{
    LABEL_CHARS_MAX, OPTION_ID_CHARS_MAX, PERMISSION_OPTIONS_MAX, TITLE_CHARS_MAX,
    TOOL_COMMAND_BYTES_MAX, TOOL_FILES_MAX, TOOL_INPUT_BYTES_MAX, TOOL_OUTPUT_BYTES_MAX,
    TOOL_PATH_CHARS_MAX,
};
use crate::task::output::ToolCall;
use crate::words::words;
use changes::Changes;

words! {
    /// What choosing an option of a permission means.
    PermissionKind {
        AllowOnce = "allow_once",
        AllowAlways = "allow_always",
        RejectOnce = "reject_once",
        RejectAlways = "reject_always",
    }

    /// A part of a tool call. Texts are measured in bytes, everything else is counted.
    ToolPart {
        Command = "command",
        /// Files that it is about.
        Locations = "locations",
        /// Files that it changes.
        Files = "files",
        /// Lines of the changes.
        Lines = "lines",
        Input = "input",
        Output = "output",
        /// The agent's own options.
        Options = "options",
    }
}

/// One of the agent's own options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PermissionOption {
    pub id: String,
    pub label: String,
    pub kind: PermissionKind,
}

/// Something that is not shown, and how much of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cut {
    pub part: ToolPart,
    pub left_out: u64,
}

/// A valid question whether an agent may use a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permission {
    task: TaskId,
    choice: Choice,
    /// The call as far as it is shown; `changes` stands for its diffs.
    call: ToolCall,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changes: Vec<FileChange>,
    /// The agent's own options, in the order of the choice's.
    options: Vec<PermissionOption>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cuts: Vec<Cut>,
}

impl PermissionKind {
    pub fn allows(self) -> bool {
        match self {
            Self::AllowOnce | Self::AllowAlways => true,
            Self::RejectOnce | Self::RejectAlways => false,
        }
    }

    /// Whether it also decides the next ones of this kind.
    pub fn is_lasting(self) -> bool {
        match self {
            Self::AllowAlways | Self::RejectAlways => true,
            Self::AllowOnce | Self::RejectOnce => false,
        }
    }
}

impl Permission {
    /// Asks whether `call` may be made. Long parts are cut and the cuts named.
    pub fn new(task: TaskId, mut call: ToolCall, mut options: Vec<PermissionOption>) -> Self {
        let mut cuts = Cuts::default();
        // A title that does not fit may be all that the agent tells about the call.
        if call.title.chars().count() > TITLE_CHARS_MAX {
            call.command.get_or_insert_with(|| call.title.clone());
        }
        cuts.list(ToolPart::Options, &mut options, PERMISSION_OPTIONS_MAX);
        let changes = Changes::of(&std::mem::take(&mut call.diffs));
        cuts.note(ToolPart::Files, changes.files_left_out);
        cuts.note(ToolPart::Lines, changes.lines_left_out);
        cuts.text(ToolPart::Command, &mut call.command, TOOL_COMMAND_BYTES_MAX);
        cuts.text(ToolPart::Input, &mut call.input, TOOL_INPUT_BYTES_MAX);
        cuts.text(ToolPart::Output, &mut call.output, TOOL_OUTPUT_BYTES_MAX);
        cuts.list(ToolPart::Locations, &mut call.locations, TOOL_FILES_MAX);
        for location in &mut call.locations {
            *location = cut_chars(location, TOOL_PATH_CHARS_MAX);
        }
        for short in [&mut call.title, &mut call.kind, &mut call.id] {
            *short = cut_chars(short, TITLE_CHARS_MAX);
        }
        let title = [call.title.trim(), call.kind.trim(), call.id.trim()];
        let title = title.into_iter().find(|title| !title.is_empty());
        let title = title.unwrap_or("?").to_owned();
        let mode = SelectionMode::Single;
        let mut choice = Choice::of_task(title, String::new(), mode, choice_options(&options));
        // One stray click must not allow anything.
        choice.single_submit = Some(false);
        Self {
            task,
            choice,
            call,
            changes: changes.files,
            options,
            cuts: cuts.0,
        }
    }

    pub fn task(&self) -> TaskId {
        self.task
    }

    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Returns the call as far as it is shown, without its diffs.
    pub fn call(&self) -> &ToolCall {
        &self.call
    }

    /// Returns what would become of the files, in place of the call's diffs.
    pub fn changes(&self) -> &[FileChange] {
        &self.changes
    }

    /// Returns what of the call is not shown.
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// Returns the option on which the cursor starts: one that refuses, where there is one.
    pub fn focused_id(&self) -> Option<&str> {
        let ids = self
            .choice
            .options()
            .iter()
            .map(|option| option.id.as_str());
        let refusing = ids
            .zip(&self.options)
            .filter(|(_, option)| !option.kind.allows());
        let first = refusing.min_by_key(|(_, option)| option.kind.is_lasting());
        first.map(|(id, _)| id)
    }

    /// Returns the agent's own option behind an option of the question.
    pub fn option(&self, id: &str) -> Option<&PermissionOption> {
        let ids = self
            .choice
            .options()
            .iter()
            .map(|option| option.id.as_str());
        let found = ids.zip(&self.options).find(|(known, _)| *known == id);
        found.map(|(_, option)| option)
    }

    /// Returns the agent's own option that a person chose.
    pub fn chosen(&self, answer: &Answer) -> Option<&PermissionOption> {
        self.option(answer.selected_ids().first()?)
    }
}

/// Keeps the agent's ids where they can serve as ids of options, and numbers the others.
fn choice_options(options: &[PermissionOption]) -> Vec<ChoiceOption> {
    let mut known = BTreeSet::new();
    let mut number = 0;
    let mut id_of = |given: &str| {
        let fits = given == given.trim()
            && !given.is_empty()
            && given.chars().count() <= OPTION_ID_CHARS_MAX;
        if fits && known.insert(given.to_owned()) {
            return given.to_owned();
        }
        loop {
            number += 1;
            let id = format!("option-{number}");
            let is_given = options.iter().any(|option| option.id == id);
            if !is_given && known.insert(id.clone()) {
                return id;
            }
        }
    };
    let option = |option: &PermissionOption| {
        let label = match option.label.trim().is_empty() {
            true => option.kind.as_str(),
            false => &option.label,
        };
        ChoiceOption::plain(id_of(&option.id), cut_chars(label, LABEL_CHARS_MAX))
    };
    options.iter().map(option).collect()
}

/// What has been cut so far.
#[derive(Default)]
struct Cuts(Vec<Cut>);

impl Cuts {
    fn note(&mut self, part: ToolPart, left_out: usize) {
        if left_out > 0 {
            let left_out = left_out as u64;
            self.0.push(Cut { part, left_out });
        }
    }

    fn text(&mut self, part: ToolPart, text: &mut Option<String>, bytes_max: usize) {
        if let Some(text) = text {
            let (kept, left_out) = cut_bytes(text, bytes_max);
            let end = kept.len();
            text.truncate(end);
            self.note(part, left_out);
        }
    }

    fn list<T>(&mut self, part: ToolPart, list: &mut Vec<T>, max: usize) {
        self.note(part, list.len().saturating_sub(max));
        list.truncate(max);
    }
}
