//! The store on one SQLite file: one writer with group commit, a few readers (WAL, FULL sync).
//!
//! Everything written goes through `writer`; a reader never waits for it. The rules that must hold
//! even if this program has a fault are in the schema too, under `migrations/sqlite`.

mod access;
mod append;
mod audit;
mod chain;
mod commit;
mod connect;
mod create;
mod drafts;
mod events;
mod export;
mod failure;
mod glance;
mod hub_events;
mod import;
mod inspect;
mod interactions;
mod list;
mod log;
mod migrate;
mod open;
mod outline;
mod prune;
mod rows;
mod store;
mod tasks;
mod threads;
mod verify;
mod verify_course;
mod verify_subjects;
mod version;
mod writer;

use std::path::{Path, PathBuf};

use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePool;

use self::writer::{Write, Writer};
use crate::StoreError;

pub use self::glance::{known_imports, pending};
pub use self::version::version;

/// The default backend. One per file and process: SQLite's locks do not see a second one.
pub struct SqliteStore {
    writer: Writer,
    readers: SqlitePool,
    path: PathBuf,
}

impl SqliteStore {
    /// Opens the database at `path`, or creates it when there is none.
    ///
    /// A file that is damaged, newer than this program or not ours is refused and stays as it
    /// is, byte for byte.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let absolute = std::path::absolute(path);
        let path = absolute.map_err(|source| StoreError::Io {
            path: path.to_owned(),
            source,
        })?;
        let connection = open::open(&path).await?;
        let writer = Writer::start(connection, path.clone());
        Ok(Self {
            writer,
            readers: connect::readers(&path),
            path,
        })
    }

    async fn reader(&self) -> Result<PoolConnection<Sqlite>, StoreError> {
        self.readers
            .acquire()
            .await
            .map_err(|error| self.located(error.into()))
    }

    async fn write<W: Write>(&self, write: W) -> Result<W::Done, StoreError> {
        self.writer
            .submit(write)
            .await
            .map_err(|error| self.located(error))
    }

    fn located(&self, error: StoreError) -> StoreError {
        failure::located(error, &self.path)
    }
}
