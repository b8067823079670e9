//! Applies retention: whole finished interactions go, oldest first. Outcomes stay in the audit.

use async_trait::async_trait;
use domain::retention::Retention;
use domain::{InteractionId, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::rows;
use super::writer::Write;
use crate::StoreError;

/// Interactions removed per write. Other writes can run in between, so a large backlog of removals
/// does not delay them.
pub(super) const PRUNED_PER_WRITE_MAX: usize = 250;

pub(super) struct PruneOldest {
    pub(super) retention: Retention,
    pub(super) now: Timestamp,
}

#[async_trait]
impl Write for PruneOldest {
    /// What was removed; fewer than [`PRUNED_PER_WRITE_MAX`] when nothing is left to remove.
    type Done = Vec<InteractionId>;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Self::Done, StoreError> {
        // Both begin with the oldest, so the one that reaches further includes the other.
        let cutoff = self.retention.cutoff(self.now).0;
        let expired = oldest(connection, cutoff, PRUNED_PER_WRITE_MAX).await?;
        let surplus = surplus(connection, self.retention).await?;
        let doomed = if expired.len() < surplus {
            oldest(connection, i64::MAX, surplus).await?
        } else {
            expired
        };
        let mut removed = Vec::with_capacity(doomed.len());
        for row in &doomed {
            sqlx::query("DELETE FROM interaction WHERE number = $1")
                .bind(row.try_get::<i64, _>("number")?)
                .execute(&mut *connection)
                .await?;
            removed.push(rows::id(row, "id")?);
        }
        Ok(removed)
    }
}

const OLDEST: &str = "SELECT number, id FROM interaction INDEXED BY interaction_finished
     WHERE closed_at < $1 ORDER BY closed_at, number LIMIT $2";

/// Returns the oldest finished questions that closed before an instant.
async fn oldest(
    connection: &mut SqliteConnection,
    before: i64,
    limit: usize,
) -> Result<Vec<SqliteRow>, StoreError> {
    let found = sqlx::query(OLDEST)
        .bind(before)
        .bind(rows::as_integer(limit as u64))
        .fetch_all(connection)
        .await?;
    Ok(found)
}

/// Returns how many finished ones are too many, as far as one write removes them. The schema keeps
/// count.
async fn surplus(
    connection: &mut SqliteConnection,
    retention: Retention,
) -> Result<usize, StoreError> {
    let finished: i64 = sqlx::query_scalar("SELECT value FROM counter WHERE name = 'finished'")
        .fetch_one(connection)
        .await?;
    let surplus = finished.saturating_sub(i64::from(retention.finished_max));
    Ok(usize::try_from(surplus)
        .unwrap_or(0)
        .min(PRUNED_PER_WRITE_MAX))
}

#[cfg(test)]
mod tests {
    use sqlx::AssertSqlSafe;

    use super::*;
    use crate::sqlite::SqliteStore;

    /// It runs after every answer, so it must not depend on how much is kept.
    #[tokio::test]
    async fn prune_finds_the_oldest_questions_by_index() {
        let directory = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&directory.path().join("store.db"))
            .await
            .unwrap();
        let mut reader = store.reader().await.unwrap();
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {OLDEST}"));
        let plan = sqlx::query(explain).fetch_all(&mut *reader).await.unwrap();
        let plan: Vec<String> = plan.iter().map(|step| step.get("detail")).collect();
        let expected = "SEARCH interaction USING INDEX interaction_finished (closed_at<?)";
        assert_eq!(plan, [expected]);
    }
}
