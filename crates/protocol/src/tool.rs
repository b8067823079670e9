//! A tool call as surfaces show it to the person who permits it.

use std::collections::BTreeMap;

use domain::display::{display_safe, display_safe_lines};
use domain::interaction::Permission;
use domain::interaction::permission::{Cut, FileChange};
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

impl ToolView {
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
