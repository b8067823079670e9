//! What the person wrote to the agent: queued, then taken by an attempt, then fixed.

use async_trait::async_trait;
use domain::limits::QUEUED_MESSAGES_MAX;
use domain::task::Status;
use domain::{MessageId, TaskId, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::super::rows;
use super::super::writer::Write;
use crate::{NewMessage, Queue, StoreError, StoredMessage};

pub(in super::super) async fn of(
    connection: &mut SqliteConnection,
    task: TaskId,
) -> Result<Vec<StoredMessage>, StoreError> {
    let found = sqlx::query(
        "SELECT id, number, at, interaction_id, attempt, text FROM message
         WHERE task_id = $1 ORDER BY number",
    )
    .bind(task.to_string())
    .fetch_all(connection)
    .await?;
    found.iter().map(stored).collect()
}

fn stored(row: &SqliteRow) -> Result<StoredMessage, StoreError> {
    let attempt: Option<i64> = row.try_get("attempt")?;
    Ok(StoredMessage {
        id: rows::id(row, "id")?,
        number: rows::natural(row, "number")?,
        at: Timestamp(row.try_get("at")?),
        interaction: rows::optional_id(row, "interaction_id")?,
        attempt: attempt.map(|_| rows::small(row, "attempt")).transpose()?,
        text: row.try_get("text")?,
    })
}

pub(super) async fn insert(
    connection: &mut SqliteConnection,
    task: TaskId,
    message: NewMessage,
) -> Result<StoredMessage, StoreError> {
    let row = sqlx::query(
        "INSERT INTO message (id, task_id, number, at, interaction_id, text)
         VALUES ($1, $2, (SELECT coalesce(max(number), 0) + 1 FROM message WHERE task_id = $2),
                 $3, $4, $5)
         RETURNING id, number, at, interaction_id, attempt, text",
    )
    .bind(message.id.to_string())
    .bind(task.to_string())
    .bind(message.at.0)
    .bind(message.interaction.map(|id| id.to_string()))
    .bind(message.text)
    .fetch_one(connection)
    .await?;
    stored(&row)
}

/// Gives everything that is queued to an attempt.
pub(super) async fn take(
    connection: &mut SqliteConnection,
    task: TaskId,
    attempt: u32,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE message SET attempt = $2 WHERE task_id = $1 AND attempt IS NULL")
        .bind(task.to_string())
        .bind(attempt)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn are_queued(
    connection: &mut SqliteConnection,
    task: TaskId,
) -> Result<bool, StoreError> {
    Ok(queued(connection, task).await? > 0)
}

async fn queued(connection: &mut SqliteConnection, task: TaskId) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) AS queued FROM message WHERE task_id = $1 AND attempt IS NULL";
    let row = sqlx::query(sql)
        .bind(task.to_string())
        .fetch_one(connection)
        .await?;
    rows::small(&row, "queued")
}

pub(in super::super) struct QueueMessage {
    pub(in super::super) task: TaskId,
    pub(in super::super) message: NewMessage,
}

#[async_trait]
impl Write for QueueMessage {
    type Done = Queue;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Queue, StoreError> {
        let Some(current) = super::load(connection, self.task).await? else {
            return Ok(Queue::NoTask);
        };
        match current.task.status() {
            Status::Queued | Status::Running => {}
            Status::AwaitingResponse if current.task.has_live_attempt() => {}
            status @ (Status::AwaitingResponse
            | Status::Complete
            | Status::Error
            | Status::Cancelled) => return Ok(Queue::NotNow(status)),
        }
        if queued(connection, self.task).await? >= QUEUED_MESSAGES_MAX {
            return Ok(Queue::Full);
        }
        let stored = insert(connection, self.task, self.message).await?;
        Ok(Queue::Done(stored))
    }
}

pub(in super::super) struct EditMessage {
    pub(in super::super) task: TaskId,
    pub(in super::super) message: MessageId,
    /// Removed where there is none.
    pub(in super::super) text: Option<String>,
}

#[async_trait]
impl Write for EditMessage {
    /// Whether it was still queued. What answers a question is never only queued.
    type Done = bool;

    async fn run(self, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
        let query = match self.text {
            Some(text) => sqlx::query(
                "UPDATE message SET text = $3
                 WHERE id = $1 AND task_id = $2 AND attempt IS NULL AND interaction_id IS NULL",
            )
            .bind(self.message.to_string())
            .bind(self.task.to_string())
            .bind(text),
            None => sqlx::query(
                "DELETE FROM message
                 WHERE id = $1 AND task_id = $2 AND attempt IS NULL AND interaction_id IS NULL",
            )
            .bind(self.message.to_string())
            .bind(self.task.to_string()),
        };
        Ok(query.execute(connection).await?.rows_affected() > 0)
    }
}
