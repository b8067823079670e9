//! `sayso audit`: check the record of what was decided, or take it along.

use clap::{Args, Subcommand};
use domain::display_safe;
use i18n::Key;

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
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliAuditExportAbout), after_help = help(Key::CliAuditExportAfter))]
    Export {
        /// There is no other format; scripts may say so all the same.
        #[arg(long, help = help(Key::CliAuditExportJsonLines))]
        json_lines: bool,
    },
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Verify { json } => verify(context, json).await,
        Action::Export { json_lines: _ } => export(context).await,
    }
}

async fn verify(context: &Context, json: bool) -> Result<Exit, Failure> {
    let report = context.person()?.verify_audit().await?;
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
