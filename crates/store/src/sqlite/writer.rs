//! The one way to write: a queue in front of the one connection that may.
//!
//! Callers hand in a [`Write`] and wait. If a caller is dropped or panics, its write still commits
//! or fails as usual; only the result is lost.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::commit::Committer;
use crate::StoreError;

/// Writes waiting for a commit. When full, callers wait: slow beats lost.
const QUEUED_MAX: usize = 1024;

/// One change, made as a whole or not at all.
#[async_trait]
pub(super) trait Write: Send + 'static {
    type Done: Send + 'static;

    /// Makes the change inside the open transaction. An error undoes what it has written so far.
    async fn run(self, connection: &mut SqliteConnection) -> Result<Self::Done, StoreError>;
}

/// The handle on the writing task.
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Box<dyn Job>>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    /// Turns true when the disk has failed to confirm a write.
    sync_failed: watch::Receiver<bool>,
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection, path: PathBuf) -> Self {
        let (queue, jobs) = mpsc::channel(QUEUED_MAX);
        let (failing, sync_failed) = watch::channel(false);
        let task = tokio::spawn(Committer::new(connection, path, failing).run(jobs));
        Self {
            sync_failed,
            queue: Mutex::new(Some(queue)),
            task: tokio::sync::Mutex::new(Some(task)),
        }
    }

    /// Returns what `write` returned, once it is durable.
    pub(super) async fn submit<W: Write>(&self, write: W) -> Result<W::Done, StoreError> {
        let queue = self
            .queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let queue = queue.ok_or(StoreError::Closed)?;
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Pending {
            write: Some(write),
            result: None,
            reply,
        });
        queue.send(job).await.map_err(|_| StoreError::Closed)?;
        drop(queue);
        answer.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Returns once the disk has failed to confirm a write; a writer that only closes never does.
    pub(super) async fn sync_failed(&self) {
        let mut sync_failed = self.sync_failed.clone();
        if sync_failed.wait_for(|failed| *failed).await.is_err() {
            std::future::pending().await
        }
    }

    /// Accepts nothing more, commits what is queued, and closes the connection.
    pub(super) async fn close(&self) {
        self.queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the writing task ended badly");
        }
    }
}

/// A [`Write`] whose type has been forgotten.
#[async_trait]
pub(super) trait Job: Send {
    /// Runs the write; an error says what went wrong, for the others of its group.
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError>;

    /// Tells the caller: its own error, else the group's, else the value.
    fn settle(self: Box<Self>, group: Result<(), &StoreError>);
}

struct Pending<W: Write> {
    write: Option<W>,
    result: Option<Result<W::Done, StoreError>>,
    reply: oneshot::Sender<Result<W::Done, StoreError>>,
}

#[async_trait]
impl<W: Write> Job for Pending<W> {
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Some(write) = self.write.take() else {
            return Ok(());
        };
        let result = self.result.insert(write.run(connection).await);
        result.as_ref().map(|_| ()).map_err(for_the_group)
    }

    fn settle(self: Box<Self>, group: Result<(), &StoreError>) {
        let result = match (self.result, group) {
            (Some(Err(own)), _) => Err(own),
            (Some(Ok(done)), Ok(())) => Ok(done),
            (Some(Ok(_)) | None, Err(error)) => Err(for_the_group(error)),
            (None, Ok(())) => Err(StoreError::NotCommitted("it never ran".to_owned())),
        };
        // The caller may have gone; the write still counts.
        let _ = self.reply.send(result);
    }
}

/// Returns an error in a form that can be told to several callers.
fn for_the_group(error: &StoreError) -> StoreError {
    match error {
        StoreError::DiskFull => StoreError::DiskFull,
        StoreError::ReadOnly => StoreError::ReadOnly,
        StoreError::SyncFailed => StoreError::SyncFailed,
        StoreError::Closed => StoreError::Closed,
        StoreError::NotCommitted(detail) => StoreError::NotCommitted(detail.clone()),
        StoreError::Damaged { path, detail } => StoreError::Damaged {
            path: path.clone(),
            detail: detail.clone(),
        },
        StoreError::Database(source) => StoreError::NotCommitted(source.to_string()),
        StoreError::NewerSchema { .. }
        | StoreError::Foreign { .. }
        | StoreError::SqliteTooOld { .. }
        | StoreError::BadCursor
        | StoreError::Unreadable { .. }
        | StoreError::Io { .. } => StoreError::NotCommitted(error.to_string()),
    }
}

#[cfg(test)]
mod tests;
