//! The finished part of a page: which index a set of filters walks.

use domain::Timestamp;
use domain::interaction::Status;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Sqlite, SqliteConnection};

use super::super::rows::{self, as_integer, outline_columns};
use crate::{ListQuery, StoreError, StoredOutline};

/// The filters of a query in the form the statements take.
pub(super) struct Narrowing<'a> {
    /// In lower case; empty does not narrow, like the two below.
    search: String,
    project: &'a str,
    asker: &'a str,
    since: i64,
    status: Option<Status>,
}

/// The statuses that a finished interaction can have.
const FINISHED_STATUSES: [Status; 4] = [
    Status::Submitted,
    Status::AutoSubmitted,
    Status::Cancelled,
    Status::Timeout,
];

/// A statement that reads finished interactions from one index, newest first.
macro_rules! walk {
    ($index:literal, $where:literal) => {
        concat!(
            "SELECT ",
            outline_columns!(),
            " FROM interaction INDEXED BY ",
            $index,
            " LEFT JOIN outline ON interaction_id = id
              WHERE closed_at IS NOT NULL AND (closed_at, number) < ($1, $2)
              AND closed_at >= $3 AND ($4 = '' OR instr(search, $4) > 0)",
            $where,
            " ORDER BY closed_at DESC, number DESC LIMIT $5"
        )
    };
}

const ALL: &str = walk!("interaction_finished", "");
const BY_STATUS: &str = walk!("interaction_by_status", " AND status = $6");
const BY_PROJECT: &str = walk!(
    "interaction_by_project",
    " AND status = $6 AND project = $7"
);
const BY_ASKER: &str = walk!("interaction_by_asker", " AND status = $6 AND asker = $8");
const BY_PROJECT_AND_ASKER: &str = walk!(
    "interaction_by_project_and_asker",
    " AND status = $6 AND project = $7 AND asker = $8"
);

impl<'a> Narrowing<'a> {
    pub(super) fn of(query: &'a ListQuery) -> Self {
        let Timestamp(since) = query.since.unwrap_or(Timestamp(i64::MIN));
        Self {
            search: query.search.to_lowercase(),
            project: &query.project,
            asker: &query.asker,
            since,
            status: query.status,
        }
    }

    /// Binds the filters to a statement that reads pending interactions.
    pub(super) fn bound(
        &'a self,
        statement: &'static str,
        until: i64,
        after: i64,
        limit: usize,
    ) -> Query<'a, Sqlite, SqliteArguments> {
        sqlx::query(statement)
            .bind(until)
            .bind(after)
            .bind(&self.search)
            .bind(self.project)
            .bind(self.asker)
            .bind(self.since)
            .bind(as_integer(limit as u64))
    }

    pub(super) fn allows_pending(&self) -> bool {
        matches!(self.status, None | Some(Status::Pending))
    }

    /// Returns the newest finished ones below a place in the list.
    pub(super) async fn finished(
        &self,
        connection: &mut SqliteConnection,
        below: (i64, i64),
        limit: usize,
    ) -> Result<Vec<StoredOutline>, StoreError> {
        let statement = match (self.project.is_empty(), self.asker.is_empty()) {
            (true, true) if self.status.is_none() => {
                return self.walk(connection, ALL, "", below, limit).await;
            }
            (true, true) => BY_STATUS,
            (false, true) => BY_PROJECT,
            (true, false) => BY_ASKER,
            (false, false) => BY_PROJECT_AND_ASKER,
        };
        let mut found = Vec::new();
        let wanted = FINISHED_STATUSES
            .into_iter()
            .filter(|status| self.status.is_none_or(|only| only == *status));
        for status in wanted {
            let rows = self.walk(connection, statement, status.as_str(), below, limit);
            found.extend(rows.await?);
        }
        found.sort_by_key(|row| std::cmp::Reverse(place(row)));
        found.truncate(limit);
        Ok(found)
    }

    async fn walk(
        &self,
        connection: &mut SqliteConnection,
        statement: &'static str,
        status: &'static str,
        (closed_at, number): (i64, i64),
        limit: usize,
    ) -> Result<Vec<StoredOutline>, StoreError> {
        let found = sqlx::query(statement)
            .bind(closed_at)
            .bind(number)
            .bind(self.since)
            .bind(&self.search)
            .bind(as_integer(limit as u64))
            .bind(status)
            .bind(self.project)
            .bind(self.asker)
            .fetch_all(connection)
            .await?;
        found.iter().map(rows::outline).collect()
    }
}

/// What the list is ordered by.
fn place(row: &StoredOutline) -> (Option<Timestamp>, u64) {
    (row.outline.closed_at(), row.number)
}

#[cfg(test)]
pub(super) const PLANS: [(&str, &str); 5] = [
    (
        ALL,
        "SEARCH interaction USING INDEX interaction_finished (closed_at>? AND closed_at<?)",
    ),
    (
        BY_STATUS,
        "SEARCH interaction USING INDEX interaction_by_status (status=? AND closed_at>? AND closed_at<?)",
    ),
    (
        BY_PROJECT,
        "SEARCH interaction USING INDEX interaction_by_project (project=? AND status=? AND closed_at>? AND closed_at<?)",
    ),
    (
        BY_ASKER,
        "SEARCH interaction USING INDEX interaction_by_asker (asker=? AND status=? AND closed_at>? AND closed_at<?)",
    ),
    (
        BY_PROJECT_AND_ASKER,
        "SEARCH interaction USING INDEX interaction_by_project_and_asker (project=? AND asker=? AND status=? AND closed_at>? AND closed_at<?)",
    ),
];
