//! Corrections of what decided whether a task is done.

use async_trait::async_trait;
use domain::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::super::rows;
use super::super::writer::Write;
use crate::{ClosingMark, StoreError};

pub(in super::super) struct KeepMark(pub(in super::super) ClosingMark);

#[async_trait]
impl Write for KeepMark {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let mark = self.0;
        sqlx::query(
            "INSERT INTO closing_mark (task_id, attempt, at, decided_by, is_question, closing)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(mark.task.to_string())
        .bind(mark.attempt)
        .bind(mark.at.0)
        .bind(mark.decided_by.map(|layer| layer.as_str()))
        .bind(mark.is_question)
        .bind(mark.closing)
        .execute(connection)
        .await?;
        Ok(())
    }
}

pub(in super::super) async fn all(
    connection: &mut SqliteConnection,
) -> Result<Vec<ClosingMark>, StoreError> {
    let found = sqlx::query(
        "SELECT task_id, attempt, at, decided_by, is_question, closing FROM closing_mark
         ORDER BY at, rowid",
    )
    .fetch_all(connection)
    .await?;
    found.iter().map(mark).collect()
}

fn mark(row: &SqliteRow) -> Result<ClosingMark, StoreError> {
    let decided_by: Option<&str> = row.try_get("decided_by")?;
    Ok(ClosingMark {
        task: rows::id(row, "task_id")?,
        attempt: rows::small(row, "attempt")?,
        at: Timestamp(row.try_get("at")?),
        decided_by: decided_by
            .map(|_| rows::name(row, "decided_by"))
            .transpose()?,
        is_question: row.try_get("is_question")?,
        closing: row.try_get("closing")?,
    })
}
