//! Decides whether a file may be opened for writing, without changing a byte of it.
//!
//! Not every bit of a large file is read: the check has a budget, so that a hub starts as fast
//! with a million stored interactions as with ten. Damage beyond it is reported when it is met.

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::failure::Fault;
use super::open::FileFacts;
use super::{connect, migrate};
use crate::StoreError;

/// "SAYS" in the header of every sayso database; the first migration writes it.
const APPLICATION_ID: i64 = 0x5341_5953;
/// Older releases can lose the log's newest frames when it is restarted.
const SQLITE_NEEDED: &str = "3.51.3";
/// One page of the smallest size. SQLite itself would take a few bytes for an empty database.
const FILE_BYTES_MIN: u64 = 512;
/// Steps between two looks at the budget.
const CHECK_STEPS: i32 = 2_000;
/// Looks that are always granted, so that a small file is always checked as a whole.
const CHECK_ROUNDS_MIN: u32 = 10;
/// How long the check of a large file may go on.
const CHECK_TIME: Duration = Duration::from_millis(50);

/// Refuses what is damaged, newer than this program, or not ours.
pub(super) async fn inspect(path: &Path, file: FileFacts) -> Result<(), StoreError> {
    if file.length < FILE_BYTES_MIN {
        let detail = format!("it has only {} bytes", file.length);
        return Err(StoreError::Damaged {
            path: path.to_owned(),
            detail,
        });
    }
    let options = connect::inspector(path, file.has_log);
    let mut connection = options
        .connect()
        .await
        .map_err(|error| refusal(error, path))?;
    let verdict = examine(&mut connection, path, file).await;
    let closed = connection.close().await;
    verdict?;
    closed.map_err(|error| refusal(error, path))
}

async fn examine(
    connection: &mut SqliteConnection,
    path: &Path,
    file: FileFacts,
) -> Result<(), StoreError> {
    let refused = |error| refusal(error, path);
    require_release(connection).await.map_err(|error| {
        if let StoreError::Database(error) = error {
            refusal(error, path)
        } else {
            error
        }
    })?;
    let application: i64 = sqlx::query_scalar("PRAGMA application_id")
        .fetch_one(&mut *connection)
        .await
        .map_err(refused)?;
    if application != APPLICATION_ID {
        return Err(StoreError::Foreign {
            path: path.to_owned(),
        });
    }
    let found = migrate::user_version(connection).await.map_err(refused)?;
    let known = migrate::known_version(migrate::MIGRATIONS);
    if found > known {
        return Err(StoreError::NewerSchema {
            path: path.to_owned(),
            found,
            known,
        });
    }
    if found < 1 {
        let detail = format!("it claims schema version {found}, which never existed");
        return Err(StoreError::Damaged {
            path: path.to_owned(),
            detail,
        });
    }
    let page_size: i64 = sqlx::query_scalar("PRAGMA page_size")
        .fetch_one(&mut *connection)
        .await
        .map_err(refused)?;
    // A log may yet complete the last page; without one the missing bytes are gone.
    if !file.has_log && !file.length.is_multiple_of(page_size.unsigned_abs()) {
        let detail = "it ends in the middle of a page".to_owned();
        return Err(StoreError::Damaged {
            path: path.to_owned(),
            detail,
        });
    }
    check_pages(connection, path).await
}

/// Refuses to work with a SQLite that is known to lose data.
pub(super) async fn require_release(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: String = sqlx::query_scalar("SELECT sqlite_version()")
        .fetch_one(connection)
        .await?;
    if release(&version) < release(SQLITE_NEEDED) {
        return Err(StoreError::SqliteTooOld {
            found: version,
            needed: SQLITE_NEEDED,
        });
    }
    Ok(())
}

async fn check_pages(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    let (mut rounds, started) = (0, Instant::now());
    let mut handle = connection
        .lock_handle()
        .await
        .map_err(|error| refusal(error, path))?;
    handle.set_progress_handler(CHECK_STEPS, move || {
        rounds += 1;
        rounds <= CHECK_ROUNDS_MIN || started.elapsed() < CHECK_TIME
    });
    drop(handle);
    let report = sqlx::query_scalar::<_, String>("PRAGMA quick_check(1)")
        .fetch_all(connection)
        .await;
    match report {
        Ok(lines) if lines == ["ok"] => Ok(()),
        Ok(lines) => Err(StoreError::Damaged {
            path: path.to_owned(),
            detail: lines.join("; "),
        }),
        Err(error) if Fault::of(&error) == Fault::Interrupted => {
            tracing::info!("the database is large, its check ended at the budget");
            Ok(())
        }
        Err(error) => Err(refusal(error, path)),
    }
}

/// While inspecting we only run statements that every intact sayso database can answer, so a
/// complaint about the database itself is damage.
fn refusal(error: sqlx::Error, path: &Path) -> StoreError {
    let complaint = matches!(
        error,
        sqlx::Error::Database(_) | sqlx::Error::ColumnDecode { .. }
    );
    match Fault::of(&error) {
        Fault::Damaged => damaged(&error, path),
        // The file is there; what cannot be opened is the log beside it.
        Fault::CannotOpen => StoreError::ReadOnly,
        Fault::Other if complaint && is_generic(&error) => damaged(&error, path),
        Fault::DiskFull
        | Fault::ReadOnly
        | Fault::SyncFailed
        | Fault::Interrupted
        | Fault::Other => error.into(),
    }
}

fn damaged(error: &sqlx::Error, path: &Path) -> StoreError {
    let detail = match error.as_database_error() {
        Some(reported) => reported.message().to_owned(),
        None => error.to_string(),
    };
    StoreError::Damaged {
        path: path.to_owned(),
        detail,
    }
}

/// SQLITE_ERROR: what a schema that makes no sense leads to. Not locks, memory or the disk.
fn is_generic(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .is_none_or(|reported| reported.code().as_deref() == Some("1"))
}

fn release(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    [(); 3].map(|()| parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_releases_are_compared_by_number() {
        assert!(release("3.51.3") >= release(SQLITE_NEEDED));
        assert!(release("3.52") > release(SQLITE_NEEDED));
        assert!(release("3.100.0") > release(SQLITE_NEEDED));
        for old in ["3.51.2", "3.9.99", "2.99.99", "nonsense"] {
            assert!(release(old) < release(SQLITE_NEEDED), "{old}");
        }
    }
}
