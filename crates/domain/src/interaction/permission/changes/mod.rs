//! What a tool call would change in files, line by line.
//!
//! Computed here from the contents before and after, so that what is shown does not depend on how
//! an agent describes it. Everything is bounded, and what is left out is counted.

use serde::{Deserialize, Serialize};

use crate::display::cut_chars;
use crate::limits::{
    DIFF_BYTES_MAX, DIFF_LINES_MAX, DIFF_PAIRS_MAX, TOOL_FILES_MAX, TOOL_PATH_CHARS_MAX,
};
use crate::task::output::Diff;
use crate::words::words;

/// How many unchanged lines are shown around a change.
const CONTEXT_LINES: usize = 3;

words! {
    /// What becomes of a line.
    LineChange { Same = "same", Added = "added", Removed = "removed" }
}

/// What would become of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FileChange {
    pub path: String,
    /// Whether there is no such file yet.
    pub is_new: bool,
    pub added: u32,
    pub removed: u32,
    pub hunks: Vec<Hunk>,
}

/// Neighbouring changes with the lines around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hunk {
    /// The number of its first line before the change, from 1.
    pub old_start: u32,
    /// The number of its first line after the change, from 1.
    pub new_start: u32,
    pub lines: Vec<ChangedLine>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ChangedLine {
    pub change: LineChange,
    /// Without its line break; a carriage return before it stays.
    pub text: String,
}

/// The changes that fit, and how many files and lines do not.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    pub(super) files: Vec<FileChange>,
    pub(super) files_left_out: usize,
    pub(super) lines_left_out: usize,
}

impl Changes {
    pub(super) fn of(diffs: &[Diff]) -> Self {
        let mut room = Room {
            lines: DIFF_LINES_MAX,
            bytes: DIFF_BYTES_MAX,
            left_out: 0,
        };
        let shown = diffs.iter().take(TOOL_FILES_MAX);
        let files = shown.map(|diff| FileChange::of(diff, &mut room)).collect();
        Self {
            files,
            files_left_out: diffs.len().saturating_sub(TOOL_FILES_MAX),
            lines_left_out: room.left_out,
        }
    }
}

impl FileChange {
    fn of(diff: &Diff, room: &mut Room) -> Self {
        let old: Vec<&str> = lines(diff.old.as_deref().unwrap_or_default());
        let new: Vec<&str> = lines(&diff.new);
        let script = compare(&old, &new);
        let count = |change| count(script.iter().filter(|line| line.change == change).count());
        Self {
            path: cut_chars(&diff.path, TOOL_PATH_CHARS_MAX),
            is_new: diff.old.is_none(),
            added: count(LineChange::Added),
            removed: count(LineChange::Removed),
            hunks: hunks(&script, room),
        }
    }
}

/// What of all changes still fits.
struct Room {
    lines: usize,
    bytes: usize,
    left_out: usize,
}

impl Room {
    /// Takes the room of a line. Once one does not fit, none does: what is shown has no holes.
    fn take(&mut self, text: &str) -> bool {
        if self.left_out > 0 || self.lines == 0 || self.bytes < text.len() {
            self.left_out += 1;
            return false;
        }
        self.lines -= 1;
        self.bytes -= text.len();
        true
    }
}

/// One line of the comparison, with its numbers before and after.
struct Line<'a> {
    change: LineChange,
    text: &'a str,
    old: usize,
    new: usize,
}

fn lines(text: &str) -> Vec<&str> {
    match text.is_empty() {
        true => Vec::new(),
        false => text
            .strip_suffix('\n')
            .unwrap_or(text)
            .split('\n')
            .collect(),
    }
}

/// Returns every line of both sides in order: what stayed, what went and what came.
fn compare<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    let pairs = old.iter().zip(new);
    let head = pairs.take_while(|(one, other)| one == other).count();
    let (old_rest, new_rest) = (&old[head..], &new[head..]);
    let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
    let tail = pairs.take_while(|(one, other)| one == other).count();
    let old_middle = &old_rest[..old_rest.len() - tail];
    let new_middle = &new_rest[..new_rest.len() - tail];

    let mut writer = Writer::default();
    old[..head].iter().for_each(|line| writer.same(line));
    writer.middle(old_middle, new_middle);
    old[old.len() - tail..]
        .iter()
        .for_each(|line| writer.same(line));
    writer.lines
}

#[derive(Default)]
struct Writer<'a> {
    lines: Vec<Line<'a>>,
    old: usize,
    new: usize,
}

impl<'a> Writer<'a> {
    fn same(&mut self, text: &'a str) {
        self.push(LineChange::Same, text);
    }

    fn push(&mut self, change: LineChange, text: &'a str) {
        let (old, new) = (self.old, self.new);
        self.lines.push(Line {
            change,
            text,
            old,
            new,
        });
        self.old += usize::from(change != LineChange::Added);
        self.new += usize::from(change != LineChange::Removed);
    }

    /// Writes the part that differs, by the longest common subsequence where that is affordable.
    fn middle(&mut self, old: &[&'a str], new: &[&'a str]) {
        if old.len().saturating_mul(new.len()) > DIFF_PAIRS_MAX {
            old.iter()
                .for_each(|line| self.push(LineChange::Removed, line));
            new.iter()
                .for_each(|line| self.push(LineChange::Added, line));
            return;
        }
        let common = CommonLines::of(old, new);
        let (mut i, mut j) = (0, 0);
        while i < old.len() || j < new.len() {
            if i < old.len() && j < new.len() && old[i] == new[j] {
                self.same(old[i]);
                (i, j) = (i + 1, j + 1);
            } else if i < old.len()
                && (j == new.len() || common.after(i + 1, j) >= common.after(i, j + 1))
            {
                self.push(LineChange::Removed, old[i]);
                i += 1;
            } else {
                self.push(LineChange::Added, new[j]);
                j += 1;
            }
        }
    }
}

/// How many lines the rests of two texts have in common, for every pair of rests.
struct CommonLines {
    width: usize,
    lengths: Vec<u32>,
}

impl CommonLines {
    fn of(old: &[&str], new: &[&str]) -> Self {
        let width = new.len() + 1;
        let mut common = Self {
            width,
            lengths: vec![0; width * (old.len() + 1)],
        };
        for i in (0..old.len()).rev() {
            for j in (0..new.len()).rev() {
                common.lengths[i * width + j] = match old[i] == new[j] {
                    true => common.after(i + 1, j + 1) + 1,
                    false => common.after(i + 1, j).max(common.after(i, j + 1)),
                };
            }
        }
        common
    }

    fn after(&self, i: usize, j: usize) -> u32 {
        self.lengths[i * self.width + j]
    }
}

/// Groups the changes with their context, as far as there is room.
fn hunks(script: &[Line<'_>], room: &mut Room) -> Vec<Hunk> {
    let changed = script
        .iter()
        .enumerate()
        .filter(|(_, line)| line.change != LineChange::Same);
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for (at, _) in changed {
        let from = at.saturating_sub(CONTEXT_LINES);
        let to = (at + 1 + CONTEXT_LINES).min(script.len());
        match groups.last_mut() {
            Some((_, end)) if from <= *end => *end = to,
            Some(_) | None => groups.push((from, to)),
        }
    }
    let hunks = groups.into_iter().map(|(from, to)| {
        let lines = &script[from..to];
        let fitting = lines.iter().filter(|line| room.take(line.text));
        let shown = fitting.map(|line| ChangedLine {
            change: line.change,
            text: line.text.to_owned(),
        });
        Hunk {
            old_start: count(lines[0].old + 1),
            new_start: count(lines[0].new + 1),
            lines: shown.collect(),
        }
    });
    hunks.filter(|hunk| !hunk.lines.is_empty()).collect()
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
