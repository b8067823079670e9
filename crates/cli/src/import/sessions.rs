//! `sessions/index.json`: each finished session becomes one of our finished questions.

use std::collections::BTreeMap;

use domain::{Asker, Principal};
use i18n::Key;
use protocol::{ImportedAnswer, ImportedOutcome, ImportedSession, OptionSpec};
use serde::Deserialize;

use super::files::{FilesError, Text};
use super::{Left, SOURCE};
use crate::history::filters::local_instant;
use crate::text::{say, tell};

/// The only version there is.
const VERSION: u32 = 1;
/// What the hub reads at a time, with room for the rest of the request.
const SESSION_BYTES_MAX: usize = 900 * 1024;

#[derive(Debug, Deserialize)]
struct Index {
    #[serde(default = "first_version")]
    version: u32,
    sessions: Vec<Session>,
}

fn first_version() -> u32 {
    VERSION
}

#[derive(Debug, Deserialize)]
struct Session {
    session_id: String,
    title: String,
    prompt: String,
    #[serde(alias = "transport")]
    interface: String,
    selection_mode: String,
    #[serde(default)]
    options: Vec<SessionOption>,
    result: Option<Outcome>,
    started_at: String,
    completed_at: Option<String>,
    timeout_seconds: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct SessionOption {
    id: String,
    label: Option<String>,
    description: Option<String>,
    #[serde(default, alias = "default")]
    recommended: bool,
}

#[derive(Debug, Deserialize)]
struct Outcome {
    action_status: String,
    #[serde(default)]
    selection: Option<Selection>,
}

#[derive(Debug, Default, Deserialize)]
struct Selection {
    /// Ids, despite their name.
    #[serde(alias = "selected_ids")]
    selected_indices: Option<Vec<String>>,
    option_annotations: Option<BTreeMap<String, String>>,
    #[serde(alias = "global_annotation")]
    additional_annotation: Option<String>,
    #[serde(alias = "transport")]
    interface: Option<String>,
}

/// Reads the file: what can be imported, and what cannot with the reason.
pub(crate) fn read(file: &Text) -> Result<(Vec<ImportedSession>, Vec<Left>), FilesError> {
    let index: Index = file.parse()?;
    if index.version != VERSION {
        let version = index.version.to_string();
        let args = [("version", (&version).into())];
        return Err(file.broken(1, tell(Key::CliImportVersion, &args)));
    }
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    for session in index.sessions {
        let what = format!("{} ({})", session.title, session.session_id);
        match imported(session) {
            Ok(session) => taken.push(session),
            Err(reason) => left.push(Left { what, reason }),
        }
    }
    Ok((taken, left))
}

fn imported(session: Session) -> Result<ImportedSession, String> {
    let result = session
        .result
        .ok_or_else(|| say(Key::CliImportUnfinished))?;
    let selection = result.selection.unwrap_or_default();
    let shown_on = selection.interface.clone().unwrap_or(session.interface);
    let outcome = outcome(&result.action_status, selection)?;
    let completed_at = session.completed_at.as_ref().unwrap_or(&session.started_at);
    let imported = ImportedSession {
        started_at: instant(&session.started_at)?,
        completed_at: instant(completed_at)?,
        session_id: session.session_id,
        title: session.title,
        prompt: session.prompt,
        selection_mode: session.selection_mode,
        options: session.options.into_iter().map(option).collect(),
        interface: interface(&shown_on).to_owned(),
        timeout_seconds: session.timeout_seconds,
        outcome,
    };
    check(&imported)?;
    Ok(imported)
}

/// Who asked, as far as the rules care.
pub(crate) fn asker() -> Asker {
    Asker {
        principal: Principal::LocalUser { uid: 0 },
        client: SOURCE.into(),
        version: None,
        directory: String::new(),
    }
}

/// Asks the rules that the hub will ask, so that the person learns of it before importing.
fn check(session: &ImportedSession) -> Result<(), String> {
    if let Err(problems) = session.record(SOURCE, &asker()) {
        let messages: Vec<String> = problems.into_iter().map(|found| found.message).collect();
        return Err(messages.join("; "));
    }
    let bytes = serde_json::to_vec(session).map_or(usize::MAX, |written| written.len());
    if bytes > SESSION_BYTES_MAX {
        return Err(say(Key::CliImportTooLarge));
    }
    Ok(())
}

fn outcome(action_status: &str, selection: Selection) -> Result<ImportedOutcome, String> {
    Ok(match action_status {
        "selected" => ImportedOutcome::Submitted(answer(selection)),
        "timeout_auto_submitted" => ImportedOutcome::AutoSubmitted(answer(selection)),
        "cancelled" | "cancel_with_annotation" => ImportedOutcome::Cancelled {
            note: selection.additional_annotation,
        },
        "timeout" | "timeout_cancelled" | "timeout_reinvoke_requested" => ImportedOutcome::Timeout,
        "interrupted" => ImportedOutcome::Withdrawn,
        "pending" | "pending_terminal_launch" => return Err(say(Key::CliImportUnfinished)),
        other => {
            let args = [("status", other.into())];
            return Err(tell(Key::CliImportStatusUnknown, &args));
        }
    })
}

fn answer(selection: Selection) -> ImportedAnswer {
    ImportedAnswer {
        selected_ids: selection.selected_indices.unwrap_or_default(),
        option_annotations: selection.option_annotations.unwrap_or_default(),
        global_annotation: selection.additional_annotation,
    }
}

fn option(option: SessionOption) -> OptionSpec {
    OptionSpec {
        id: Some(option.id),
        label: option.label,
        description: option.description,
        recommended: Some(option.recommended),
        ..OptionSpec::default()
    }
}

/// Where it was answered; their third value means both, and the page is what both have.
fn interface(theirs: &str) -> &'static str {
    match theirs {
        "terminal" => "terminal",
        _ => "web",
    }
}

/// Their times are local and without an offset.
fn instant(text: &str) -> Result<String, String> {
    let read = local_instant(text).map(|instant| instant.to_string());
    read.ok_or_else(|| tell(Key::CliImportTimeUnreadable, &[("time", text.into())]))
}

#[cfg(test)]
#[path = "sessions_tests.rs"]
mod tests;
