//! A tool call as surfaces show it to the person who permits it.

use std::collections::BTreeMap;

use domain::display::{display_safe, display_safe_lines};
use domain::interaction::Permission;
use domain::interaction::permission::{Cut, FileChange, LineChange, ToolPart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::json_lines::json_lines;

/// What an agent wants to do, part by part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ToolView {
    /// The agent's own words for it.
    pub title: String,
    /// What sort of tool it is, in the agent's own word: `execute`, `edit`, `read`, ….
    pub kind: String,
    /// The command that it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The files that it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub locations: Vec<String>,
    /// What would become of files, computed by the hub.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub changes: Vec<FileChange>,
    /// Its arguments, as JSON in lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What it has said so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// What is too long to be shown whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub cuts: Vec<Cut>,
    /// Display-safe forms of the texts that need one, by the text itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub shown: BTreeMap<String, String>,
}

/// One line of what a person sees of a tool call, ready to be shown; the surface adds the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolLine<'v> {
    /// What follows.
    Heading(ToolPart),
    Text(&'v str),
    Path(&'v str),
    File {
        path: &'v str,
        is_new: bool,
        added: u32,
        removed: u32,
    },
    /// Lines are left out here; the next ones have these numbers.
    Hunk {
        old_start: u32,
        new_start: u32,
    },
    Changed {
        change: LineChange,
        text: &'v str,
    },
    /// Something does not fit.
    Cut(Cut),
    /// The agent said nothing that could be shown.
    NoDetails,
}

impl ToolView {
    /// Returns the call line by line, in the order in which every surface of text shows it.
    pub fn lines(&self) -> Vec<ToolLine<'_>> {
        let mut lines = Vec::new();
        self.push_text(ToolPart::Command, &self.command, &mut lines);
        let changed = |path: &String| self.changes.iter().any(|change| change.path == *path);
        let others: Vec<&String> = self
            .locations
            .iter()
            .filter(|path| !changed(path))
            .collect();
        if !others.is_empty() {
            lines.push(ToolLine::Heading(ToolPart::Locations));
            lines.extend(
                others
                    .into_iter()
                    .map(|path| ToolLine::Path(self.shown(path))),
            );
        }
        self.push_cut(ToolPart::Locations, &mut lines);
        if !self.changes.is_empty() {
            lines.push(ToolLine::Heading(ToolPart::Files));
        }
        for change in &self.changes {
            self.push_change(change, &mut lines);
        }
        self.push_cut(ToolPart::Lines, &mut lines);
        self.push_cut(ToolPart::Files, &mut lines);
        self.push_text(ToolPart::Input, &self.input, &mut lines);
        self.push_text(ToolPart::Output, &self.output, &mut lines);
        if lines.is_empty() {
            lines.push(ToolLine::NoDetails);
        }
        self.push_cut(ToolPart::Options, &mut lines);
        lines
    }

    fn push_text<'v>(
        &'v self,
        part: ToolPart,
        text: &'v Option<String>,
        lines: &mut Vec<ToolLine<'v>>,
    ) {
        if let Some(text) = text {
            lines.push(ToolLine::Heading(part));
            lines.extend(self.shown(text).split('\n').map(ToolLine::Text));
        }
        self.push_cut(part, lines);
    }

    fn push_change<'v>(&'v self, change: &'v FileChange, lines: &mut Vec<ToolLine<'v>>) {
        lines.push(ToolLine::File {
            path: self.shown(&change.path),
            is_new: change.is_new,
            added: change.added,
            removed: change.removed,
        });
        for hunk in &change.hunks {
            lines.push(ToolLine::Hunk {
                old_start: hunk.old_start,
                new_start: hunk.new_start,
            });
            lines.extend(hunk.lines.iter().map(|line| ToolLine::Changed {
                change: line.change,
                text: self.shown(&line.text),
            }));
        }
    }

    fn push_cut(&self, part: ToolPart, lines: &mut Vec<ToolLine<'_>>) {
        let cut = self.cuts.iter().find(|cut| cut.part == part);
        lines.extend(cut.map(|cut| ToolLine::Cut(*cut)));
    }

    pub(crate) fn of(permission: &Permission) -> Self {
        let call = permission.call();
        let mut view = Self {
            title: call.title.clone(),
            kind: call.kind.clone(),
            command: call.command.clone(),
            locations: call.locations.clone(),
            changes: permission.changes().to_vec(),
            input: call.input.as_deref().map(json_lines),
            output: call.output.clone(),
            cuts: permission.cuts().to_vec(),
            shown: BTreeMap::new(),
        };
        view.shown = view.companions();
        view
    }

    /// Returns a text of this call as it may be shown.
    pub fn shown<'a>(&'a self, text: &'a str) -> &'a str {
        self.shown.get(text).map_or(text, String::as_str)
    }

    fn companions(&self) -> BTreeMap<String, String> {
        let hunks = self.changes.iter().flat_map(|change| &change.hunks);
        let changed = hunks.flat_map(|hunk| hunk.lines.iter().map(|line| &line.text));
        let blocks = [&self.command, &self.input, &self.output];
        let texts = blocks.into_iter().flatten().chain(changed);
        let paths = self.changes.iter().map(|change| &change.path);
        let names = self.locations.iter().chain(paths);
        let names = names.chain([&self.title, &self.kind]);
        let texts = texts.map(|text| (text, display_safe_lines(text)));
        // Names come later: where a text is both, its form for one line stays.
        let names = names.map(|text| (text, display_safe(text)));
        let odd = texts.chain(names).filter(|(text, safe)| safe != *text);
        odd.map(|(text, safe)| (text.clone(), safe.into_owned()))
            .collect()
    }
}
