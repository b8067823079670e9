//! Brings a database to this program's schema, in one transaction: after a crash it is either
//! the old one or the new one.

use sqlx::SqliteConnection;

use crate::StoreError;

/// All migrations in order. Each sets `user_version` to its place in this list, from 1.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/sqlite/0001_first.sql"),
    include_str!("../../migrations/sqlite/0002_history.sql"),
    include_str!("../../migrations/sqlite/0003_finished.sql"),
    include_str!("../../migrations/sqlite/0004_second_half.sql"),
    include_str!("../../migrations/sqlite/0005_log.sql"),
    include_str!("../../migrations/sqlite/0006_budgets.sql"),
    include_str!("../../migrations/sqlite/0007_audit_head.sql"),
    include_str!("../../migrations/sqlite/0008_calls.sql"),
    include_str!("../../migrations/sqlite/0009_outlines.sql"),
    include_str!("../../migrations/sqlite/0010_hub_event.sql"),
    include_str!("../../migrations/sqlite/0011_threads.sql"),
];

/// The schema this program knows.
pub(super) fn known_version(migrations: &[&str]) -> i64 {
    i64::try_from(migrations.len()).unwrap_or(i64::MAX)
}

/// Applies what is missing. The caller has made sure that the file is ours and not newer.
pub(super) async fn migrate(
    connection: &mut SqliteConnection,
    migrations: &'static [&'static str],
) -> Result<(), StoreError> {
    // Taken even when nothing is missing: a file that cannot be written is found out here.
    sqlx::raw_sql("BEGIN IMMEDIATE")
        .execute(&mut *connection)
        .await?;
    let applied = apply_missing(connection, migrations).await;
    let ended = match applied {
        Ok(()) => sqlx::raw_sql("COMMIT").execute(&mut *connection).await,
        Err(_) => sqlx::raw_sql("ROLLBACK").execute(&mut *connection).await,
    };
    applied?;
    ended?;
    Ok(())
}

async fn apply_missing(
    connection: &mut SqliteConnection,
    migrations: &'static [&'static str],
) -> Result<(), StoreError> {
    let found = user_version(connection).await?;
    let done = usize::try_from(found).unwrap_or(0);
    for (index, migration) in migrations.iter().enumerate().skip(done) {
        sqlx::raw_sql(*migration).execute(&mut *connection).await?;
        #[cfg(feature = "fail-points")]
        crate::fail_point::pass("inside_migration");
        let reached = user_version(connection).await?;
        if usize::try_from(reached) != Ok(index + 1) {
            let detail = format!(
                "migration {} left the schema at version {reached}",
                index + 1
            );
            return Err(StoreError::NotCommitted(detail));
        }
    }
    Ok(())
}

pub(super) async fn user_version(connection: &mut SqliteConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(connection)
        .await
}

#[cfg(test)]
mod tests {
    use sqlx::{ConnectOptions, Connection};

    use super::*;
    use crate::sqlite::connect;

    const BROKEN: &[&str] = &[
        MIGRATIONS[0],
        "CREATE TABLE half (x INTEGER) STRICT; PRAGMA user_version = 2; INSERT INTO nowhere VALUES (1)",
    ];
    const FORGETFUL: &[&str] = &[MIGRATIONS[0], "CREATE TABLE half (x INTEGER) STRICT"];

    async fn tables(connection: &mut SqliteConnection) -> Vec<String> {
        let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
        sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
    }

    #[tokio::test]
    async fn migrate_leaves_the_schema_unchanged_when_a_migration_fails() {
        for migrations in [BROKEN, FORGETFUL] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("store.db");
            let options = connect::writer(&path).create_if_missing(true);
            let mut connection = options.connect().await.unwrap();
            migrate(&mut connection, &migrations[..1]).await.unwrap();
            let before = tables(&mut connection).await;

            migrate(&mut connection, migrations).await.unwrap_err();

            assert_eq!(tables(&mut connection).await, before);
            assert_eq!(user_version(&mut connection).await.unwrap(), 1);
            migrate(&mut connection, &migrations[..1]).await.unwrap();
            connection.close().await.unwrap();
        }
    }

    #[tokio::test]
    async fn migrate_leaves_no_table_when_the_first_migration_fails() {
        let dir = tempfile::tempdir().unwrap();
        let options = connect::writer(&dir.path().join("store.db")).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        migrate(&mut connection, BROKEN).await.unwrap_err();
        assert_eq!(tables(&mut connection).await, Vec::<String>::new());
        assert_eq!(user_version(&mut connection).await.unwrap(), 0);
    }

    /// A database as the first release left it: one finished interaction, with its outcome.
    const FIRST_RELEASE: &str = "
        INSERT INTO interaction (id, revision, state, status, scope_key, asker, project, digest,
            asked_at, question_digest, event_head, title, course, question, search)
        VALUES (printf('%032x', 1), 1, 'pending', 'pending', 's', 'codex', 'shop', 'd', 1,
            zeroblob(32), zeroblob(32), 't', '{}', '{}', 's');
        INSERT INTO audit VALUES (1, printf('%032x', 1), 'timeout', '{}', 2, zeroblob(32),
            zeroblob(32), zeroblob(32), zeroblob(32), zeroblob(32));
        UPDATE interaction SET revision = 2, state = 'timeout', status = 'timeout', closed_at = 2,
            outcome = '{}'";

    async fn count(connection: &mut SqliteConnection, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(connection).await.unwrap()
    }

    #[tokio::test]
    async fn migrate_upgrades_a_database_of_the_first_release_completely_or_not_at_all() {
        const TORN: &[&str] = &[
            MIGRATIONS[0],
            // Everything of the second migration, then a fault in its last statement.
            concat!(
                include_str!("../../migrations/sqlite/0002_history.sql"),
                "; INSERT INTO nowhere VALUES (1)"
            ),
        ];
        let indexes = "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'interaction_by_%'";
        let kept = "SELECT count(*) FROM interaction WHERE status = 'timeout'";
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("store.db");
        let options = connect::writer(&path).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        migrate(&mut connection, &MIGRATIONS[..1]).await.unwrap();
        sqlx::raw_sql(FIRST_RELEASE)
            .execute(&mut connection)
            .await
            .unwrap();
        let before = tables(&mut connection).await;

        migrate(&mut connection, TORN).await.unwrap_err();
        assert_eq!(tables(&mut connection).await, before);
        assert_eq!(user_version(&mut connection).await.unwrap(), 1);
        assert_eq!(count(&mut connection, indexes).await, 0);

        migrate(&mut connection, MIGRATIONS).await.unwrap();
        let newest = i64::try_from(MIGRATIONS.len()).unwrap();
        assert_eq!(user_version(&mut connection).await.unwrap(), newest);
        assert_eq!(count(&mut connection, indexes).await, 4);
        let finished = "SELECT value FROM counter WHERE name = 'finished'";
        assert_eq!(count(&mut connection, finished).await, 1);
        assert_eq!(count(&mut connection, kept).await, 1);
        assert!(
            tables(&mut connection)
                .await
                .contains(&"imported".to_owned())
        );
    }
}
