//! Reads interactions one by one and by what the engine asks about the pending ones.

use domain::{CallKey, InteractionId, Principal, Timestamp};
use sqlx::SqliteConnection;

use super::rows::{self, interaction_columns, outline_columns};
use crate::{DueAt, StoreError, Stored, StoredOutline};

pub(super) async fn load(
    connection: &mut SqliteConnection,
    id: InteractionId,
) -> Result<Option<Stored>, StoreError> {
    let found = sqlx::query(concat!(
        "SELECT ",
        interaction_columns!(),
        " FROM interaction WHERE id = $1"
    ))
    .bind(id.to_string())
    .fetch_optional(connection)
    .await?;
    found.as_ref().map(rows::stored).transpose()
}

pub(super) async fn load_outline(
    connection: &mut SqliteConnection,
    id: InteractionId,
) -> Result<Option<StoredOutline>, StoreError> {
    let found = sqlx::query(concat!(
        "SELECT ",
        outline_columns!(),
        " FROM interaction LEFT JOIN outline ON interaction_id = id WHERE id = $1"
    ))
    .bind(id.to_string())
    .fetch_optional(connection)
    .await?;
    found.as_ref().map(rows::outline).transpose()
}

pub(super) async fn load_by_call(
    connection: &mut SqliteConnection,
    principal: &Principal,
    call: CallKey,
) -> Result<Option<Stored>, StoreError> {
    let found = sqlx::query(concat!(
        "SELECT ",
        interaction_columns!(),
        " FROM interaction INDEXED BY interaction_of_call WHERE call_key = $1"
    ))
    .bind(call_key(principal, call))
    .fetch_optional(connection)
    .await?;
    found.as_ref().map(rows::stored).transpose()
}

/// Names a call among those of all principals.
pub(super) fn call_key(principal: &Principal, call: CallKey) -> String {
    format!("{} {call}", principal.key())
}

pub(super) async fn pending_like(
    connection: &mut SqliteConnection,
    scope_key: &str,
    digest: &str,
) -> Result<Vec<Stored>, StoreError> {
    let found = sqlx::query(concat!(
        "SELECT ",
        interaction_columns!(),
        " FROM interaction INDEXED BY interaction_alike
         WHERE state = 'pending' AND scope_key = $1 AND digest = $2 ORDER BY number"
    ))
    .bind(scope_key)
    .bind(digest)
    .fetch_all(connection)
    .await?;
    found.iter().map(rows::stored).collect()
}

pub(super) async fn undelivered_like(
    connection: &mut SqliteConnection,
    scope_key: &str,
    digest: &str,
    since: Timestamp,
) -> Result<Vec<Stored>, StoreError> {
    let found = sqlx::query(concat!(
        "SELECT ",
        interaction_columns!(),
        " FROM interaction INDEXED BY interaction_finished
         WHERE closed_at >= $3 AND scope_key = $1 AND digest = $2 AND delivered_at IS NULL
         ORDER BY closed_at DESC, number DESC"
    ))
    .bind(scope_key)
    .bind(digest)
    .bind(since.0)
    .fetch_all(connection)
    .await?;
    found.iter().map(rows::stored).collect()
}

pub(super) async fn pending_ids(
    connection: &mut SqliteConnection,
) -> Result<Vec<InteractionId>, StoreError> {
    let found = sqlx::query(
        "SELECT id FROM interaction INDEXED BY interaction_pending
         WHERE state = 'pending' ORDER BY number",
    )
    .fetch_all(connection)
    .await?;
    found.iter().map(|row| rows::id(row, "id")).collect()
}

pub(super) async fn next_deadlines(
    connection: &mut SqliteConnection,
    limit: u32,
) -> Result<Vec<DueAt>, StoreError> {
    let found = sqlx::query(
        "SELECT id, due_uptime_ms FROM interaction INDEXED BY interaction_due
         WHERE due_uptime_ms IS NOT NULL ORDER BY due_uptime_ms, number LIMIT $1",
    )
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let due = |row| {
        Ok(DueAt {
            id: rows::id(row, "id")?,
            uptime_ms: rows::natural(row, "due_uptime_ms")?,
        })
    };
    found.iter().map(due).collect()
}

pub(super) async fn ids_with_prefix(
    connection: &mut SqliteConnection,
    prefix: &str,
    limit: u32,
) -> Result<Vec<InteractionId>, StoreError> {
    let sql = "SELECT id FROM interaction WHERE id >= $1 AND id < $1 || 'g' ORDER BY id LIMIT $2";
    rows::ids_with_prefix(connection, sql, prefix, limit).await
}
