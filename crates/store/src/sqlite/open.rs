//! Opens the database file, or creates one, and refuses a file if opening it could lose data.
//!
//! A new database is completed under another name and then renamed, so that the real name never
//! holds half a schema.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::fs;

use super::failure::{Fault, located};
use super::{connect, inspect, migrate};
use crate::StoreError;

const PRIVATE_FILE: u32 = 0o600;

/// Returns the writing connection to an intact database of this program's schema.
pub(super) async fn open(path: &Path) -> Result<SqliteConnection, StoreError> {
    match find(path).await? {
        Found::Nothing => create(path).await?,
        Found::Database(file) => inspect::inspect(path, file).await?,
    }
    make_private(path).await?;
    let mut connection = connect_writer(path).await?;
    migrate::migrate(&mut connection, migrate::MIGRATIONS)
        .await
        .map_err(|error| located(error, path))?;
    Ok(connection)
}

/// Opens the writing connection to a database that has been inspected.
pub(super) async fn connect_writer(path: &Path) -> Result<SqliteConnection, StoreError> {
    let connected = connect::writer(path).connect().await;
    connected.map_err(|error| match Fault::of(&error) {
        // The file itself was readable a moment ago, so it is the log that cannot be made.
        Fault::CannotOpen => StoreError::ReadOnly,
        Fault::Damaged
        | Fault::DiskFull
        | Fault::ReadOnly
        | Fault::SyncFailed
        | Fault::Interrupted
        | Fault::Other => located(error.into(), path),
    })
}

pub(super) enum Found {
    Nothing,
    Database(FileFacts),
}

/// What can be seen of a file from outside.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileFacts {
    pub(super) length: u64,
    /// Whether a write-ahead log with content lies beside it.
    pub(super) has_log: bool,
}

pub(super) async fn find(path: &Path) -> Result<Found, StoreError> {
    let has_log = length(&beside(path, "-wal")).await? > 0;
    match (length(path).await?, has_log) {
        (0, false) => Ok(Found::Nothing),
        // Opening it would throw the log away, and with it what may be all that is left.
        (0, true) => {
            let detail = "it is empty or missing, but its write-ahead log is not".to_owned();
            Err(StoreError::Damaged {
                path: path.to_owned(),
                detail,
            })
        }
        (length, has_log) => Ok(Found::Database(FileFacts { length, has_log })),
    }
}

/// Returns the length of a file; a missing one has none.
async fn length(path: &Path) -> Result<u64, StoreError> {
    match fs::metadata(path).await {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        Err(error) => Err(io(path)(error)),
    }
}

async fn create(path: &Path) -> Result<(), StoreError> {
    let unfinished = beside(path, ".new");
    for suffix in ["", "-wal", "-shm", "-journal"] {
        remove(&beside(&unfinished, suffix)).await?;
    }
    let mut private = fs::OpenOptions::new();
    private.write(true).create_new(true).mode(PRIVATE_FILE);
    drop(private.open(&unfinished).await.map_err(io(&unfinished))?);

    let mut connection = connect_writer(&unfinished).await?;
    inspect::require_release(&mut connection).await?;
    migrate::migrate(&mut connection, migrate::MIGRATIONS).await?;
    // Closing the only connection folds the log into the file and syncs it.
    connection.close().await?;

    for suffix in ["-wal", "-shm"] {
        remove(&beside(path, suffix)).await?;
    }
    #[cfg(feature = "fail-points")]
    crate::fail_point::pass("inside_creation");
    fs::rename(&unfinished, path).await.map_err(io(path))?;
    sync_directory_of(path).await
}

async fn sync_directory_of(path: &Path) -> Result<(), StoreError> {
    let directory = path.parent().unwrap_or(Path::new("/"));
    let handle = fs::File::open(directory).await.map_err(io(directory))?;
    handle.sync_all().await.map_err(io(directory))
}

async fn make_private(path: &Path) -> Result<(), StoreError> {
    for suffix in ["", "-wal", "-shm"] {
        let file = beside(path, suffix);
        let mode = match fs::metadata(&file).await {
            Ok(metadata) => metadata.permissions().mode(),
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(io(&file)(error)),
        };
        // Only ever taken away: a file made read-only on purpose stays so.
        if mode & 0o077 != 0 {
            let permissions = std::fs::Permissions::from_mode(mode & 0o700 & PRIVATE_FILE);
            fs::set_permissions(&file, permissions)
                .await
                .map_err(io(&file))?;
        }
    }
    Ok(())
}

async fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path).await {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io(path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the system's kinds of errors: the rest says nothing more"
)]
fn io(path: &Path) -> impl Fn(std::io::Error) -> StoreError {
    move |source| match source.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::DiskFull,
        _ => StoreError::Io {
            path: path.to_owned(),
            source,
        },
    }
}
