//! Pages of the list. The cost of a page does not grow with the database: each starts where the
//! last one ended, on an index, and only a search has to look at more rows than it returns.

mod finished;

use domain::interaction::ListFilter;
use std::str::FromStr;

use domain::Timestamp;
use sqlx::{Connection, SqliteConnection};

use self::finished::Narrowing;
use super::rows::{self, as_integer, outline_columns};
use crate::{ListQuery, PAGE_ROWS_MAX, Page, StoreError, StoredOutline};

/// Where a page begins: after the row that these values name. The first page fixes what counts as
/// due soon, so that no row moves from one page to another while time passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cursor {
    DueSoon { until: i64, due: i64, number: i64 },
    Waiting { until: i64, number: i64 },
    Finished { closed_at: i64, number: i64 },
}

const FIRST_DUE: (i64, i64) = (i64::MIN, i64::MIN);
const FIRST_WAITING: i64 = i64::MIN;
const FIRST_FINISHED: (i64, i64) = (i64::MAX, i64::MAX);

pub(super) async fn page(
    connection: &mut SqliteConnection,
    query: &ListQuery,
) -> Result<Page, StoreError> {
    let cursor = query.cursor.as_deref().map(str::parse).transpose()?;
    let starts = Starts::of(query, cursor)?;
    let limit = usize::try_from(query.limit.clamp(1, PAGE_ROWS_MAX)).unwrap_or(usize::MAX);
    let narrowing = Narrowing::of(query);

    // One snapshot for all parts: a question that closes in between appears once.
    let mut snapshot = connection.begin().await?;
    let mut found = Vec::new();
    // One more than asked for tells whether there is another page.
    let wanted = limit + 1;
    if narrowing.allows_pending() {
        if let Some(after) = starts.due_soon {
            let rows = due_soon(&mut snapshot, &narrowing, starts.until, after, wanted);
            found = rows.await?;
        }
        if let Some(after) = starts.waiting.filter(|_| found.len() < wanted) {
            let room = wanted - found.len();
            found.extend(waiting(&mut snapshot, &narrowing, starts.until, after, room).await?);
        }
    }
    if let Some(below) = starts.finished.filter(|_| found.len() < wanted) {
        let room = wanted - found.len();
        found.extend(narrowing.finished(&mut snapshot, below, room).await?);
    }
    snapshot.commit().await?;

    let has_more = found.len() > limit;
    found.truncate(limit);
    let next = found
        .last()
        .filter(|_| has_more)
        .map(|row| Cursor::after(row, starts.until).to_string());
    Ok(Page { rows: found, next })
}

/// Where to begin in each part of the list; `None` leaves the part out.
struct Starts {
    /// The uptime up to which a deadline counts as soon.
    until: i64,
    due_soon: Option<(i64, i64)>,
    waiting: Option<i64>,
    finished: Option<(i64, i64)>,
}

impl Starts {
    fn of(query: &ListQuery, cursor: Option<Cursor>) -> Result<Self, StoreError> {
        let (has_pending, has_finished) = match query.filter {
            ListFilter::Active => (true, false),
            ListFilter::Completed => (false, true),
            ListFilter::All => (true, true),
        };
        let first = Self {
            until: as_integer(query.due_soon_until_ms),
            due_soon: has_pending.then_some(FIRST_DUE),
            waiting: has_pending.then_some(FIRST_WAITING),
            finished: has_finished.then_some(FIRST_FINISHED),
        };
        match cursor {
            None => Ok(first),
            Some(Cursor::DueSoon { until, due, number }) if has_pending => Ok(Self {
                until,
                due_soon: Some((due, number)),
                ..first
            }),
            Some(Cursor::Waiting { until, number }) if has_pending => Ok(Self {
                until,
                due_soon: None,
                waiting: Some(number),
                ..first
            }),
            Some(Cursor::Finished { closed_at, number }) if has_finished => Ok(Self {
                due_soon: None,
                waiting: None,
                finished: Some((closed_at, number)),
                ..first
            }),
            Some(Cursor::DueSoon { .. } | Cursor::Waiting { .. } | Cursor::Finished { .. }) => {
                Err(StoreError::BadCursor)
            }
        }
    }
}

/// A statement that reads pending interactions from one index, in the order of
/// [`domain::interaction::Place`].
macro_rules! walk_pending {
    ($index:literal, $where:literal, $order:literal) => {
        concat!(
            "SELECT ",
            outline_columns!(),
            " FROM interaction INDEXED BY ",
            $index,
            " LEFT JOIN outline ON interaction_id = id WHERE ",
            $where,
            " AND ($3 = '' OR instr(search, $3) > 0)
              AND ($4 = '' OR project = $4) AND ($5 = '' OR asker = $5) AND asked_at >= $6",
            " ORDER BY ",
            $order,
            " LIMIT $7"
        )
    };
}

const DUE_SOON: &str = walk_pending!(
    "interaction_due",
    "due_uptime_ms IS NOT NULL AND due_uptime_ms <= $1 AND (due_uptime_ms, number) > ($2, $8)",
    "due_uptime_ms, number"
);
const WAITING: &str = walk_pending!(
    "interaction_pending",
    "state = 'pending' AND (due_uptime_ms IS NULL OR due_uptime_ms > $1) AND number > $2",
    "number"
);

async fn due_soon(
    connection: &mut SqliteConnection,
    narrowing: &Narrowing<'_>,
    until: i64,
    (due, number): (i64, i64),
    limit: usize,
) -> Result<Vec<StoredOutline>, StoreError> {
    let found = narrowing.bound(DUE_SOON, until, due, limit).bind(number);
    let found = found.fetch_all(connection).await?;
    found.iter().map(rows::outline).collect()
}

/// The pending ones are few, so filters may look at each of them.
async fn waiting(
    connection: &mut SqliteConnection,
    narrowing: &Narrowing<'_>,
    until: i64,
    after: i64,
    limit: usize,
) -> Result<Vec<StoredOutline>, StoreError> {
    let found = narrowing.bound(WAITING, until, after, limit);
    let found = found.fetch_all(connection).await?;
    found.iter().map(rows::outline).collect()
}

impl Cursor {
    fn after(row: &StoredOutline, until: i64) -> Self {
        let number = as_integer(row.number);
        let due = row.outline.deadline();
        let due = due.map(|deadline| as_integer(deadline.due_uptime_ms()));
        match row.outline.closed_at() {
            None => match due.filter(|due| *due <= until) {
                Some(due) => Self::DueSoon { until, due, number },
                None => Self::Waiting { until, number },
            },
            Some(Timestamp(closed_at)) => Self::Finished { closed_at, number },
        }
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::DueSoon { until, due, number } => write!(f, "s.{until}.{due}.{number}"),
            Self::Waiting { until, number } => write!(f, "w.{until}.{number}"),
            Self::Finished { closed_at, number } => write!(f, "f.{closed_at}.{number}"),
        }
    }
}

impl FromStr for Cursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let integer = |part: &str| part.parse::<i64>().map_err(|_| StoreError::BadCursor);
        match text.split('.').collect::<Vec<_>>()[..] {
            ["s", until, due, number] => Ok(Self::DueSoon {
                until: integer(until)?,
                due: integer(due)?,
                number: integer(number)?,
            }),
            ["w", until, number] => Ok(Self::Waiting {
                until: integer(until)?,
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
        fn cursor_parses_from_its_own_text_and_never_panics_on_any_other(
            until: i64, due: i64, closed_at: i64, number: i64, text: String,
        ) {
            for cursor in [
                Cursor::DueSoon { until, due, number },
                Cursor::Waiting { until, number },
                Cursor::Finished { closed_at, number },
            ] {
                let written = cursor.to_string();
                proptest::prop_assert_eq!(written.parse::<Cursor>().unwrap().to_string(), written);
            }
            // Any text is a cursor or an error, never a panic.
            drop(text.parse::<Cursor>());
        }
    }

    const OUTLINE_OF_EACH: &str = "SEARCH outline USING PRIMARY KEY (interaction_id=?) LEFT-JOIN";

    /// The page figure must not depend on the length of the history: no scan, no sorting.
    #[tokio::test]
    async fn list_queries_read_pages_in_index_order() {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&directory.path().join("store.db"))
            .await
            .unwrap();
        let mut reader = store.reader().await.unwrap();
        let plans = [
            (
                DUE_SOON,
                "SEARCH interaction USING INDEX interaction_due (due_uptime_ms>? AND due_uptime_ms<?)",
            ),
            (
                WAITING,
                "SEARCH interaction USING INDEX interaction_pending (number>?)",
            ),
        ];
        for (sql, expected) in plans.into_iter().chain(super::finished::PLANS) {
            let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
            let plan = sqlx::query(explain).fetch_all(&mut *reader).await.unwrap();
            let plan: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
            assert_eq!(plan, [expected, OUTLINE_OF_EACH]);
        }
    }
}
