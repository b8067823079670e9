//! `sayso status`: never starts a hub.

use clap::Args;
use client::ClientError;
use i18n::{Key, catalogue};
use protocol::{HubStatus, RefusalCount};
use serde_json::{Value, json};

use crate::age::ago;
use crate::args::help;
use crate::context::{Context, VERSION};
use crate::exit::Exit;
use crate::failure::{Failure, chain};
use crate::output;
use crate::table::table;
use crate::text::{language, say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliJson))]
    pub(super) json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    match (running(context).await?, arguments.json) {
        (Some(status), true) => output::json(&as_json(context, &status)),
        (Some(status), false) => output::line(&words(&status)),
        (None, true) => {
            let pending = saved(context).await?;
            output::json(&without_hub_as_json(context, pending));
        }
        (None, false) => output::line(&without_hub(context, saved(context).await?)),
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

/// Counts the open questions of a hub that is not running.
pub(super) async fn saved(context: &Context) -> Result<u64, Failure> {
    let counted = store::sqlite::pending(&context.layout.database).await;
    counted.map_err(|error| Failure::new("database", chain(&error)))
}

fn as_json(context: &Context, status: &HubStatus) -> Value {
    let value = serde_json::to_value(status).expect("a status is plain values");
    with_place(context, value, true)
}

fn without_hub_as_json(context: &Context, pending: u64) -> Value {
    let value = json!({
        "pid": null,
        "port": null,
        "url": null,
        "version": VERSION,
        "store": format!("sqlite:{}", context.layout.database.display()),
        "data_dir": context.layout.data_dir,
        "pending": pending,
    });
    with_place(context, value, false)
}

fn with_place(context: &Context, mut value: Value, is_running: bool) -> Value {
    value["running"] = is_running.into();
    value["socket"] = context.layout.socket.to_string_lossy().into();
    value
}

fn without_hub(context: &Context, pending: u64) -> String {
    let directory = context.layout.data_dir.display().to_string();
    let none = tell(Key::CliStatusNone, &[("directory", (&directory).into())]);
    match pending {
        0 => none,
        _ => format!("{none}\n{}", saved_words(context, pending)),
    }
}

/// Says that open questions are kept, and how to get to them.
pub(super) fn saved_words(context: &Context, pending: u64) -> String {
    let count = i64::try_from(pending).unwrap_or(i64::MAX);
    let shown = pending.to_string();
    let command = context.command_line(&["inbox"]);
    let args = [
        ("count", count.into()),
        ("shown", (&shown).into()),
        ("command", (&command).into()),
    ];
    tell(Key::CliStatusSaved, &args)
}

fn words(status: &HubStatus) -> String {
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
    let guard = (!status.agent_guard).then(|| say(Key::CliStatusGuardOff));
    let odd = [
        (Key::CliStatusGuard, guard),
        (Key::CliStatusCaller, status.started_by_agent.clone()),
    ];
    let odd = odd
        .into_iter()
        .filter_map(|(key, value)| Some((key, value?)));
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .chain(odd)
        .chain(refusals.map(|words| (Key::CliStatusRefused, words)))
        .map(|(key, value)| vec![say(key), value])
        .collect();
    table(&rows)
}

/// How often something was refused, why, and where last. All of it is our own words.
fn refused(refusal: &RefusalCount) -> String {
    let (count, ago) = (refusal.count.to_string(), ago(&refusal.last_at));
    let known = catalogue(language()).refusal(&refusal.reason, &Default::default());
    let known = known.filter(|known| !known.text.contains("{$"));
    let reason = known.map_or_else(|| refusal.reason.clone(), |known| known.text);
    let args = [
        ("count", (&count).into()),
        ("reason", (&reason).into()),
        ("ago", (&ago).into()),
        ("route", (&refusal.last_route).into()),
        ("door", (&refusal.last_door).into()),
    ];
    tell(Key::CliStatusRefusal, &args)
}
