//! Threads: where they may work, and what a person changes of them.

use std::path::{Path, PathBuf};

use domain::limits::THREAD_TITLE_CHARS_MAX;
use domain::task::timeouts::Limits;
use domain::thread::{ThreadEvent, title_of};
use domain::{Thread, ThreadId};
use store::{StoreError, StoredThread, ThreadQuery};

use super::{GiveError, TaskError, Tasks};
use crate::ask::random_bytes;

/// A conversation that is about to begin.
#[derive(Debug, Clone)]
pub struct NewThread {
    pub directory: PathBuf,
    pub agent: String,
    pub limits: Limits,
    pub full_auto: bool,
}

/// What a person changes of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThreadChange {
    Title(String),
    Archived(bool),
    FullAuto(bool),
    /// Revokes a remembered permission by its place in the list, from 1.
    Forget(u32),
}

impl Tasks {
    pub async fn thread(&self, id: ThreadId) -> Result<StoredThread, TaskError> {
        let found = self.store().thread(id).await?;
        found.ok_or(TaskError::UnknownThread(id))
    }

    pub async fn threads(&self, query: ThreadQuery) -> Result<Vec<StoredThread>, StoreError> {
        self.store().threads(query).await
    }

    /// Returns a conversation about a directory, which is not stored yet.
    pub(super) fn new_thread(&self, new: NewThread, prompt: &str) -> Result<Thread, GiveError> {
        self.inner.workshop.knows(&new.agent)?;
        if new.limits.idle_ms == 0 || new.limits.hard_ms < new.limits.idle_ms {
            return Err(GiveError::BadLimits);
        }
        let directory = self.allowed(&new.directory)?;
        let at = self.now().wall;
        Ok(Thread {
            id: ThreadId::from_random(random_bytes()),
            title: title_of(prompt),
            directory,
            agent: new.agent,
            full_auto: new.full_auto,
            limits: new.limits,
            created_at: at,
            updated_at: at,
            archived_at: None,
            session: None,
            remembered: Vec::new(),
        })
    }

    /// Returns the real path of a directory in which an agent may work.
    fn allowed(&self, directory: &Path) -> Result<String, GiveError> {
        if !directory.is_absolute() {
            return Err(GiveError::NotAbsolute(directory.to_owned()));
        }
        let real = directory.canonicalize();
        let real = real.map_err(|_| GiveError::NotADirectory(directory.to_owned()))?;
        if !real.is_dir() {
            return Err(GiveError::NotADirectory(directory.to_owned()));
        }
        let forbidden = self.inner.workshop.forbidden();
        let is_forbidden = |place: &PathBuf| place.canonicalize().is_ok_and(|place| place == real);
        if real.parent().is_none() || forbidden.iter().any(is_forbidden) {
            return Err(GiveError::Forbidden(real));
        }
        real.into_os_string()
            .into_string()
            .map_err(|_| GiveError::NotADirectory(directory.to_owned()))
    }

    pub async fn change_thread(
        &self,
        id: ThreadId,
        change: ThreadChange,
    ) -> Result<StoredThread, TaskError> {
        let current = self.thread(id).await?;
        let event = match change {
            ThreadChange::Title(title) => {
                let title = title.trim().to_owned();
                if title.is_empty() || title.chars().count() > THREAD_TITLE_CHARS_MAX {
                    let max = THREAD_TITLE_CHARS_MAX;
                    return Err(TaskError::BadTitle { max });
                }
                ThreadEvent::Renamed { title }
            }
            ThreadChange::Archived(true) => ThreadEvent::Archived,
            ThreadChange::Archived(false) => ThreadEvent::Restored,
            ThreadChange::FullAuto(true) => ThreadEvent::FullAutoOn,
            ThreadChange::FullAuto(false) => ThreadEvent::FullAutoOff,
            ThreadChange::Forget(number) => {
                let index = usize::try_from(number)
                    .unwrap_or(usize::MAX)
                    .wrapping_sub(1);
                let known = current.thread.remembered.get(index);
                let known = known.ok_or(TaskError::NothingRemembered)?;
                ThreadEvent::Forgotten {
                    subject: known.subject.clone(),
                }
            }
        };
        self.append_thread(id, vec![event]).await
    }

    pub(super) async fn append_thread(
        &self,
        id: ThreadId,
        events: Vec<ThreadEvent>,
    ) -> Result<StoredThread, TaskError> {
        let at = self.now().wall;
        let stored = self.store().append_thread(id, events, at).await?;
        let stored = stored.ok_or(TaskError::UnknownThread(id))?;
        self.inner.engine.advance(stored.seq);
        Ok(stored)
    }
}
