//! Tasks: their rows and look-ups. `step` changes them, `attempts`, `messages` and `output` are what
//! belongs to them.

pub(super) mod attempts;
pub(super) mod marks;
pub(super) mod messages;
pub(super) mod output;
pub(super) mod step;

use domain::task::{State, Task};
use domain::{InteractionId, TaskId, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, SqliteConnection};

use super::failure::unreadable;
use super::rows;
use crate::{PAGE_ROWS_MAX, StoreError, StoredTask, StoredTaskEvent, TaskQuery};

const COLUMNS: &str = "SELECT number, id, thread_id, revision, attempt, created_at, updated_at,
    state, prompt, output FROM task ";

pub(super) async fn load(
    connection: &mut SqliteConnection,
    id: TaskId,
) -> Result<Option<StoredTask>, StoreError> {
    let mut query = QueryBuilder::new(COLUMNS);
    query.push("WHERE id = ").push_bind(id.to_string());
    let found = query.build().fetch_optional(connection).await?;
    found.as_ref().map(stored).transpose()
}

pub(super) async fn list(
    connection: &mut SqliteConnection,
    query: TaskQuery,
) -> Result<Vec<StoredTask>, StoreError> {
    let mut select = QueryBuilder::new(COLUMNS);
    select.push("WHERE TRUE ");
    if let Some(thread) = query.thread {
        select
            .push("AND thread_id = ")
            .push_bind(thread.to_string());
    }
    if let Some(status) = query.status {
        select.push(" AND status = ").push_bind(status.as_str());
    }
    select
        .push(" ORDER BY number LIMIT ")
        .push_bind(query.limit.clamp(1, PAGE_ROWS_MAX));
    let found = select.build().fetch_all(connection).await?;
    found.iter().map(stored).collect()
}

pub(super) async fn queued(
    connection: &mut SqliteConnection,
    limit: u32,
) -> Result<Vec<StoredTask>, StoreError> {
    let mut select = QueryBuilder::new(COLUMNS);
    select
        .push("WHERE status = 'QUEUED' ORDER BY queued_at, number LIMIT ")
        .push_bind(limit);
    let found = select.build().fetch_all(connection).await?;
    found.iter().map(stored).collect()
}

pub(super) async fn live(connection: &mut SqliteConnection) -> Result<Vec<StoredTask>, StoreError> {
    let mut select = QueryBuilder::new(COLUMNS);
    select.push("WHERE is_live = 1 ORDER BY number");
    let found = select.build().fetch_all(connection).await?;
    found.iter().map(stored).collect()
}

pub(super) async fn decided(connection: &mut SqliteConnection) -> Result<Vec<TaskId>, StoreError> {
    let found = sqlx::query(
        "SELECT task.id FROM task INDEXED BY task_of_interaction
         JOIN interaction ON interaction.id = task.interaction_id
         WHERE task.interaction_id IS NOT NULL AND interaction.state <> 'pending'
         ORDER BY interaction.closed_at, task.number",
    )
    .fetch_all(connection)
    .await?;
    found.iter().map(|row| rows::id(row, "id")).collect()
}

pub(super) async fn waiting_for(
    connection: &mut SqliteConnection,
    id: InteractionId,
) -> Result<Option<TaskId>, StoreError> {
    let found = sqlx::query("SELECT id FROM task WHERE interaction_id = $1")
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    found.as_ref().map(|row| rows::id(row, "id")).transpose()
}

pub(super) async fn with_prefix(
    connection: &mut SqliteConnection,
    prefix: &str,
    limit: u32,
) -> Result<Vec<TaskId>, StoreError> {
    let sql = "SELECT id FROM task WHERE id >= $1 AND id < $1 || 'g' ORDER BY id LIMIT $2";
    rows::ids_with_prefix(connection, sql, prefix, limit).await
}

pub(super) async fn events_of(
    connection: &mut SqliteConnection,
    id: TaskId,
) -> Result<Vec<StoredTaskEvent>, StoreError> {
    let found = sqlx::query(
        "SELECT seq, at, data FROM event
         WHERE subject_kind = 'task' AND subject_id = $1 ORDER BY seq",
    )
    .bind(id.to_string())
    .fetch_all(connection)
    .await?;
    let event = |row| {
        Ok(StoredTaskEvent {
            seq: rows::natural(row, "seq")?,
            at: Timestamp(row.try_get("at")?),
            event: rows::json(row, "data")?,
        })
    };
    found.iter().map(event).collect()
}

fn stored(row: &SqliteRow) -> Result<StoredTask, StoreError> {
    let task = Task {
        id: rows::id(row, "id")?,
        thread: rows::id(row, "thread_id")?,
        prompt: row.try_get("prompt")?,
        attempt: rows::small(row, "attempt")?,
        state: rows::json(row, "state")?,
        created_at: Timestamp(row.try_get("created_at")?),
        updated_at: Timestamp(row.try_get("updated_at")?),
    };
    Ok(StoredTask {
        task,
        revision: rows::natural(row, "revision")?,
        number: rows::natural(row, "number")?,
        output: row.try_get("output")?,
    })
}

fn state_json(state: &State) -> Result<String, StoreError> {
    serde_json::to_string(state).map_err(unreadable("state"))
}
