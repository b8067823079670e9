//! `sayso list`

use clap::Args;
use client::{ClientError, HubClient, ListRequest};
use i18n::Key;
use protocol::{InteractionSummary, ListFilter};
use serde_json::Value;

use crate::args::{help, one_of};
use crate::context::Context;
use crate::describe::row;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use crate::text::say;

/// The hub's own limit for one page.
const PAGE_MAX: u32 = 100;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, value_parser = one_of(ListFilter::ALL, ListFilter::as_str), default_value = ListFilter::All.as_str(), value_name = "FILTER", help = help(Key::CliListFilter))]
    filter: ListFilter,
    #[arg(long, value_name = "TEXT", help = help(Key::CliListSearch))]
    search: Option<String>,
    #[arg(long, default_value_t = 100, value_name = "N", help = help(Key::CliListLimit))]
    limit: u32,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let request = ListRequest {
        filter: arguments.filter,
        search: arguments.search,
        ..ListRequest::default()
    };
    let found = collect(&client, request, arguments.limit).await?;
    if arguments.json {
        let rows: Vec<Value> = found.iter().map(as_json).collect();
        output::json(&rows);
    } else if found.is_empty() {
        output::note(&say(Key::CliListEmpty));
    } else {
        let rows: Vec<Vec<String>> = found.iter().map(row).collect();
        output::line(&table(&rows));
    }
    Ok(Exit::Done)
}

/// Follows the pages until `limit` rows are there.
pub(crate) async fn collect(
    client: &HubClient,
    mut request: ListRequest,
    limit: u32,
) -> Result<Vec<InteractionSummary>, ClientError> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut found: Vec<InteractionSummary> = Vec::new();
    while found.len() < limit {
        let missing = u32::try_from(limit - found.len()).unwrap_or(PAGE_MAX);
        request.limit = Some(missing.min(PAGE_MAX));
        let page = client.list(&request).await?;
        found.extend(page.interactions);
        request.cursor = page.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    found.truncate(limit);
    Ok(found)
}

/// Scripts may rely on these keys being there.
pub(crate) fn as_json(summary: &InteractionSummary) -> Value {
    let mut value = serde_json::to_value(summary).expect("a summary is plain values");
    if let Some(object) = value.as_object_mut() {
        object.entry("remaining_seconds").or_insert(Value::Null);
    }
    value
}
