//! What a person does with tasks: give one, reply, cancel, correct.

use domain::interaction::{AnswerDraft, Question};
use domain::limits::MESSAGE_BYTES_MAX;
use domain::task::{Command, Layer, Mark, State, Status, Task, WaitReason};
use domain::{AnswerId, MessageId, TaskId, ThreadId};
use store::{
    ClosingMark, NewMessage, Queue, StoreError, StoredAttempt, StoredMessage, StoredTask,
    StoredTaskEvent, TaskQuery, TaskStep,
};

use super::dispatch::expect_start;
use super::{GiveError, NewThread, TaskError, Tasks};
use crate::Actor;
use crate::ask::random_bytes;

/// Where a job is given.
#[derive(Debug, Clone)]
pub enum Place {
    New(NewThread),
    /// A conversation that goes on.
    In(ThreadId),
}

/// What a queued task waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueuedFor {
    /// This task works in its directory.
    Directory(TaskId),
    Slot {
        running: u32,
        max: u32,
    },
    Turn,
}

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replied {
    /// It answered the open question.
    Answered,
    /// The agent gets it when its turn ends.
    Queued(MessageId),
}

impl Tasks {
    /// Gives an agent a job. It is queued; the dispatcher starts it.
    pub async fn give(&self, prompt: String, place: Place) -> Result<StoredTask, GiveError> {
        check_message(&prompt)?;
        expect_start();
        let id = TaskId::from_random(random_bytes());
        let in_thread = |thread, prompt| Task::new(id, thread, prompt, self.now().wall);
        let stored = match place {
            Place::New(new) => {
                let thread = self.new_thread(new, &prompt)?;
                let task = in_thread(thread.id, prompt);
                self.store().begin_thread(thread, task).await?
            }
            Place::In(thread) => {
                if self.thread(thread).await?.thread.archived_at.is_some() {
                    return Err(GiveError::Archived);
                }
                self.store().create_task(in_thread(thread, prompt)).await?
            }
        };
        let events = self.store().task_events(id).await?;
        if let Some(last) = events.last() {
            self.inner.engine.advance(last.seq);
        }
        self.inner.queue_changed.notify_one();
        Ok(stored)
    }

    /// Whether anything runs or is about to.
    pub fn are_busy(&self) -> bool {
        self.inner.live.count() > 0
    }

    pub async fn task(&self, id: TaskId) -> Result<StoredTask, TaskError> {
        self.stored(id).await
    }

    pub async fn tasks(&self, query: TaskQuery) -> Result<Vec<StoredTask>, StoreError> {
        self.store().tasks(query).await
    }

    pub async fn events_of(&self, id: TaskId) -> Result<Vec<StoredTaskEvent>, StoreError> {
        self.store().task_events(id).await
    }

    pub async fn attempts(&self, id: TaskId) -> Result<Vec<StoredAttempt>, StoreError> {
        self.store().attempts(id).await
    }

    pub async fn messages(&self, id: TaskId) -> Result<Vec<StoredMessage>, StoreError> {
        self.store().messages(id).await
    }

    pub async fn tool_calls(
        &self,
        id: TaskId,
        attempt: u32,
    ) -> Result<Vec<domain::task::output::ToolCall>, StoreError> {
        self.store().tool_calls(id, attempt).await
    }

    /// Returns the tasks and threads whose ids start with `prefix`.
    pub async fn tasks_with_prefix(&self, prefix: &str) -> Result<Vec<TaskId>, StoreError> {
        self.store().tasks_with_prefix(prefix, 2).await
    }

    pub async fn threads_with_prefix(&self, prefix: &str) -> Result<Vec<ThreadId>, StoreError> {
        self.store().threads_with_prefix(prefix, 2).await
    }

    /// Returns what a queued task waits for; `None` when it is not queued.
    pub async fn waits_for(&self, stored: &StoredTask) -> Result<Option<QueuedFor>, TaskError> {
        if stored.task.status() != Status::Queued {
            return Ok(None);
        }
        let thread = self.thread(stored.task.thread).await?;
        let (running, max) = (self.inner.live.count(), self.rules().running_max);
        Ok(Some(
            match self.inner.live.in_directory(&thread.thread.directory) {
                Some(task) => QueuedFor::Directory(task),
                None if running >= max => QueuedFor::Slot { running, max },
                None => QueuedFor::Turn,
            },
        ))
    }

    /// Sends the agent a message: it answers the open question, or is queued while the task runs.
    pub async fn reply(
        &self,
        id: TaskId,
        text: String,
        actor: Actor,
    ) -> Result<Replied, TaskError> {
        check_message(&text)?;
        let current = self.stored(id).await?;
        // A permission or a form cannot be answered with a message.
        let open = current.task.awaiting().filter(|awaiting| {
            awaiting.reason == WaitReason::Question || !current.task.has_live_attempt()
        });
        if let Some(awaiting) = open {
            let interaction = awaiting.interaction;
            let draft = AnswerDraft {
                text: Some(text),
                ..AnswerDraft::default()
            };
            let answer_id = AnswerId::from_random(random_bytes());
            let engine = &self.inner.engine;
            engine
                .answer(interaction, draft, answer_id, None, actor)
                .await?;
            return Ok(Replied::Answered);
        }
        let message = NewMessage {
            id: MessageId::from_random(random_bytes()),
            text,
            at: self.now().wall,
            interaction: None,
        };
        match self.store().queue_message(id, message).await? {
            Queue::Done(message) => Ok(Replied::Queued(message.id)),
            Queue::NotNow(status) => Err(TaskError::TakesNoMessages(status)),
            Queue::Full => Err(TaskError::QueueFull),
            Queue::NoTask => Err(TaskError::UnknownTask(id)),
        }
    }

    /// Changes a queued message, or removes it where there is no text.
    pub async fn edit_message(
        &self,
        task: TaskId,
        message: MessageId,
        text: Option<String>,
    ) -> Result<(), TaskError> {
        if let Some(text) = &text {
            check_message(text)?;
        }
        match self.store().edit_message(task, message, text).await? {
            true => Ok(()),
            false => Err(TaskError::MessageTaken),
        }
    }

    pub async fn cancel(&self, id: TaskId) -> Result<StoredTask, TaskError> {
        self.command(id, Command::Cancel).await
    }

    /// Corrects whether a task is done, and keeps the correction.
    pub async fn mark(&self, id: TaskId, is_question: bool) -> Result<StoredTask, TaskError> {
        let before = self.stored(id).await?;
        let thread = self.thread(before.task.thread).await?.thread;
        let closing = before.output.clone().unwrap_or_default();
        let reply = domain::interaction::reply::Reply::new(id, "", &closing, Vec::new());
        let new = self.new_question(&thread, Question::Reply(reply));
        let interaction = new.interaction.id;
        let mark = match is_question {
            true => Mark::NeedsReply { interaction },
            false => Mark::Complete,
        };
        let stored = self
            .step(id, |task| {
                let events = task.decide(Command::Mark(mark))?;
                let asks = super::ending::waits_for(&events, interaction).then(|| new.clone());
                Ok(TaskStep {
                    events,
                    asks,
                    ..TaskStep::default()
                })
            })
            .await?;
        if stored.revision != before.revision {
            let mark = ClosingMark {
                task: id,
                attempt: before.task.attempt,
                at: self.now().wall,
                decided_by: decided_by(&before.task),
                is_question,
                closing,
            };
            self.store().keep_mark(mark).await?;
        }
        Ok(stored)
    }
}

/// Returns what decided whether a task is done or asks something.
pub fn decided_by(task: &Task) -> Option<Layer> {
    match &task.state {
        State::Complete { by } => Some(*by),
        State::Awaiting(awaiting) => awaiting.by,
        State::Queued
        | State::Running
        | State::Stopping { .. }
        | State::Error { .. }
        | State::Cancelled => None,
    }
}

pub(super) fn check_message(text: &str) -> Result<(), TaskError> {
    if text.trim().is_empty() {
        return Err(TaskError::EmptyMessage);
    }
    let (bytes, max) = (text.len(), MESSAGE_BYTES_MAX);
    match bytes > max {
        true => Err(TaskError::MessageTooLong { bytes, max }),
        false => Ok(()),
    }
}
