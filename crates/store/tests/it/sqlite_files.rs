//! What SQLite's file may look like, and that a refusal leaves it byte for byte as it was.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use domain::Subject;
use domain::interaction::{Event, Status};
use store::{Audit, Interactions, ListQuery, Log, SqliteStore, StoreError, StoredOutline};
use tempfile::TempDir;

use crate::support::{Backend, Sqlite, append, ask, finish, id, question, second, yes};

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// A closed database with a few pages of content.
async fn closed_database() -> Sqlite {
    let backend = Sqlite::fresh().await;
    let store = backend.open().await;
    for number in 1..=40 {
        finish(&*store, number, 60).await;
    }
    store.close().await;
    backend
}

/// A database of the first release: five questions, four of them closed.
const FIRST_RELEASE: &str = include_str!("../fixtures/first_release.sql");

#[tokio::test]
async fn database_of_the_first_release_keeps_its_log_and_hash_chains_when_opened() {
    let backend = Sqlite::fresh().await;
    backend.behind(FIRST_RELEASE).await.unwrap();
    let numbers = "SELECT group_concat(seq || ' ' || kind || ' ' || hex(hash)) FROM event";
    let before = backend.text(numbers).await;

    let store = backend.open().await;

    assert_eq!(backend.text(numbers).await, before);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
    let log = store.log_after(0, 100).await.unwrap();
    assert_eq!(log.len(), 15);
    for entry in &log {
        let Subject::Interaction(id) = entry.subject else {
            panic!("{entry:?}");
        };
        let events = store.events_of(id).await.unwrap();
        let named = events.iter().find(|event| event.seq == entry.seq).unwrap();
        assert_eq!(
            (named.event.kind().as_str(), named.at),
            (&*entry.kind, entry.at)
        );
    }
    let everything = ListQuery {
        limit: 100,
        ..ListQuery::default()
    };
    let rows = store.list(&everything).await.unwrap().rows;
    assert!(!rows.is_empty());
    for row in rows {
        let whole = store.interaction(row.outline.id).await.unwrap().unwrap();
        assert_eq!(row, StoredOutline::from(&whole));
    }
    let open = store.pending_ids().await.unwrap().remove(0);
    let open = store.interaction(open).await.unwrap().unwrap();
    append(&*store, &open, &[Event::TimedOut], second(60)).await;
    assert_eq!(store.last_seq().await.unwrap(), 16);
    let outline = store.outline(open.interaction.id).await.unwrap().unwrap();
    assert_eq!(outline.outline.status(), Status::Timeout);
    assert_eq!(store.verify_audit().await.unwrap(), Vec::<String>::new());
}

/// Opens the file, which must fail, and returns why. Its bytes and its neighbours must not change.
async fn refusal(path: &Path) -> StoreError {
    let neighbours = |path: &Path| {
        let mut names: Vec<_> = fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .filter(|name| !name.to_string_lossy().ends_with("-shm"))
            .collect();
        names.sort();
        names
    };
    let log = beside(path, "-wal");
    let before = (fs::read(path).ok(), fs::read(&log).ok(), neighbours(path));
    let refused = match SqliteStore::open(path).await {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error,
    };
    let after = (fs::read(path).ok(), fs::read(&log).ok(), neighbours(path));
    assert!(
        before == after,
        "{} was touched ({refused})",
        path.display()
    );
    refused
}

async fn assert_damaged(path: &Path, what: &str) {
    let refused = refusal(path).await;
    assert!(
        matches!(refused, StoreError::Damaged { .. }),
        "{what}: {refused:?}"
    );
}

#[tokio::test]
async fn database_files_are_readable_by_their_owner_only() {
    let backend = Sqlite::fresh().await;
    let store = backend.open().await;
    ask(&*store, question(1)).await;
    for suffix in ["", "-wal", "-shm"] {
        let mode = fs::metadata(beside(&backend.path(), suffix))
            .unwrap()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{suffix}");
    }
    store.close().await;

    fs::set_permissions(backend.path(), fs::Permissions::from_mode(0o644)).unwrap();
    backend.open().await.close().await;
    assert_eq!(fs::metadata(backend.path()).unwrap().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn open_creates_a_database_over_an_empty_or_unfinished_file() {
    let backend = Sqlite::fresh().await;
    fs::write(backend.path(), "").unwrap();
    for suffix in [".new", ".new-wal", ".new-journal"] {
        fs::write(beside(&backend.path(), suffix), "half a database").unwrap();
    }
    let store = backend.open().await;
    ask(&*store, question(1)).await;
    store.close().await;
    let left: Vec<_> = fs::read_dir(backend.path().parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(left, [backend.path()]);
    assert_eq!(backend.open().await.pending_count().await.unwrap(), 1);
}

#[tokio::test]
async fn open_reports_damage_when_a_log_has_no_database() {
    let backend = Sqlite::fresh().await;
    fs::write(beside(&backend.path(), "-wal"), "frames").unwrap();
    assert_damaged(&backend.path(), "missing").await;
    fs::write(backend.path(), "").unwrap();
    assert_damaged(&backend.path(), "empty").await;
}

#[tokio::test]
async fn open_refuses_a_newer_schema() {
    let backend = closed_database().await;
    backend.behind("PRAGMA user_version = 99").await.unwrap();
    let refused = refusal(&backend.path()).await;
    assert!(
        matches!(&refused, StoreError::NewerSchema { path, found: 99, known: 1.. } if *path == backend.path()),
        "{refused:?}"
    );
}

#[tokio::test]
async fn open_refuses_a_newer_schema_that_is_still_in_the_log() {
    let backend = Sqlite::fresh().await;
    let store = backend.open().await;
    ask(&*store, question(1)).await;
    backend.behind("PRAGMA user_version = 99").await.unwrap();
    let copy = crashed_copy(&backend.path());
    let refused = refusal(&copy.path().join("store.db")).await;
    assert!(
        matches!(refused, StoreError::NewerSchema { found: 99, .. }),
        "{refused:?}"
    );
}

#[tokio::test]
async fn open_refuses_a_database_of_another_program() {
    for sql in [
        "CREATE TABLE bookmark (url TEXT)",
        "CREATE TABLE bookmark (url TEXT); PRAGMA application_id = 7; PRAGMA user_version = 1",
        "PRAGMA user_version = 1; CREATE TABLE interaction (id TEXT)",
    ] {
        let backend = Sqlite::fresh().await;
        fs::write(backend.path(), "").unwrap();
        backend.behind(sql).await.unwrap();
        let refused = refusal(&backend.path()).await;
        assert!(
            matches!(refused, StoreError::Foreign { .. }),
            "{sql}: {refused:?}"
        );
    }
}

#[tokio::test]
async fn open_reports_damage_in_a_truncated_file() {
    let backend = closed_database().await;
    let whole = fs::read(backend.path()).unwrap();
    let length = whole.len();
    for kept in [
        1,
        16,
        99,
        100,
        101,
        512,
        4095,
        4096,
        8192,
        length / 2,
        length - 4096,
        length - 1,
    ] {
        fs::write(backend.path(), &whole[..kept]).unwrap();
        assert_damaged(&backend.path(), &format!("{kept} of {length} bytes")).await;
    }
    fs::write(backend.path(), &whole).unwrap();
    assert_eq!(backend.open().await.last_seq().await.unwrap(), 80);
}

#[tokio::test]
async fn open_reports_damage_in_a_file_that_is_not_a_database() {
    let backend = Sqlite::fresh().await;
    for garbage in [
        b"{}".to_vec(),
        vec![0; 4096],
        vec![0xa5; 20_000],
        b"SQLite format 3\0".to_vec(),
    ] {
        fs::write(backend.path(), &garbage).unwrap();
        assert_damaged(&backend.path(), &format!("{:?}…", &garbage[..2])).await;
    }
}

#[tokio::test]
async fn open_refuses_a_file_with_a_flipped_bit_in_its_header() {
    let backend = closed_database().await;
    let whole = fs::read(backend.path()).unwrap();
    // Magic, page size, format versions, payload fractions, pages in the file, schema format,
    // auto-vacuum root, our own schema version, and the first page's tree.
    for place in [
        0, 8, 15, 16, 17, 19, 21, 22, 23, 28, 30, 47, 52, 54, 63, 100, 105,
    ] {
        let mut flipped = whole.clone();
        flipped[place] ^= 0x41;
        fs::write(backend.path(), &flipped).unwrap();
        let refused = refusal(&backend.path()).await;
        let is_expected = match place {
            63 => matches!(refused, StoreError::NewerSchema { .. }),
            _ => matches!(refused, StoreError::Damaged { .. }),
        };
        assert!(is_expected, "byte {place}: {refused:?}");
    }
    let mut flipped = whole;
    flipped[70] ^= 1;
    fs::write(backend.path(), &flipped).unwrap();
    let refused = refusal(&backend.path()).await;
    assert!(matches!(refused, StoreError::Foreign { .. }), "{refused:?}");
}

#[tokio::test]
async fn open_reports_damage_in_an_overwritten_page() {
    let backend = closed_database().await;
    let whole = fs::read(backend.path()).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut scribbled = whole.clone();
        scribbled[page * 4096..page * 4096 + 64].fill(0x5a);
        fs::write(backend.path(), &scribbled).unwrap();
        assert_damaged(&backend.path(), &format!("page {page}")).await;
    }
}

#[tokio::test]
async fn verify_audit_reports_an_index_that_does_not_match_its_rows() {
    let backend = Sqlite::fresh().await;
    backend.open().await.close().await;
    // While it is told to hold other rows, the index misses what is stored.
    for [from, to] in [["IS NOT NULL", "IS NULL"], ["IS NULL", "IS NOT NULL"]] {
        let mut connection = backend.connect().await;
        let sql = format!(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}')
             WHERE name = 'interaction_by_status'"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
            .execute(&mut connection)
            .await
            .unwrap();
        sqlx::Connection::close(connection).await.unwrap();
        if to == "IS NULL" {
            let store = backend.open().await;
            finish(&*store, 1, 60).await;
            store.close().await;
        }
    }
    // The file is well-formed in every other way, so it opens.
    let problems = backend.open().await.verify_audit().await.unwrap();
    assert!(!problems.is_empty());
    for problem in problems {
        assert!(problem.starts_with("database file: "), "{problem}");
        assert!(problem.contains("interaction_by_status"), "{problem}");
    }
}

#[tokio::test]
async fn store_reports_damage_that_appears_while_it_is_open() {
    let backend = Sqlite::fresh().await;
    let store = backend.open().await;
    for number in 1..=200 {
        finish(&*store, number, 60).await;
    }
    store.close().await;
    let store = backend.open().await;
    let length = fs::metadata(backend.path()).unwrap().len() as usize;
    let mut bytes = fs::read(backend.path()).unwrap();
    bytes[4096..length].fill(0x5a);
    fs::write(backend.path(), &bytes).unwrap();

    let read = store.interaction(id(100)).await;
    assert!(matches!(read, Err(StoreError::Damaged { .. })), "{read:?}");
    let written = store.create(question(201), crate::support::PLENTY).await;
    assert!(
        matches!(written, Err(StoreError::Damaged { .. })),
        "{written:?}"
    );
}

/// Copies database and log as a killed process leaves them.
fn crashed_copy(path: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for suffix in ["", "-wal"] {
        fs::copy(
            beside(path, suffix),
            beside(&copy.path().join("store.db"), suffix),
        )
        .unwrap();
    }
    copy
}

#[tokio::test]
async fn acknowledged_writes_survive_a_kill() {
    let backend = Sqlite::fresh().await;
    let store = backend.open().await;
    let mut expected = Vec::new();
    for number in 1..=10 {
        expected.push(ask(&*store, question(number)).await);
    }
    let answered = append(&*store, &expected[4], &[yes(&expected[4])], second(60))
        .await
        .stored;
    expected[4] = answered;

    let copy = crashed_copy(&backend.path());

    let recovered = SqliteStore::open(&copy.path().join("store.db"))
        .await
        .unwrap();
    for stored in expected {
        let found = recovered.interaction(stored.interaction.id).await.unwrap();
        assert_eq!(found, Some(stored));
    }
    assert_eq!(recovered.last_seq().await.unwrap(), 11);
    assert_eq!(
        recovered.verify_audit().await.unwrap(),
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn open_refuses_a_directory_without_write_permission() {
    let backend = closed_database().await;
    let directory = backend.path().parent().unwrap().to_owned();
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o500)).unwrap();
    let is_privileged = fs::write(directory.join("probe"), "").is_ok();
    if is_privileged {
        eprintln!("not checked: this user may write to read-only directories");
        let _ = fs::remove_file(directory.join("probe"));
        return;
    }
    for path in [backend.path(), directory.join("another.db")] {
        let refused = SqliteStore::open(&path).await.err();
        assert!(matches!(refused, Some(StoreError::ReadOnly)), "{refused:?}");
    }
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o700)).unwrap();
}
