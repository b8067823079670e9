//! A look into a database from outside, without changing a byte of it. Whether a hub has it open
//! or not makes no difference.

use std::path::Path;

use domain::Timestamp;
use domain::interaction::Origin;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::open::{self, Found};
use super::{connect, failure, import, inspect};
use crate::StoreError;

/// Returns how many questions are pending in the database at `path`; none if there is no file.
pub async fn pending(path: &Path) -> Result<u64, StoreError> {
    let Some(mut connection) = look(path).await? else {
        return Ok(0);
    };
    let counted: Result<i64, _> =
        sqlx::query_scalar("SELECT count(*) FROM interaction WHERE state = 'pending'")
            .fetch_one(&mut connection)
            .await;
    let counted = counted.map(i64::unsigned_abs).map_err(StoreError::from);
    end(connection, counted, path).await
}

/// Counts how many of these, each with the time it was asked, were imported before.
pub async fn known_imports(
    path: &Path,
    origins: &[(Origin, Timestamp)],
) -> Result<u64, StoreError> {
    let Some(mut connection) = look(path).await? else {
        return Ok(0);
    };
    let counted = import::known_count(&mut connection, origins).await;
    end(connection, counted, path).await
}

/// Opens an intact sayso database; `None` if there is no file.
async fn look(path: &Path) -> Result<Option<SqliteConnection>, StoreError> {
    let file = match open::find(path).await? {
        Found::Nothing => return Ok(None),
        Found::Database(file) => file,
    };
    inspect::inspect(path, file).await?;
    let in_use = file.has_log || open::beside(path, "-shm").exists();
    let connected = connect::inspector(path, in_use).connect().await;
    let located = |error: sqlx::Error| failure::located(error.into(), path);
    connected.map(Some).map_err(located)
}

async fn end(
    connection: SqliteConnection,
    counted: Result<u64, StoreError>,
    path: &Path,
) -> Result<u64, StoreError> {
    let closed = connection.close().await.map_err(StoreError::from);
    let counted = counted.and_then(|count| closed.map(|()| count));
    counted.map_err(|error| failure::located(error, path))
}
