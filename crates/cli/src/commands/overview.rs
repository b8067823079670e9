//! `sayso` alone: what is waiting, and what to do next.

use client::ListRequest;
use domain::task::Status;
use i18n::Key;
use protocol::{HubStatus, ListFilter};

use super::{list, status};
use crate::context::Context;
use crate::describe::{row, short_id};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use crate::text::{say, tell};

/// More do not fit on a screen together with the rest.
const ROWS_MAX: u32 = 15;

pub(crate) async fn run(context: &Context) -> Result<Exit, Failure> {
    match status::running(context).await? {
        None => output::line(&without_hub(context).await?),
        Some(status) => {
            output::line(&waiting(context, &status).await?);
            if let Some(words) = running_tasks(context).await? {
                output::line(&format!("\n{words}"));
            }
        }
    }
    Ok(Exit::Done)
}

async fn running_tasks(context: &Context) -> Result<Option<String>, Failure> {
    let running = Status::Running.as_str();
    let tasks = context.running().tasks(None, Some(running)).await?.tasks;
    let count = tasks.len();
    let (shown, command) = (count.to_string(), context.command_line(&["task", "list"]));
    let args = [
        ("count", count.into()),
        ("shown", (&shown).into()),
        ("command", (&command).into()),
    ];
    Ok((count > 0).then(|| tell(Key::CliOverviewRunning, &args)))
}

/// No hub does not mean no question: open questions are saved and return with the next one.
async fn without_hub(context: &Context) -> Result<String, Failure> {
    let pending = status::saved(context).await?;
    if pending > 0 {
        let rows = [
            (vec!["inbox"], Key::CliOverviewInbox),
            (vec!["list"], Key::CliOverviewList),
            (vec!["open"], Key::CliOverviewOpen),
        ];
        let words = status::saved_words(context, pending);
        return Ok(format!("{words}\n\n{}", commands(context, rows)));
    }
    let rows = [
        (vec!["demo"], Key::CliOverviewDemo),
        (vec!["install", "claude-code"], Key::CliOverviewInstall),
        (vec!["list"], Key::CliOverviewList),
        (vec!["--help"], Key::CliOverviewHelp),
    ];
    let words = say(Key::CliOverviewNone);
    Ok(format!("{words}\n\n{}", commands(context, rows)))
}

async fn waiting(context: &Context, status: &HubStatus) -> Result<String, Failure> {
    let request = ListRequest {
        filter: ListFilter::Active,
        ..ListRequest::default()
    };
    let found = list::collect(&context.running(), request, ROWS_MAX).await?;
    let url = [("url", (&status.url).into())];
    let Some(first) = found.first() else {
        let rows = [
            (vec!["open"], Key::CliOverviewOpen),
            (
                vec!["list", "--filter", "completed"],
                Key::CliOverviewCompleted,
            ),
            (vec!["demo"], Key::CliOverviewDemo),
        ];
        let words = tell(Key::CliOverviewIdle, &url);
        return Ok(format!("{words}\n\n{}", commands(context, rows)));
    };
    let pending = status.pending.to_string();
    let count = i64::try_from(status.pending).unwrap_or(i64::MAX);
    let mut lines = vec![tell(
        Key::CliOverviewWaiting,
        &[("count", count.into()), ("shown", (&pending).into())],
    )];
    lines.push(String::new());
    lines.push(table(&found.iter().map(row).collect::<Vec<_>>()));
    lines.push(String::new());
    let id = short_id(&first.session_id);
    let rows = [
        (vec!["choose", id], Key::CliOverviewChoose),
        (vec!["inbox"], Key::CliOverviewInbox),
        (vec!["open"], Key::CliOverviewOpen),
    ];
    lines.push(commands(context, rows));
    Ok(lines.join("\n"))
}

fn commands<const N: usize>(context: &Context, rows: [(Vec<&str>, Key); N]) -> String {
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(args, key)| vec![context.command_line(&args), say(key)])
        .collect();
    table(&rows)
}
