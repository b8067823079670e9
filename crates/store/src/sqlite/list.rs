//! Pages of the list. A page costs the same whatever is stored: each starts where the last one
//! ended, on an index, and only a search has to look at more rows than it returns.

mod finished;

use std::str::FromStr;

use domain::Timestamp;
use sqlx::{Connection, SqliteConnection};

use self::finished::Narrowing;
use super::rows::{self, as_integer, outline_columns};
use crate::{Filter, ListQuery, PAGE_ROWS_MAX, Page, StoreError, StoredOutline};

/// Where a page begins: after the row that these values name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cursor {
    Pending { number: i64 },
    Finished { closed_at: i64, number: i64 },
}

const FIRST_PENDING: i64 = i64::MAX;
const FIRST_FINISHED: (i64, i64) = (i64::MAX, i64::MAX);

pub(super) async fn page(
    connection: &mut SqliteConnection,
    query: &ListQuery,
) -> Result<Page, StoreError> {
    let cursor = query.cursor.as_deref().map(str::parse).transpose()?;
    let (pending_below, finished_below) = starts(query.filter, cursor)?;
    let limit = usize::try_from(query.limit.clamp(1, PAGE_ROWS_MAX)).unwrap_or(usize::MAX);
    let narrowing = Narrowing::of(query);

    // One snapshot for both parts: a question that closes in between appears once.
    let mut snapshot = connection.begin().await?;
    let mut found = Vec::new();
    // One more than asked for tells whether there is another page.
    if let Some(below) = pending_below.filter(|_| narrowing.allows_pending()) {
        found = pending(&mut snapshot, &narrowing, below, limit + 1).await?;
    }
    if let Some(below) = finished_below
        && found.len() <= limit
    {
        let room = limit + 1 - found.len();
        found.extend(narrowing.finished(&mut snapshot, below, room).await?);
    }
    snapshot.commit().await?;

    let has_more = found.len() > limit;
    found.truncate(limit);
    let next = found
        .last()
        .filter(|_| has_more)
        .map(|row| Cursor::after(row).to_string());
    Ok(Page { rows: found, next })
}

type Starts = (Option<i64>, Option<(i64, i64)>);

/// Returns where to begin among the pending and among the finished ones.
fn starts(filter: Filter, cursor: Option<Cursor>) -> Result<Starts, StoreError> {
    match (filter, cursor) {
        (Filter::Active, None) => Ok((Some(FIRST_PENDING), None)),
        (Filter::Active, Some(Cursor::Pending { number })) => Ok((Some(number), None)),
        (Filter::Completed, None) => Ok((None, Some(FIRST_FINISHED))),
        (Filter::All, None) => Ok((Some(FIRST_PENDING), Some(FIRST_FINISHED))),
        (Filter::All, Some(Cursor::Pending { number })) => Ok((Some(number), Some(FIRST_FINISHED))),
        (Filter::Completed | Filter::All, Some(Cursor::Finished { closed_at, number })) => {
            Ok((None, Some((closed_at, number))))
        }
        (Filter::Active, Some(Cursor::Finished { .. }))
        | (Filter::Completed, Some(Cursor::Pending { .. })) => Err(StoreError::BadCursor),
    }
}

const PENDING: &str = concat!(
    "SELECT ",
    outline_columns!(),
    " FROM interaction INDEXED BY interaction_pending LEFT JOIN outline ON interaction_id = id
     WHERE state = 'pending' AND number < $1 AND ($2 = '' OR instr(search, $2) > 0)
       AND ($3 = '' OR project = $3) AND ($4 = '' OR asker = $4) AND asked_at >= $5
     ORDER BY number DESC LIMIT $6"
);

/// The pending ones are few, so filters may look at each of them.
async fn pending(
    connection: &mut SqliteConnection,
    narrowing: &Narrowing<'_>,
    below: i64,
    limit: usize,
) -> Result<Vec<StoredOutline>, StoreError> {
    let found = sqlx::query(PENDING)
        .bind(below)
        .bind(&narrowing.search)
        .bind(narrowing.project)
        .bind(narrowing.asker)
        .bind(narrowing.since)
        .bind(as_integer(limit as u64))
        .fetch_all(connection)
        .await?;
    found.iter().map(rows::outline).collect()
}

impl Cursor {
    fn after(row: &StoredOutline) -> Self {
        let number = as_integer(row.number);
        match row.outline.closed_at() {
            None => Self::Pending { number },
            Some(Timestamp(closed_at)) => Self::Finished { closed_at, number },
        }
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pending { number } => write!(f, "p.{number}"),
            Self::Finished { closed_at, number } => write!(f, "f.{closed_at}.{number}"),
        }
    }
}

impl FromStr for Cursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let integer = |part: &str| part.parse::<i64>().map_err(|_| StoreError::BadCursor);
        match text.split('.').collect::<Vec<_>>()[..] {
            ["p", number] => Ok(Self::Pending {
                number: integer(number)?,
            }),
            ["f", closed_at, number] => Ok(Self::Finished {
                closed_at: integer(closed_at)?,
                number: integer(number)?,
            }),
            _ => Err(StoreError::BadCursor),
        }
    }
}

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Row};

    use super::*;
    use crate::sqlite::SqliteStore;

    proptest::proptest! {
        #[test]
        fn hostile_cursors_are_refused_and_ours_read_back(closed_at: i64, number: i64, text: String) {
            for cursor in [Cursor::Pending { number }, Cursor::Finished { closed_at, number }] {
                let written = cursor.to_string();
                proptest::prop_assert_eq!(written.parse::<Cursor>().unwrap().to_string(), written);
            }
            // Whatever it is, it is a cursor or an error.
            drop(text.parse::<Cursor>());
        }
    }

    const OUTLINE_OF_EACH: &str = "SEARCH outline USING PRIMARY KEY (interaction_id=?) LEFT-JOIN";

    /// The page figure must not depend on the length of the history: no scan, no sorting.
    #[tokio::test]
    async fn a_page_is_read_from_an_index_in_its_own_order() {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&directory.path().join("store.db"))
            .await
            .unwrap();
        let mut reader = store.reader().await.unwrap();
        let plans = [(
            PENDING,
            "SEARCH interaction USING INDEX interaction_pending (number<?)",
        )];
        for (sql, expected) in plans.into_iter().chain(super::finished::PLANS) {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            let plan = sqlx::query(explain).fetch_all(&mut *reader).await.unwrap();
            let plan: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
            assert_eq!(plan, [expected, OUTLINE_OF_EACH]);
        }
    }
}
