//! Faults of the disk and of our own, provoked on the real writing connection.

use std::sync::Arc;

use domain::Timestamp;

use super::*;
use crate::sqlite::SqliteStore;
use crate::sqlite::access::AddToken;
use crate::{Access, NewToken, Store};

/// Runs SQL on the writing connection.
struct Run(&'static str);

#[async_trait]
impl Write for Run {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::raw_sql(self.0).execute(connection).await?;
        Ok(())
    }
}

/// Ends the group as a disk does that cannot say what it has written.
struct FailToSync;

#[async_trait]
impl Write for FailToSync {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        // Without the transaction there is no savepoint to go back to: every write of the group
        // fails with the same cause.
        sqlx::raw_sql("ROLLBACK").execute(connection).await?;
        Err(StoreError::SyncFailed)
    }
}

struct Panic;

#[async_trait]
impl Write for Panic {
    type Done = ();

    async fn run(self, _: &mut SqliteConnection) -> Result<(), StoreError> {
        panic!("a fault of our own")
    }
}

async fn fresh() -> (tempfile::TempDir, Arc<SqliteStore>) {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&directory.path().join("store.db"))
        .await
        .unwrap();
    (directory, Arc::new(store))
}

fn token(id: &str, name: String) -> NewToken {
    NewToken {
        id: id.into(),
        name,
        directory: "/src/shop".into(),
        secret_hash: [0; 32],
        created_at: Timestamp(0),
        expires_at: Timestamp(1),
    }
}

async fn names(store: &SqliteStore) -> Vec<String> {
    store
        .tokens()
        .await
        .unwrap()
        .into_iter()
        .map(|token| token.id)
        .collect()
}

#[tokio::test]
async fn writer_refuses_writes_on_a_full_disk_and_resumes_when_there_is_room() {
    let (_directory, store) = fresh().await;
    store
        .add_token(&token("before", String::new()))
        .await
        .unwrap();
    // The limit cannot be lower than what is in use, so this allows not one page more.
    store.write(Run("PRAGMA max_page_count = 1")).await.unwrap();

    let large = token("large", "x".repeat(1 << 20));
    let refused = store.add_token(&large).await;

    assert!(matches!(refused, Err(StoreError::DiskFull)), "{refused:?}");
    assert_eq!(names(&store).await, ["before"]);
    store
        .write(Run("PRAGMA max_page_count = 1000000"))
        .await
        .unwrap();
    store.add_token(&large).await.unwrap();
    assert_eq!(names(&store).await, ["before", "large"]);
}

#[tokio::test]
async fn writer_refuses_writes_to_a_read_only_database_that_stays_readable() {
    let (_directory, store) = fresh().await;
    store
        .add_token(&token("before", String::new()))
        .await
        .unwrap();
    store.write(Run("PRAGMA query_only = ON")).await.unwrap();

    let refused = store.add_token(&token("after", String::new())).await;

    assert!(matches!(refused, Err(StoreError::ReadOnly)), "{refused:?}");
    assert_eq!(names(&store).await, ["before"]);
}

#[tokio::test]
async fn writer_undoes_only_the_failed_write_of_a_group() {
    let (_directory, store) = fresh().await;
    // One runtime thread: all three are queued before the writing task wakes, as one group.
    let (before, failed, after) = tokio::join!(
        store.write(AddToken(token("a", String::new()))),
        store.write(Run(
            "INSERT INTO counter VALUES ('half', 1); INSERT INTO nowhere VALUES (1)"
        )),
        store.write(AddToken(token("b", String::new()))),
    );
    before.unwrap();
    failed.unwrap_err();
    after.unwrap();
    assert_eq!(names(&store).await, ["a", "b"]);
    let mut reader = store.reader().await.unwrap();
    let counters: i64 = sqlx::query_scalar("SELECT count(*) FROM counter WHERE name = 'half'")
        .fetch_one(&mut *reader)
        .await
        .unwrap();
    assert_eq!(counters, 0);
}

#[tokio::test]
async fn writer_reports_failure_to_every_write_of_a_group_it_cannot_commit() {
    let (_directory, store) = fresh().await;
    // Ends the transaction under the group, as SQLite itself may when a disk fails.
    let (one, ended, two) = tokio::join!(
        store.write(AddToken(token("a", String::new()))),
        store.write(Run("ROLLBACK")),
        store.write(AddToken(token("b", String::new()))),
    );
    for refused in [one, ended, two] {
        assert!(
            matches!(refused, Err(StoreError::NotCommitted(_))),
            "{refused:?}"
        );
    }
    assert_eq!(names(&store).await, Vec::<String>::new());
    store.add_token(&token("c", String::new())).await.unwrap();
    assert_eq!(names(&store).await, ["c"]);
}

#[tokio::test]
async fn writer_continues_after_a_write_panics() {
    let (_directory, store) = fresh().await;
    let panicked = store.write(Panic).await;
    assert!(
        matches!(panicked, Err(StoreError::NotCommitted(_))),
        "{panicked:?}"
    );
    store
        .add_token(&token("after", String::new()))
        .await
        .unwrap();
    assert_eq!(names(&store).await, ["after"]);
}

#[tokio::test]
async fn close_commits_queued_writes_and_removes_the_write_ahead_log() {
    let (directory, store) = fresh().await;
    let queued = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.add_token(&token("queued", String::new())).await }
    });
    tokio::task::yield_now().await;

    store.close().await;

    queued.await.unwrap().unwrap();
    let path = directory.path().join("store.db");
    let files: Vec<_> = std::fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(files, std::slice::from_ref(&path));
    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(names(&store).await, ["queued"]);
}

#[tokio::test]
async fn writer_stops_and_reports_it_when_the_disk_fails_to_sync() {
    let (directory, store) = fresh().await;
    store
        .add_token(&token("before", String::new()))
        .await
        .unwrap();
    let unbroken = tokio::time::timeout(std::time::Duration::ZERO, store.broken()).await;
    assert!(unbroken.is_err(), "nothing has happened yet");

    let failed = store.write(FailToSync).await;
    assert!(matches!(failed, Err(StoreError::SyncFailed)), "{failed:?}");
    store.broken().await;

    // Writing on could make it worse; what is there can still be read.
    let after = store.add_token(&token("after", String::new())).await;
    assert!(matches!(after, Err(StoreError::SyncFailed)), "{after:?}");
    assert_eq!(names(&store).await, ["before"]);
    store.close().await;
    let reopened = SqliteStore::open(&directory.path().join("store.db"))
        .await
        .unwrap();
    reopened
        .add_token(&token("after", String::new()))
        .await
        .unwrap();
    assert_eq!(names(&reopened).await, ["after", "before"]);
}
