//! Which questions are wanted, as query strings say it.

use domain::interaction::Status;
use protocol::{ListFilter, Problem, parse_rfc3339};
use serde::Deserialize;
use store::ListQuery;

use crate::error::Failure;
use crate::openapi::Operation;

const PAGE_ROWS_DEFAULT: u32 = 50;

/// Documents the parameters of [`ListParameters`].
pub(super) fn listing(operation: Operation, limit: &'static str) -> Operation {
    operation
        .query("filter", "`active`, `completed` or `all`")
        .query("search", "Part of title, prompt, asker or project")
        .query("project", "The project's name, exactly")
        .query("asker", "The asker's name, exactly")
        .query("status", "One status, such as `submitted`")
        .query(
            "since",
            "Decided, or while pending asked, at this instant (RFC 3339) or later",
        )
        .query("cursor", "`next_cursor` of the page before")
        .query("limit", limit)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListParameters {
    #[serde(default)]
    filter: ListFilter,
    #[serde(default)]
    search: String,
    #[serde(default)]
    project: String,
    #[serde(default)]
    asker: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    since: String,
    cursor: Option<String>,
    pub(super) limit: Option<u32>,
}

impl ListParameters {
    pub(super) fn query(self) -> Result<ListQuery, Failure> {
        let status = Status::from_word(&self.status);
        if status.is_none() && !self.status.is_empty() {
            return Err(unknown_status(&self.status));
        }
        let since = parse_rfc3339(&self.since);
        if since.is_none() && !self.since.is_empty() {
            return Err(unreadable_since(&self.since));
        }
        Ok(ListQuery {
            filter: self.filter,
            search: self.search,
            project: self.project,
            asker: self.asker,
            status,
            since,
            cursor: self.cursor,
            limit: self.limit.unwrap_or(PAGE_ROWS_DEFAULT).max(1),
            ..ListQuery::default()
        })
    }
}

fn unknown_status(given: &str) -> Failure {
    let known = Status::ALL.map(Status::as_str).join(", ");
    let problem = Problem::new(
        "status_unknown",
        "status",
        format!("status {given:?} is unknown; it is one of {known}"),
        "Use one of them, or leave it out.",
    );
    Failure::invalid(vec![problem.with("given", given)])
}

fn unreadable_since(given: &str) -> Failure {
    let problem = Problem::new(
        "since_invalid",
        "since",
        format!("since {given:?} is not an instant of RFC 3339"),
        "Write it like 2026-01-31T09:30:00Z.",
    );
    Failure::invalid(vec![problem.with("given", given)])
}
