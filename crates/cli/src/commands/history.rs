//! `sayso history`: what was decided, with filters; and its export.

use std::io;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use domain::display_safe;
use i18n::Key;
use protocol::ExportFormat;
use serde_json::Value;

use super::list::{as_json, collect};
use crate::args::{help, one_of};
use crate::context::Context;
use crate::describe;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::history::destination::Destination;
use crate::history::filters::Filters;
use crate::output;
use crate::table::table;
use crate::text::{say, tell};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    filters: Filters,
    #[arg(long, default_value_t = 50, value_name = "N", help = help(Key::CliListLimit))]
    limit: u32,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(
        about = help(Key::CliHistoryExportAbout),
        after_help = help(Key::CliHistoryExportAfter)
    )]
    Export(ExportArguments),
}

#[derive(Debug, Args)]
struct ExportArguments {
    #[arg(long, value_parser = one_of(ExportFormat::ALL, ExportFormat::as_str), value_name = "FORMAT", help = help(Key::CliHistoryFormat))]
    format: ExportFormat,
    #[command(flatten)]
    filters: Filters,
    #[arg(long, value_name = "N", help = help(Key::CliListLimit))]
    limit: Option<u32>,
    #[arg(long, value_name = "FILE", help = help(Key::CliHistoryOutput))]
    output: Option<PathBuf>,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.action {
        Some(Action::Export(export_arguments)) => export(context, export_arguments).await,
        None => list(context, arguments).await,
    }
}

async fn list(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    // One more than asked for tells whether there are more.
    let wanted = arguments.limit.saturating_add(1);
    let mut found = collect(&client, arguments.filters.request(), wanted).await?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    if arguments.json {
        output::json(&found.iter().map(as_json).collect::<Vec<Value>>());
        return Ok(Exit::Done);
    }
    if found.is_empty() {
        output::note(&say(Key::CliListEmpty));
        return Ok(Exit::Done);
    }
    let rows: Vec<Vec<String>> = found
        .iter()
        .map(|summary| {
            let mut cells = describe::row(summary);
            // What was asked, and what the person made of it.
            if let (Some(last), Some(given)) = (cells.last_mut(), &summary.summary) {
                last.push_str(&format!(" → {}", display_safe(given)));
            }
            cells
        })
        .collect();
    output::line(&table(&rows));
    if has_more {
        output::note(&say(Key::CliHistoryMore));
    }
    Ok(Exit::Done)
}

async fn export(context: &Context, arguments: ExportArguments) -> Result<Exit, Failure> {
    let path = arguments.output.as_deref();
    let unwritable = |error: io::Error| {
        let (path, reason) = (
            path.map_or_else(|| "-".into(), |path| path.display().to_string()),
            error.to_string(),
        );
        let args = [("path", (&path).into()), ("reason", (&reason).into())];
        Failure::new("unwritable_file", tell(Key::CliErrorPath, &args))
    };
    let client = context.person()?;
    let mut destination = Destination::open(path, arguments.format).map_err(unwritable)?;
    let mut request = arguments.filters.request();
    let mut count = 0;
    loop {
        request.limit = arguments.limit.map(|limit| limit.saturating_sub(count));
        let part = client.export(arguments.format, &request).await?;
        destination.write(&part.text).map_err(unwritable)?;
        count += part.count;
        request.cursor = part.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    destination.finish().map_err(unwritable)?;
    if let Some(path) = path {
        let (count, path) = (count.to_string(), path.display().to_string());
        let args = [("count", (&count).into()), ("file", (&path).into())];
        output::note(&tell(Key::CliHistoryExported, &args));
    }
    Ok(Exit::Done)
}
