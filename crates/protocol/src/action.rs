//! Approvals: an action as a script hands it in, and as surfaces show it.
//!
//! The fields are the action. The asker writes none of them, except `reason`.

use std::collections::BTreeMap;

use domain::display_safe;
use domain::interaction::{Action, ActionFile, ActionVariable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Asks whether one exact command may run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRequest {
    /// The exact argument vector; no shell reads it.
    pub argv: Vec<String>,
    pub directory: String,
    /// Files whose contents decide what happens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<ActionFile>,
    /// Environment variables that can change what runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<ActionVariable>,
    /// Why, in the asker's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `normal` or `destructive`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interface: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<i64>,
}

impl ApprovalRequest {
    /// Returns what is to be done, without the words around it.
    pub fn action(&self) -> Action {
        Action {
            argv: self.argv.clone(),
            directory: self.directory.clone(),
            files: self.files.clone(),
            environment: self.environment.clone(),
        }
    }
}

/// Names exactly this action. Every part is hashed with its length, so none can run into the next.
pub fn action_digest(action: &Action) -> String {
    let mut hasher = Sha256::new();
    let mut part = |text: &str| {
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        hasher.update(length.to_be_bytes());
        hasher.update(text.as_bytes());
    };
    part(&action.directory);
    part(&action.argv.len().to_string());
    action.argv.iter().for_each(|argument| part(argument));
    part(&action.files.len().to_string());
    for file in &action.files {
        part(&file.path);
        part(&file.bytes.to_string());
        part(&file.sha256);
        part(if file.sealed { "sealed" } else { "" });
    }
    for variable in &action.environment {
        part(&variable.name);
        part(&variable.value);
    }
    format!("{:x}", hasher.finalize())
}

/// The real action, part by part. The digest names exactly this and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ActionView {
    pub argv: Vec<String>,
    pub directory: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub files: Vec<ActionFile>,
    /// Environment variables that can change what runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub environment: Vec<ActionVariable>,
    pub digest: String,
    /// Display-safe forms of arguments, directory, paths and variables that need one, by the text
    /// itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub shown: BTreeMap<String, String>,
}

impl ActionView {
    pub(crate) fn of(action: &Action) -> Self {
        let paths = action.files.iter().map(|file| &file.path);
        let variables = action.environment.iter();
        let variables = variables.flat_map(|variable| [&variable.name, &variable.value]);
        let texts = action.argv.iter().chain([&action.directory]);
        let texts = texts.chain(paths).chain(variables);
        let odd = texts.filter_map(|text| {
            let safe = display_safe(text);
            (safe != text.as_str()).then(|| (text.clone(), safe.into_owned()))
        });
        Self {
            argv: action.argv.clone(),
            directory: action.directory.clone(),
            files: action.files.clone(),
            environment: action.environment.clone(),
            digest: action_digest(action),
            shown: odd.collect(),
        }
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
                name: "BASH_ENV".into(),
                value: "/src/first.sh".into(),
            }],
        }
    }

    #[test]
    fn action_digest_changes_with_every_part_of_the_action() {
        let edits: [fn(&mut Action); 10] = [
            |action| action.argv[2] = "--dry-run".into(),
            |action| action.argv = ["git", "push--force"].map(str::to_owned).to_vec(),
            |action| action.directory = "/src".into(),
            |action| action.files[0].sha256 = "ac".into(),
            |action| action.files[0].bytes = 4,
            |action| action.files.clear(),
            |action| action.files[0].sealed = true,
            |action| action.environment[0].name = "ENV".into(),
            |action| action.environment[0].value = "/src/other.sh".into(),
            |action| action.environment.clear(),
        ];
        let digest = action_digest(&action());
        assert_eq!(action_digest(&action()), digest);
        for (index, edit) in edits.into_iter().enumerate() {
            let mut changed = action();
            edit(&mut changed);
            assert_ne!(action_digest(&changed), digest, "edit {index}");
        }
    }
}
