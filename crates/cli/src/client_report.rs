//! What `doctor` says about each client that is used on this machine: whether it uses us, how long
//! it waits, what is set already, and what would still have to be set.

use std::collections::BTreeMap;

use clap::ValueEnum as _;
use domain::display_safe;
use i18n::Key;
use mcp::limits::{self, KnownClient, ResetByProgress};
use serde::Serialize;
use serde_json::Value;

use crate::age::exact;
use crate::commands::install::{home, launch};
use crate::context::Context;
use crate::failure::Failure;
use crate::install::apply::read;
use crate::install::clients::{Found, is_present};
use crate::install::{Client, Home, Launch};
use crate::text::{say, tell};

/// How much earlier than the client's limit a call should end.
const MARGIN_SECONDS: u64 = 20;

#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ClientReport {
    client: &'static str,
    file: String,
    entry: Entry,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// After how many seconds it gives up on a silent call.
    limit_seconds: Option<u64>,
    limit_from: LimitFrom,
    /// How long our calls wait for it; 0 is as long as progress flows.
    window_seconds: u64,
    window_from: WindowFrom,
    setting: Option<String>,
    line: Option<String>,
    remarks: Option<String>,
    /// What `client_windows` would have to be to make use of the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested_windows: Option<String>,
}

/// What the client's file says about us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    None,
    ThisProgram,
    AnotherProgram,
    Unreadable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum LimitFrom {
    /// What the client does unless told otherwise.
    Default,
    File,
    /// A variable has switched the limit off or raised it.
    Environment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum WindowFrom {
    Known,
    Setting,
}

/// Reports every client that something shows to be used here.
pub(crate) fn all(context: &Context) -> Result<Vec<ClientReport>, Failure> {
    let environment = |name: &str| std::env::var(name).ok();
    let loaded = settings::load(&context.layout.settings_file, &environment);
    // A broken settings file has its own line among the checks.
    let windows = loaded.map(|loaded| loaded.settings.client_windows);
    let surroundings = Surroundings {
        home: home()?,
        launch: launch(context),
        windows: windows.unwrap_or_default(),
        variable: &environment,
    };
    let clients = Client::value_variants().iter();
    Ok(clients
        .filter_map(|client| surroundings.report(*client))
        .collect())
}

/// What a report is made from.
struct Surroundings<'s> {
    home: Home<'s>,
    launch: Launch,
    windows: BTreeMap<String, u64>,
    variable: &'s dyn Fn(&str) -> Option<String>,
}

impl Surroundings<'_> {
    fn report(&self, client: Client) -> Option<ClientReport> {
        let file = client.file(&self.home);
        if !is_present(&file, &self.home.home) {
            return None;
        }
        let text = read(&file);
        let found = match &text {
            Ok(text) => client.find(text.as_deref().unwrap_or_default()),
            Err(error) => Found::Unreadable {
                reason: error.to_string(),
            },
        };
        let (entry, detail) = match found {
            Found::Nothing => (Entry::None, None),
            Found::Entry { command } if command.as_ref() == Some(&self.launch.command) => {
                (Entry::ThisProgram, None)
            }
            Found::Entry { command } => (Entry::AnotherProgram, command),
            Found::Unreadable { reason } => (Entry::Unreadable, Some(reason)),
        };
        let name = client.mcp_name();
        let known = limits::find(name);
        let text = text.ok().flatten().unwrap_or_default();
        let (limit_seconds, limit_from) = self.limit(client, known, &text);
        let set = limits::window_set(&self.windows, name);
        let window = known.map_or(limits::UNKNOWN_CLIENT_SECONDS, |known| known.window_seconds);
        let mut report = ClientReport {
            client: client.id(),
            file: file.display().to_string(),
            entry,
            detail,
            limit_seconds,
            limit_from,
            window_seconds: set.unwrap_or(window),
            window_from: set.map_or(WindowFrom::Known, |_| WindowFrom::Setting),
            setting: known.and_then(|known| known.setting.clone()),
            line: known.and_then(|known| known.line.clone()),
            remarks: known.and_then(|known| known.remarks.clone()),
            suggested_windows: None,
        };
        report.suggested_windows = known
            .and_then(|known| report.better_window(known))
            .map(|seconds| self.windows_with(client, seconds));
        Some(report)
    }

    /// The limit that holds: what the client's own file says, else what is known of it.
    fn limit(
        &self,
        client: Client,
        known: Option<&KnownClient>,
        text: &str,
    ) -> (Option<u64>, LimitFrom) {
        let Some(known) = known else {
            return (None, LimitFrom::Default);
        };
        let in_file = known.limit_at.as_ref().and_then(|at| {
            let path: Vec<&str> = at.path.iter().map(String::as_str).collect();
            let number = number(&client.value_at(text, &path)?)?;
            Some(at.unit.to_seconds(number))
        });
        if let Some(seconds) = in_file {
            return (Some(seconds), LimitFrom::File);
        }
        let variable = known.variable.as_deref();
        match variable.filter(|name| self.is_set(client, name)) {
            Some(_) => (known.limit_seconds, LimitFrom::Environment),
            None => (known.limit_seconds, LimitFrom::Default),
        }
    }

    /// Whether a variable is set here, or in the file from which Claude Code sets its own.
    fn is_set(&self, client: Client, name: &str) -> bool {
        if (self.variable)(name).is_some() {
            return true;
        }
        let file = self.home.home.join(".claude/settings.json");
        let text = (client == Client::ClaudeCode).then(|| read(&file).ok().flatten());
        let text = text.flatten();
        text.is_some_and(|text| client.value_at(&text, &["env", name]).is_some())
    }

    /// The setting with this client's window in place of any it has under another name.
    fn windows_with(&self, client: Client, seconds: u64) -> String {
        let mut windows = self.windows.clone();
        windows.retain(|name, seconds| {
            let alone = BTreeMap::from([(name.clone(), *seconds)]);
            limits::window_set(&alone, client.mcp_name()).is_none()
        });
        windows.insert(client.id().to_owned(), seconds);
        let written = windows.iter();
        let written = written.map(|(name, seconds)| format!("{name}={seconds}"));
        written.collect::<Vec<_>>().join(",")
    }
}

/// Reads a number, also one that is written as text.
fn number(value: &Value) -> Option<u64> {
    let text = value.as_str().and_then(|text| text.trim().parse().ok());
    value.as_u64().or(text)
}

impl ClientReport {
    /// The window that makes use of a limit that was changed; `None` while there is nothing to do.
    fn better_window(&self, known: &KnownClient) -> Option<u64> {
        let limit = match self.limit_from {
            LimitFrom::Default => return None,
            LimitFrom::Environment => None,
            LimitFrom::File => self.limit_seconds,
        };
        let wanted = match (known.reset_by_progress, limit) {
            (ResetByProgress::Yes, _) | (_, None) => 0,
            (ResetByProgress::No | ResetByProgress::Unknown, Some(limit)) => {
                limit.saturating_sub(MARGIN_SECONDS).max(1)
            }
        };
        let fits = match (self.window_from, limit) {
            (WindowFrom::Setting, Some(limit)) => self.window_seconds < limit,
            (WindowFrom::Setting, None) => true,
            (WindowFrom::Known, _) => self.window_seconds == wanted,
        };
        (!fits).then_some(wanted)
    }

    pub(crate) fn lines(&self, context: &Context) -> String {
        let mut lines = vec![
            format!("{}  {}", self.client, display_safe(&self.file)),
            format!("      {}", self.entry_words(context)),
            format!("      {}", self.limit_words()),
        ];
        if self.limit_from == LimitFrom::Default
            && let (Some(setting), Some(line)) = (&self.setting, &self.line)
        {
            let raise = tell(Key::CliDoctorRaise, &[("setting", setting.into())]);
            lines.push(format!("      {raise}"));
            lines.extend(line.lines().map(|line| format!("        {line}")));
        }
        if let Some(windows) = &self.suggested_windows {
            let command = context.command_line(&["config", "set", "client_windows", windows]);
            let args = [("command", (&command).into())];
            lines.push(format!("      {}", tell(Key::CliDoctorWindow, &args)));
        }
        lines.join("\n")
    }

    fn entry_words(&self, context: &Context) -> String {
        let detail = self.detail.as_deref().map(display_safe).unwrap_or_default();
        let install = context.command_line(&["install", self.client]);
        let args = [
            ("detail", detail.as_ref().into()),
            ("command", (&install).into()),
        ];
        match self.entry {
            Entry::ThisProgram => say(Key::CliDoctorEntryOurs),
            Entry::AnotherProgram => tell(Key::CliDoctorEntryOther, &args),
            Entry::Unreadable => tell(Key::CliDoctorEntryUnreadable, &args[..1]),
            Entry::None => tell(Key::CliDoctorEntryNone, &args[1..]),
        }
    }

    fn limit_words(&self) -> String {
        let limit = match (self.limit_from, self.limit_seconds) {
            (LimitFrom::Environment, _) => say(Key::CliDoctorLimitRaised),
            (LimitFrom::Default, None) => say(Key::CliDoctorNoLimit),
            (from, seconds) => {
                let limit = exact(seconds.unwrap_or_default());
                let key = match from {
                    LimitFrom::File => Key::CliDoctorLimitInFile,
                    LimitFrom::Default | LimitFrom::Environment => Key::CliDoctorLimit,
                };
                tell(key, &[("limit", (&limit).into())])
            }
        };
        let window = match (self.window_seconds, self.window_from) {
            (0, WindowFrom::Setting) => say(Key::CliDoctorWaitsOn),
            (seconds, from) => {
                let window = exact(seconds);
                let key = match from {
                    WindowFrom::Setting => Key::CliDoctorWaitsSet,
                    WindowFrom::Known => Key::CliDoctorWaits,
                };
                tell(key, &[("window", (&window).into())])
            }
        };
        format!("{limit}; {window}")
    }
}

#[cfg(test)]
#[path = "client_report_tests.rs"]
mod tests;
