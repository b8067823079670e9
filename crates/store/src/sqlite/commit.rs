//! The task that owns the writing connection and commits queued writes in groups.
//!
//! One transaction per group, one savepoint per write: a write that fails is undone alone, and no
//! caller gets a result before COMMIT has returned. Transactions are spelt out rather than left to
//! the driver, because SQLite can end one on its own when a disk fills up.

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;

use futures_util::FutureExt;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, watch};

use super::failure::located;
use super::open::connect_writer;
use super::writer::Job;
use crate::StoreError;
#[cfg(feature = "fail-points")]
use crate::fail_point;

/// Writes per transaction. More would make the first of them wait for the last.
const GROUP_MAX: usize = 256;

pub(super) struct Committer {
    /// Absent after a failed group: what the connection still holds is then unknown.
    connection: Option<SqliteConnection>,
    path: PathBuf,
    /// Once true, it stays so: only another process can know again what is on disk.
    sync_failed: watch::Sender<bool>,
}

impl Committer {
    pub(super) fn new(
        connection: SqliteConnection,
        path: PathBuf,
        sync_failed: watch::Sender<bool>,
    ) -> Self {
        Self {
            connection: Some(connection),
            path,
            sync_failed,
        }
    }

    /// Commits groups until every sender is gone, then closes.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Box<dyn Job>>) {
        let mut group = Vec::with_capacity(GROUP_MAX);
        while queue.recv_many(&mut group, GROUP_MAX).await > 0 {
            let committed = self.commit(&mut group).await;
            let committed = committed.map_err(|error| located(error, &self.path));
            if let Err(error) = &committed {
                self.abandon(error).await;
            }
            for job in group.drain(..) {
                job.settle(committed.as_ref().copied());
            }
        }
        self.close().await;
    }

    async fn commit(&mut self, group: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
        if *self.sync_failed.borrow() {
            return Err(StoreError::SyncFailed);
        }
        let connection = match &mut self.connection {
            Some(connection) => connection,
            absent @ None => absent.insert(connect_writer(&self.path).await?),
        };
        execute(connection, "BEGIN IMMEDIATE; SAVEPOINT job").await?;
        for job in group {
            run_in_savepoint(connection, job.as_mut()).await?;
        }
        #[cfg(feature = "fail-points")]
        {
            fail_point::pass("before_commit");
            if fail_point::is_due("sync_error") {
                return Err(StoreError::SyncFailed);
            }
        }
        execute(connection, "RELEASE job; COMMIT").await?;
        #[cfg(feature = "fail-points")]
        fail_point::pass("after_commit");
        Ok(())
    }

    /// Rolls back and drops the connection; the next group gets a fresh one.
    async fn abandon(&mut self, error: &StoreError) {
        tracing::error!(%error, "a group of writes was not committed");
        if matches!(error, StoreError::SyncFailed) {
            self.sync_failed.send_replace(true);
        }
        if let Some(mut connection) = self.connection.take() {
            // Fails when SQLite has already rolled back; closing does it in any case.
            let _ = execute(&mut connection, "ROLLBACK").await;
            if let Err(error) = connection.close().await {
                tracing::error!(%error, "the failed connection did not close");
            }
        }
    }

    async fn close(mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        // Nothing is lost when this fails: the next start reads the log.
        if let Err(error) = execute(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await {
            tracing::warn!(%error, "the log was not folded into the database");
        }
        if let Err(error) = connection.close().await {
            tracing::warn!(%error, "the database did not close");
        }
    }
}

/// Runs one write in the open savepoint and leaves a fresh one for the next.
async fn run_in_savepoint(
    connection: &mut SqliteConnection,
    job: &mut dyn Job,
) -> Result<(), StoreError> {
    let ran = AssertUnwindSafe(job.run(connection)).catch_unwind().await;
    match ran {
        Ok(Ok(())) => execute(connection, "RELEASE job; SAVEPOINT job").await,
        // When SQLite has ended the whole transaction there is no savepoint to go back to, and
        // every write of the group fails with the same cause.
        Ok(Err(cause)) => execute(connection, "ROLLBACK TO job")
            .await
            .map_err(|_| cause),
        Err(_) => Err(StoreError::NotCommitted("a write panicked".to_owned())),
    }
}

async fn execute(connection: &mut SqliteConnection, sql: &'static str) -> Result<(), StoreError> {
    sqlx::query(sql).execute(connection).await?;
    Ok(())
}
