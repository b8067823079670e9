//! Which SQLite this program was built with.

use sqlx::{Connection, SqliteConnection};

use crate::StoreError;

/// Returns the version of the SQLite inside this program.
pub async fn version() -> Result<String, StoreError> {
    let mut memory = SqliteConnection::connect("sqlite::memory:")
        .await
        .map_err(StoreError::Database)?;
    sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(&mut memory)
        .await
        .map_err(StoreError::Database)
}
