//! System approvals: a person permits one exact action, or does not.
//!
//! The action is data, not prose: what is shown, what the digest covers and what is run are the
//! same fields. A changed action has another digest and is another question.

mod environment;

use serde::{Deserialize, Serialize};

pub use environment::{INFLUENCES, Influence};

use crate::interaction::choice::{Choice, ChoiceOption, Risk, SelectionMode};
use crate::limits;

/// The option that permits.
pub const APPROVE: &str = "approve";
/// The option that refuses.
pub const DENY: &str = "deny";

/// What would be done: a command with its directory, its files and its environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    /// The exact argument vector; no shell reads it.
    pub argv: Vec<String>,
    pub directory: String,
    /// Files whose contents decide what happens, as they were when it was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ActionFile>,
    /// The variables that can change what runs ([`Influence`]), as the command gets them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<ActionVariable>,
}

/// One environment variable of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ActionVariable {
    pub name: String,
    pub value: String,
}

/// One file of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ActionFile {
    pub path: String,
    pub bytes: u64,
    /// Of its contents, in hexadecimal digits; empty where they are not covered: the file is too
    /// large to be hashed, or cannot be read by the asker.
    pub sha256: String,
    /// Whether the command gets a copy of exactly these contents, so that later changes to the
    /// file cannot matter.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub sealed: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The words around an action, in the person's language; the action itself is not words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalWords {
    pub title: String,
    pub approve: String,
    pub deny: String,
}

/// A valid question whether to do one exact thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Approval {
    choice: Choice,
    action: Action,
}

/// Why an action cannot be put to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum ActionProblem {
    NoCommand,
    TooManyArguments { count: usize },
    TooManyFiles { count: usize },
    TooLong { bytes: usize },
    ReasonTooLong { bytes: usize },
}

impl ActionProblem {
    /// Returns the stable code of the broken rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoCommand => "command_required",
            Self::TooManyArguments { .. } => "too_many_arguments",
            Self::TooManyFiles { .. } => "too_many_files",
            Self::TooLong { .. } => "action_too_long",
            Self::ReasonTooLong { .. } => "reason_too_long",
        }
    }

    /// Returns the field that breaks the rule.
    pub fn field(&self) -> &'static str {
        match self {
            Self::NoCommand | Self::TooManyArguments { .. } | Self::TooLong { .. } => "argv",
            Self::TooManyFiles { .. } => "files",
            Self::ReasonTooLong { .. } => "reason",
        }
    }
}

impl Action {
    fn problems(&self) -> Vec<ActionProblem> {
        let mut found = Vec::new();
        if self.argv.first().is_none_or(|program| program.is_empty()) {
            found.push(ActionProblem::NoCommand);
        }
        let count = self.argv.len();
        if count > limits::ARGUMENTS_MAX {
            found.push(ActionProblem::TooManyArguments { count });
        }
        let count = self.files.len();
        if count > limits::ACTION_FILES_MAX {
            found.push(ActionProblem::TooManyFiles { count });
        }
        let files = self
            .files
            .iter()
            .map(|file| file.path.len() + file.sha256.len());
        let variables = self
            .environment
            .iter()
            .map(|variable| variable.name.len() + variable.value.len());
        let bytes = self
            .argv
            .iter()
            .map(String::len)
            .chain(files)
            .chain(variables)
            .sum::<usize>()
            + self.directory.len();
        if bytes > limits::ACTION_BYTES_MAX {
            found.push(ActionProblem::TooLong { bytes });
        }
        found
    }
}

impl Approval {
    /// Makes the question, or says everything that keeps the action from being asked about.
    ///
    /// `reason` is the asker's own text and shown as such.
    pub fn new(
        action: Action,
        words: ApprovalWords,
        reason: Option<String>,
        risk: Risk,
    ) -> Result<Self, Vec<ActionProblem>> {
        let mut found = action.problems();
        let reason = reason.unwrap_or_default();
        if reason.len() > limits::PROMPT_BYTES_MAX {
            let bytes = reason.len();
            found.push(ActionProblem::ReasonTooLong { bytes });
        }
        if !found.is_empty() {
            return Err(found);
        }
        let choice = Choice {
            title: words.title,
            prompt: reason,
            mode: SelectionMode::Single,
            options: vec![
                ChoiceOption::plain(APPROVE, words.approve),
                ChoiceOption::plain(DENY, words.deny),
            ],
            default_ids: Vec::new(),
            min_selections: 1,
            max_selections: 1,
            placeholder: None,
            placeholder_visible: None,
            // One stray click must not start anything.
            single_submit: Some(false),
            global_annotation: None,
            annotations_enabled: None,
            risk,
        };
        Ok(Self { choice, action })
    }

    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    pub fn action(&self) -> &Action {
        &self.action
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action() -> Action {
        Action {
            argv: ["git", "push", "--force"].map(str::to_owned).to_vec(),
            directory: "/src/shop".into(),
            files: vec![ActionFile {
                path: "/usr/bin/git".into(),
                bytes: 3,
                sha256: "ab".into(),
                sealed: false,
            }],
            environment: vec![ActionVariable {
                name: "PATH".into(),
                value: "/bin".into(),
            }],
        }
    }

    #[test]
    fn approval_refuses_an_action_that_cannot_be_shown_in_full() {
        let words = || ApprovalWords {
            title: "Run it?".into(),
            approve: "Approve".into(),
            deny: "Deny".into(),
        };
        let refused = |edit: fn(&mut Action), reason: Option<String>| {
            let mut action = action();
            edit(&mut action);
            let found = Approval::new(action, words(), reason, Risk::Normal).unwrap_err();
            found
                .iter()
                .map(|problem| (problem.code(), problem.field()))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            refused(|action| action.argv.clear(), None),
            [("command_required", "argv")]
        );
        assert_eq!(
            refused(|action| action.argv = vec!["a".into(); 5_000], None),
            [("too_many_arguments", "argv")]
        );
        assert_eq!(
            refused(|action| action.argv[1] = "x".repeat(70_000), None),
            [("action_too_long", "argv")]
        );
        assert_eq!(
            refused(
                |action| action.environment[0].value = "x".repeat(70_000),
                None
            ),
            [("action_too_long", "argv")]
        );
        assert_eq!(
            refused(
                |action| action.files = vec![action.files[0].clone(); 100],
                Some("x".repeat(70_000))
            ),
            [("too_many_files", "files"), ("reason_too_long", "reason")]
        );
    }
}
