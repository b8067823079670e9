//! `sayso doctor`: what is reachable here, and what each client's real limits are.

use clap::{Args, ValueEnum as _};
use i18n::Key;
use mcp::limits::{self, KnownClient};
use serde::Serialize;
use serde_json::json;

use super::install::{home, launch};
use crate::age::span;
use crate::args::help;
use crate::checks::{self, Check, Verdict};
use crate::context::{Context, VERSION};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::install::apply::read;
use crate::install::clients::{Found, is_present};
use crate::install::{Client, Home, Launch};
use crate::output;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

/// One client that is used on this machine.
#[derive(Debug, Serialize)]
struct ClientReport {
    client: &'static str,
    file: String,
    /// `none`, `this_program`, `another_program` or `unreadable`.
    entry: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// After how many seconds it gives up on a silent call.
    limit_seconds: Option<u64>,
    /// How long our calls wait for it.
    window_seconds: u64,
    setting: Option<String>,
    line: Option<String>,
    remarks: Option<String>,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let checks = checks::all(context).await;
    let clients = clients(context)?;
    if arguments.json {
        output::json(&json!({ "version": VERSION, "checks": checks, "clients": clients }));
    } else {
        for check in &checks {
            output::line(&check_lines(check));
        }
        output::line("");
        output::line(&client_lines(context, &clients));
    }
    let broken = checks.iter().any(|check| check.verdict == Verdict::Problem);
    Ok(if broken { Exit::Error } else { Exit::Done })
}

fn check_lines(check: &Check) -> String {
    let mark = match check.verdict {
        Verdict::Ok => Key::CliDoctorOk,
        Verdict::Warning => Key::CliDoctorWarning,
        Verdict::Problem => Key::CliDoctorProblem,
    };
    let line = format!("{}  {}", say(mark), domain::display_safe(&check.message));
    match &check.hint {
        Some(hint) => format!("{line}\n      {hint}"),
        None => line,
    }
}

fn clients(context: &Context) -> Result<Vec<ClientReport>, Failure> {
    let (home, launch) = (home()?, launch(context));
    let found = Client::value_variants()
        .iter()
        .filter_map(|client| report(*client, &home, &launch));
    Ok(found.collect())
}

/// Returns what is known about a client, `None` when nothing shows that it is used here.
fn report(client: Client, home: &Home<'_>, launch: &Launch) -> Option<ClientReport> {
    let file = client.file(home);
    if !is_present(&file, &home.home) {
        return None;
    }
    let found = match read(&file) {
        Ok(text) => client.find(text.as_deref().unwrap_or_default()),
        Err(error) => Found::Unreadable {
            reason: error.to_string(),
        },
    };
    let (entry, detail) = match found {
        Found::Nothing => ("none", None),
        Found::Entry { command } if command.as_ref() == Some(&launch.command) => {
            ("this_program", None)
        }
        Found::Entry { command } => ("another_program", command),
        Found::Unreadable { reason } => ("unreadable", Some(reason)),
    };
    let known: Option<&KnownClient> = limits::find(client.mcp_name());
    Some(ClientReport {
        client: client.id(),
        file: file.display().to_string(),
        entry,
        detail,
        limit_seconds: known.and_then(|known| known.limit_seconds),
        window_seconds: known.map_or(limits::UNKNOWN_CLIENT_SECONDS, |known| known.window_seconds),
        setting: known.and_then(|known| known.setting.clone()),
        line: known.and_then(|known| known.line.clone()),
        remarks: known.and_then(|known| known.remarks.clone()),
    })
}

fn client_lines(context: &Context, clients: &[ClientReport]) -> String {
    if clients.is_empty() {
        return say(Key::CliDoctorNoClients);
    }
    let lines: Vec<String> = clients
        .iter()
        .map(|client| client_line(context, client))
        .collect();
    lines.join("\n")
}

fn client_line(context: &Context, client: &ClientReport) -> String {
    let detail = client
        .detail
        .as_deref()
        .map(domain::display_safe)
        .unwrap_or_default();
    let install = context.command_line(&["install", client.client]);
    let args = [
        ("detail", detail.as_ref().into()),
        ("command", (&install).into()),
    ];
    let entry = match client.entry {
        "this_program" => say(Key::CliDoctorEntryOurs),
        "another_program" => tell(Key::CliDoctorEntryOther, &args),
        "unreadable" => tell(Key::CliDoctorEntryUnreadable, &args[..1]),
        _ => tell(Key::CliDoctorEntryNone, &args[1..]),
    };
    let mut lines = vec![format!(
        "{}  {}",
        client.client,
        domain::display_safe(&client.file)
    )];
    lines.push(format!("      {entry}"));
    let window = span(client.window_seconds);
    let limit = match client.limit_seconds {
        Some(limit) => {
            let limit = span(limit);
            tell(
                Key::CliDoctorLimit,
                &[("limit", (&limit).into()), ("window", (&window).into())],
            )
        }
        None => tell(Key::CliDoctorNoLimit, &[("window", (&window).into())]),
    };
    lines.push(format!("      {limit}"));
    if let (Some(setting), Some(line)) = (&client.setting, &client.line) {
        lines.push(format!(
            "      {}",
            tell(Key::CliDoctorRaise, &[("setting", setting.into())])
        ));
        lines.extend(line.lines().map(|line| format!("        {line}")));
    }
    lines.join("\n")
}
