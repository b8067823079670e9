//! `sayso audit`: check the record of what was decided, or take it along.

use clap::{Args, Subcommand};
use domain::display_safe;
use i18n::Key;
use protocol::{HubRecord, in_own_zone};

use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(about = help(Key::CliAuditVerifyAbout))]
    Verify {
        #[arg(long, value_name = "COUNT:HASH", help = help(Key::CliAuditVerifyHead))]
        head: Option<String>,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliAuditHeadAbout), after_help = help(Key::CliAuditHeadAfter))]
    Head {
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliAuditHubAbout))]
    Hub {
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliAuditExportAbout), after_help = help(Key::CliAuditExportAfter))]
    Export {
        /// There is no other format; scripts can name it anyway.
        #[arg(long, help = help(Key::CliAuditExportJsonLines))]
        json_lines: bool,
    },
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Verify { head, json } => verify(context, head.as_deref(), json).await,
        Action::Head { json } => head(context, json).await,
        Action::Hub { json } => of_hub(context, json).await,
        Action::Export { json_lines: _ } => export(context).await,
    }
}

async fn verify(context: &Context, head: Option<&str>, json: bool) -> Result<Exit, Failure> {
    let report = context.person()?.verify_audit(head).await?;
    if json {
        output::json(&report);
    } else if report.ok {
        output::line(&say(Key::CliAuditIntact));
    } else {
        for problem in &report.problems {
            output::line(&display_safe(problem));
        }
        let count = report.problems.len().to_string();
        output::note(&tell(Key::CliAuditBroken, &[("count", (&count).into())]));
    }
    Ok(if report.ok { Exit::Done } else { Exit::Error })
}

/// Prints `COUNT:HASH` for a person or a script to keep elsewhere, and when it was decided beside
/// it.
async fn head(context: &Context, json: bool) -> Result<Exit, Failure> {
    let head = context.person()?.audit_head().await?;
    if json {
        output::json(&head);
        return Ok(Exit::Done);
    }
    match (&head.hash, &head.at) {
        (Some(hash), Some(at)) => {
            output::line(&format!("{}:{hash}", head.count));
            output::note(&tell(Key::CliAuditHeadAt, &[("at", at.into())]));
        }
        (None, _) | (_, None) => output::note(&say(Key::CliAuditHeadNone)),
    }
    Ok(Exit::Done)
}

async fn of_hub(context: &Context, json: bool) -> Result<Exit, Failure> {
    let client = context.person()?;
    let mut events = Vec::new();
    loop {
        let after = events.last().map_or(0, |event: &HubRecord| event.number);
        let mut page = client.hub_events(after).await?.events;
        if page.is_empty() {
            break;
        }
        events.append(&mut page);
    }
    if json {
        output::json(&events);
        return Ok(Exit::Done);
    }
    if events.is_empty() {
        output::note(&say(Key::CliAuditHubNone));
    }
    for event in &events {
        output::line(&format!(
            "{}  {}",
            in_own_zone(&event.at),
            say(event.kind.into())
        ));
    }
    Ok(Exit::Done)
}

/// Prints page by page, so that a long record needs no memory.
async fn export(context: &Context) -> Result<Exit, Failure> {
    let client = context.person()?;
    let mut cursor = None;
    loop {
        let page = client.export_audit(cursor.as_deref()).await?;
        for record in &page.records {
            output::json_line(record);
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(Exit::Done);
        }
    }
}
