//! Applies retention: whole finished interactions go, oldest first. Outcomes stay in the audit.

use async_trait::async_trait;
use domain::retention::Retention;
use domain::{InteractionId, Timestamp};
use sqlx::{Row, SqliteConnection};

use super::rows;
use super::writer::Write;
use crate::StoreError;

/// Interactions removed per write. Others may write in between, so a large backlog of removals
/// holds nobody up.
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
        let newest_expired = (
            self.retention.cutoff(self.now).0.saturating_sub(1),
            i64::MAX,
        );
        let newest_surplus = newest_surplus(connection, self.retention).await?;
        let (closed_at, number) = newest_expired.max(newest_surplus);
        let doomed = sqlx::query(
            "SELECT number, id FROM interaction INDEXED BY interaction_finished
             WHERE closed_at IS NOT NULL AND (closed_at, number) <= ($1, $2)
             ORDER BY closed_at, number LIMIT $3",
        )
        .bind(closed_at)
        .bind(number)
        .bind(rows::as_integer(PRUNED_PER_WRITE_MAX as u64))
        .fetch_all(&mut *connection)
        .await?;
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

/// Returns the place of the newest finished interaction that is one too many.
async fn newest_surplus(
    connection: &mut SqliteConnection,
    retention: Retention,
) -> Result<(i64, i64), StoreError> {
    let surplus = sqlx::query(
        "SELECT closed_at, number FROM interaction INDEXED BY interaction_finished
         WHERE closed_at IS NOT NULL ORDER BY closed_at DESC, number DESC LIMIT 1 OFFSET $1",
    )
    .bind(retention.finished_max)
    .fetch_optional(connection)
    .await?;
    let nothing = (i64::MIN, i64::MIN);
    surplus.map_or(Ok(nothing), |row| {
        Ok((row.try_get("closed_at")?, row.try_get("number")?))
    })
}
