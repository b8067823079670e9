//! `sayso import PATH`: imports history and settings from interactive-choice-mcp.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use client::HubClient;
use domain::retention::Retention;
use domain::{Timestamp, display_safe};
use i18n::Key;
use protocol::{ImportReply, ImportRequest, ImportedSession, SettingValue, SettingView};
use serde_json::json;

use super::config::read as current_settings;
use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::{Failure, chain};
use crate::import::files::{self, FilesError};
use crate::import::{Left, SOURCE, Taken, config, sessions};
use crate::output;
use crate::setting_values::{to_wire, written};
use crate::text::{say, tell};

/// Sessions per request and their bytes together: the hub reads at most 1 MiB at a time.
const BATCH_SESSIONS_MAX: usize = 200;
const BATCH_BYTES_MAX: usize = 512 * 1024;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "PATH", help = help(Key::CliImportPath))]
    path: PathBuf,
    #[arg(long, help = help(Key::CliImportPrint))]
    print: bool,
    #[arg(long, short, help = help(Key::CliImportYes))]
    yes: bool,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

/// Everything that would be done, known before anything is.
struct Plan {
    files: Vec<String>,
    project: String,
    /// Only those that would change something.
    settings: Vec<Change>,
    sessions: Vec<ImportedSession>,
    left: Vec<Left>,
    /// How long finished questions are kept once the settings are as planned.
    retention_days: u32,
}

struct Change {
    name: &'static str,
    from: SettingValue,
    to: SettingValue,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let plan = plan(context, &arguments).await?;
    let expected = plan.expected(context).await?;
    if !arguments.json {
        plan.show(expected);
    }
    let mut counts = None;
    if plan.does_anything() && !arguments.print {
        if !arguments.yes && !agreed()? {
            output::note(&say(Key::CliImportNothingDone));
            return Ok(Exit::Undecided);
        }
        counts = Some(plan.apply(&context.person()?).await?);
    }
    if arguments.json {
        output::json(&plan.as_json(counts, expected));
    } else if let Some(counts) = counts {
        report(&plan, counts);
    }
    Ok(Exit::Done)
}

fn agreed() -> Result<bool, Failure> {
    if !output::is_interactive() {
        return Err(
            Failure::usage(say(Key::CliImportNeedsYes)).with_hint(say(Key::CliImportNeedsYesHint))
        );
    }
    Ok(output::confirm(&say(Key::CliImportConfirm)))
}

async fn plan(context: &Context, arguments: &Arguments) -> Result<Plan, Failure> {
    let found = files::find(&arguments.path).map_err(|error| failure(&error))?;
    let files = [&found.config, &found.sessions];
    let files = files.into_iter().flatten();
    let mut plan = Plan {
        files: files.map(|file| file.path.display().to_string()).collect(),
        project: found.project,
        settings: Vec::new(),
        sessions: Vec::new(),
        left: Vec::new(),
        retention_days: 0,
    };
    let current = current_settings(context).await?;
    if let Some(file) = &found.sessions {
        let (taken, left) = sessions::read(file).map_err(|error| failure(&error))?;
        plan.sessions = taken;
        plan.left.extend(left);
    }
    if let Some(file) = &found.config {
        let environment = |name: &str| std::env::var(name).ok();
        let (taken, left) = config::read(file, &environment).map_err(|error| failure(&error))?;
        plan.left.extend(left);
        for taken in taken {
            plan.change(taken, &current);
        }
    }
    plan.retention_days = plan.planned_days(&current);
    Ok(plan)
}

fn failure(error: &FilesError) -> Failure {
    let code = match error {
        FilesError::Nothing { .. } => "nothing_to_import",
        FilesError::TooLarge { .. } | FilesError::Io { .. } => "unreadable_file",
        FilesError::Broken { .. } => "broken_file",
    };
    let hint = match error {
        FilesError::Nothing { .. } => Key::CliImportNothingHint,
        FilesError::TooLarge { .. } | FilesError::Io { .. } | FilesError::Broken { .. } => {
            Key::CliImportBrokenHint
        }
    };
    Failure::new(code, chain(error)).with_hint(say(hint))
}

impl Plan {
    fn does_anything(&self) -> bool {
        !self.settings.is_empty() || !self.sessions.is_empty()
    }

    /// Plans a setting, unless it is so already or the environment holds it fast.
    fn change(&mut self, taken: Taken, current: &[SettingView]) {
        let Some(now) = current.iter().find(|view| view.name == taken.setting) else {
            return;
        };
        let to = to_wire(taken.value);
        if now.value == to {
            return;
        }
        if now.source == "environment" {
            let variable = now.environment.as_deref().unwrap_or_default();
            let args = [("variable", variable.into())];
            self.left.push(Left {
                what: format!("{} = {}", taken.setting, written(&to)),
                reason: tell(Key::CliImportLocked, &args),
            });
            return;
        }
        self.settings.push(Change {
            name: taken.setting,
            from: now.value.clone(),
            to,
        });
    }

    fn show(&self, expected: ImportReply) {
        for file in &self.files {
            output::line(&display_safe(file));
        }
        let count = expected.imported.to_string();
        output::line(&tell(Key::CliImportSessions, &[("count", (&count).into())]));
        for (key, count) in [
            (Key::CliImportKnown, expected.known),
            (Key::CliImportExpired, expected.expired),
        ] {
            if count > 0 {
                let count = count.to_string();
                output::line(&tell(key, &[("count", (&count).into())]));
            }
        }
        for change in &self.settings {
            let line = format!(
                "  {}: {} → {}",
                change.name,
                written(&change.from),
                written(&change.to)
            );
            output::line(&display_safe(&line));
        }
        if !self.left.is_empty() {
            output::line(&say(Key::CliImportLeft));
        }
        for left in &self.left {
            output::line(&display_safe(&format!("  {}: {}", left.what, left.reason)));
        }
        if self.settings.is_empty() && expected.imported == 0 {
            output::line(&say(Key::CliImportNothing));
        }
    }

    fn planned_days(&self, current: &[SettingView]) -> u32 {
        let name = "retention_days";
        let planned = self.settings.iter().find(|change| change.name == name);
        let now = current.iter().find(|view| view.name == name);
        let value = planned
            .map(|change| &change.to)
            .or(now.map(|view| &view.value));
        match value {
            Some(SettingValue::Number(days)) => u32::try_from(*days).unwrap_or(u32::MAX),
            _ => Retention::default().days,
        }
    }

    /// Counts what would be imported, without a hub and without changing anything.
    async fn expected(&self, context: &Context) -> Result<ImportReply, Failure> {
        let retention = Retention {
            days: self.retention_days,
            ..Retention::default()
        };
        let now = Timestamp(jiff::Timestamp::now().as_millisecond());
        let cutoff = retention.cutoff(now);
        let asker = sessions::asker();
        let records = self.sessions.iter();
        let records = records.filter_map(|session| session.record(SOURCE, &asker).ok());
        let (kept, expired): (Vec<_>, Vec<_>) =
            records.partition(|record| record.closed_at >= cutoff);
        let origins: Vec<_> = kept
            .into_iter()
            .map(|record| (record.origin, record.asked_at))
            .collect();
        let known = store::sqlite::known_imports(&context.layout.database, &origins).await;
        let known = known.map_err(|error| Failure::new("database", chain(&error)))?;
        Ok(ImportReply {
            imported: (origins.len() as u64).saturating_sub(known),
            known,
            expired: expired.len() as u64,
        })
    }

    /// Settings first: they say how long a history is kept. Either all of them change or none;
    /// the same holds for each batch of sessions, and another run goes on where one ended.
    async fn apply(&self, client: &HubClient) -> Result<ImportReply, Failure> {
        if !self.settings.is_empty() {
            let changes: BTreeMap<String, Option<SettingValue>> = self
                .settings
                .iter()
                .map(|change| (change.name.to_owned(), Some(change.to.clone())))
                .collect();
            client.change_settings(changes).await?;
        }
        let mut counts = ImportReply {
            imported: 0,
            known: 0,
            expired: 0,
        };
        for batch in batches(&self.sessions) {
            let request = ImportRequest {
                source: SOURCE.into(),
                directory: self.project.clone(),
                sessions: batch.to_vec(),
            };
            let reply = client.import(&request).await?;
            counts.imported += reply.imported;
            counts.known += reply.known;
            counts.expired += reply.expired;
        }
        Ok(counts)
    }

    fn as_json(&self, counts: Option<ImportReply>, expected: ImportReply) -> serde_json::Value {
        let settings: Vec<_> = self
            .settings
            .iter()
            .map(|change| json!({"name": change.name, "from": change.from, "to": change.to}))
            .collect();
        let left: Vec<_> = self
            .left
            .iter()
            .map(|left| json!({"what": left.what, "reason": left.reason}))
            .collect();
        json!({
            "files": self.files,
            "settings": settings,
            "sessions": self.sessions.len(),
            "expected": {
                "imported": expected.imported,
                "known": expected.known,
                "expired": expected.expired,
            },
            "left": left,
            "applied": counts.is_some(),
            "imported": counts.map(|counts| counts.imported),
            "known": counts.map(|counts| counts.known),
            "expired": counts.map(|counts| counts.expired),
        })
    }
}

/// Cuts the sessions into pieces that the hub reads in one request.
fn batches(sessions: &[ImportedSession]) -> Vec<&[ImportedSession]> {
    let (mut batches, mut start, mut bytes) = (Vec::new(), 0, 0);
    for (index, session) in sessions.iter().enumerate() {
        let size = serde_json::to_vec(session).map_or(0, |written| written.len());
        let is_full = index - start >= BATCH_SESSIONS_MAX || bytes + size > BATCH_BYTES_MAX;
        if index > start && is_full {
            batches.push(&sessions[start..index]);
            (start, bytes) = (index, 0);
        }
        bytes += size;
    }
    if start < sessions.len() {
        batches.push(&sessions[start..]);
    }
    batches
}

fn report(plan: &Plan, counts: ImportReply) {
    let (imported, known) = (counts.imported.to_string(), counts.known.to_string());
    let settings = plan.settings.len().to_string();
    let args = [
        ("imported", (&imported).into()),
        ("known", (&known).into()),
        ("settings", (&settings).into()),
    ];
    output::note(&tell(Key::CliImportDone, &args));
    if counts.expired > 0 {
        let expired = counts.expired.to_string();
        let args = [("count", (&expired).into())];
        output::note(&tell(Key::CliImportExpired, &args));
    }
}

#[cfg(test)]
mod tests {
    use protocol::ImportedOutcome;

    use super::*;

    fn session(prompt_bytes: usize) -> ImportedSession {
        ImportedSession {
            session_id: "1".into(),
            title: "t".into(),
            prompt: "p".repeat(prompt_bytes),
            selection_mode: "single".into(),
            options: Vec::new(),
            interface: "web".into(),
            started_at: String::new(),
            completed_at: String::new(),
            timeout_seconds: None,
            outcome: ImportedOutcome::Timeout,
        }
    }

    #[test]
    fn import_batches_hold_every_session_once_within_the_size_limit() {
        let lengths = |sessions: &[ImportedSession]| -> Vec<usize> {
            batches(sessions).iter().map(|batch| batch.len()).collect()
        };
        assert_eq!(lengths(&[]), Vec::<usize>::new());
        assert_eq!(lengths(&vec![session(10); 3]), [3]);
        assert_eq!(lengths(&vec![session(10); 450]), [200, 200, 50]);
        let large = BATCH_BYTES_MAX / 2;
        assert_eq!(
            lengths(&[session(10), session(large), session(large)]),
            [2, 1]
        );
        assert_eq!(lengths(&vec![session(BATCH_BYTES_MAX + 1); 2]), [1, 1]);
    }
}
