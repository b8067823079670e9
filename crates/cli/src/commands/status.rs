//! `sayso status`: never starts a hub.

use clap::Args;
use client::ClientError;
use i18n::Key;
use protocol::{HubStatus, RefusalCount};
use serde_json::{Value, json};

use crate::age::ago;
use crate::args::help;
use crate::context::{Context, VERSION};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliJson))]
    pub(super) json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let status = running(context).await?;
    if arguments.json {
        output::json(&as_json(context, status.as_ref()));
    } else {
        output::line(&words(context, status.as_ref()));
    }
    Ok(Exit::Done)
}

/// Asks the hub; `None` when none runs.
pub(super) async fn running(context: &Context) -> Result<Option<HubStatus>, ClientError> {
    match context.running().status().await {
        Ok(status) => Ok(Some(status)),
        Err(ClientError::NotRunning { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn as_json(context: &Context, status: Option<&HubStatus>) -> Value {
    let mut value = match status {
        Some(status) => serde_json::to_value(status).expect("a status is plain values"),
        None => json!({
            "pid": null,
            "port": null,
            "url": null,
            "version": VERSION,
            "store": format!("sqlite:{}", context.layout.database.display()),
            "data_dir": context.layout.data_dir,
            "pending": null,
        }),
    };
    value["running"] = status.is_some().into();
    value["socket"] = context.layout.socket.to_string_lossy().into();
    value
}

fn words(context: &Context, status: Option<&HubStatus>) -> String {
    let Some(status) = status else {
        let directory = context.layout.data_dir.display().to_string();
        return tell(Key::CliStatusNone, &[("directory", (&directory).into())]);
    };
    let life = if status.on_demand {
        Key::CliStatusOnDemand
    } else {
        Key::CliStatusStays
    };
    let rows = [
        (Key::CliStatusUrl, status.url.clone()),
        (Key::CliStatusPending, status.pending.to_string()),
        (Key::CliStatusCalls, status.waiting_calls.to_string()),
        (Key::CliStatusPages, status.portal_pages.to_string()),
        (
            Key::CliStatusProcess,
            format!("{} ({})", status.pid, say(life)),
        ),
        (Key::CliStatusStarted, ago(&status.started_at)),
        (Key::CliStatusVersion, status.version.clone()),
        (Key::CliStatusStore, status.store.clone()),
    ];
    let refusals = status.refusals.iter().map(refused);
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .chain(refusals.map(|words| (Key::CliStatusRefused, words)))
        .map(|(key, value)| vec![say(key), value])
        .collect();
    table(&rows)
}

/// How often something was refused, why, and where last. All of it is our own words.
fn refused(refusal: &RefusalCount) -> String {
    let (count, ago) = (refusal.count.to_string(), ago(&refusal.last_at));
    let args = [
        ("count", (&count).into()),
        ("reason", (&refusal.reason).into()),
        ("ago", (&ago).into()),
        ("route", (&refusal.last_route).into()),
        ("door", (&refusal.last_door).into()),
    ];
    tell(Key::CliStatusRefusal, &args)
}
