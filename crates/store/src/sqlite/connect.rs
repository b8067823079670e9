//! How connections are configured: one that writes, several that read, one that only looks.

use std::path::Path;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

/// Readers at the same time. Each is a thread; lists and polls take well under a millisecond.
const READERS_MAX: u32 = 4;
/// How long one connection waits for another's lock. Only a checkpoint can hold one that long.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// What the write-ahead log is cut back to after a burst: 64 MiB.
const JOURNAL_SIZE_LIMIT: &str = "67108864";

/// Options of the one connection that writes: every commit is on disk when it returns.
pub(super) fn writer(path: &Path) -> SqliteConnectOptions {
    common(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // Only macOS knows the difference; elsewhere both do nothing.
        .pragma("fullfsync", "ON")
        .pragma("checkpoint_fullfsync", "ON")
        .pragma("journal_size_limit", JOURNAL_SIZE_LIMIT)
        // Without it REPLACE would delete rows past the triggers that guard them.
        .pragma("recursive_triggers", "ON")
}

/// Opens the readers. In WAL mode a writer never blocks them.
pub(super) fn readers(path: &Path) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(READERS_MAX)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_lazy_with(common(path).read_only(true).pragma("query_only", "ON"))
}

/// Options for looking at a file without changing a byte of it.
///
/// Without a log to replay the file is opened as immutable, which creates no side files either.
pub(super) fn inspector(path: &Path, has_log: bool) -> SqliteConnectOptions {
    common(path).read_only(true).immutable(!has_log)
}

fn common(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .pragma("trusted_schema", "OFF")
        .pragma("cell_size_check", "ON")
        .pragma("mmap_size", "0")
        .disable_statement_logging()
}

#[cfg(test)]
mod tests {
    use sqlx::{AssertSqlSafe, Connection};

    use super::*;

    #[tokio::test]
    async fn writer_connection_has_its_durability_and_safety_pragmas_set() {
        let directory = tempfile::tempdir().unwrap();
        let options = writer(&directory.path().join("store.db")).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        for (pragma, expected) in [
            ("journal_mode", "wal"),
            ("synchronous", "2"),
            ("fullfsync", "1"),
            ("checkpoint_fullfsync", "1"),
            ("foreign_keys", "1"),
            ("trusted_schema", "0"),
            ("cell_size_check", "1"),
            ("busy_timeout", "5000"),
            ("journal_size_limit", "67108864"),
            ("recursive_triggers", "1"),
        ] {
            let sql = AssertSqlSafe(format!(
                "SELECT CAST({pragma} AS TEXT) FROM pragma_{pragma}"
            ));
            let column = if pragma == "busy_timeout" {
                AssertSqlSafe("SELECT CAST(timeout AS TEXT) FROM pragma_busy_timeout".to_owned())
            } else {
                sql
            };
            let found: String = sqlx::query_scalar(column)
                .fetch_one(&mut connection)
                .await
                .unwrap();
            assert_eq!(found, expected, "{pragma}");
        }
        connection.close().await.unwrap();
    }
}
