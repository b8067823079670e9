//! Tasks on their way through their attempts, and what is said on the way.

use async_trait::async_trait;
use domain::task::output::{Record, ToolCall};
use domain::task::{Event, Layer, Status, Task};
use domain::{BootId, InteractionId, MessageId, TaskId, Thread, ThreadId, Timestamp};

use crate::{NewInteraction, Recorded, StoreError};

#[async_trait]
pub trait Tasks: Send + Sync {
    /// Stores a new task, which is queued.
    async fn create_task(&self, task: Task) -> Result<StoredTask, StoreError>;

    /// Stores a new thread with its first task: both or neither.
    async fn begin_thread(&self, thread: Thread, task: Task) -> Result<StoredTask, StoreError>;

    async fn task(&self, id: TaskId) -> Result<Option<StoredTask>, StoreError>;

    /// Returns tasks in the order in which they were given.
    async fn tasks(&self, query: TaskQuery) -> Result<Vec<StoredTask>, StoreError>;

    /// Returns the ids that start with `prefix`, at most `limit`.
    async fn tasks_with_prefix(&self, prefix: &str, limit: u32) -> Result<Vec<TaskId>, StoreError>;

    /// Returns the queue, whose turn it is first, at most `limit`.
    async fn queued_tasks(&self, limit: u32) -> Result<Vec<StoredTask>, StoreError>;

    /// Returns the tasks whose newest attempt may have processes.
    async fn live_tasks(&self) -> Result<Vec<StoredTask>, StoreError>;

    /// Returns the tasks that wait for an interaction that is decided already.
    async fn decided_tasks(&self) -> Result<Vec<TaskId>, StoreError>;

    /// Returns the task that waits for this interaction.
    async fn task_waiting_for(&self, id: InteractionId) -> Result<Option<TaskId>, StoreError>;

    /// Makes one step of a task true, with everything that belongs to it, or nothing of it.
    /// `Conflict` when `current` is no longer the newest revision.
    async fn step_task(
        &self,
        current: &StoredTask,
        step: TaskStep,
    ) -> Result<TaskStepped, StoreError>;

    /// Returns the trail of one task in order.
    async fn task_events(&self, id: TaskId) -> Result<Vec<StoredTaskEvent>, StoreError>;

    async fn attempts(&self, id: TaskId) -> Result<Vec<StoredAttempt>, StoreError>;

    /// Keeps what is learned of a running attempt.
    async fn note_attempt(
        &self,
        id: TaskId,
        number: u32,
        fact: AttemptFact,
    ) -> Result<(), StoreError>;

    /// Extends the lease of every attempt of `holder` that is not over. Returns which they are.
    async fn renew_leases(
        &self,
        holder: &str,
        until_ms: u64,
    ) -> Result<Vec<(TaskId, u32)>, StoreError>;

    /// Returns what the person wrote to the agent, in order.
    async fn messages(&self, id: TaskId) -> Result<Vec<StoredMessage>, StoreError>;

    /// Queues a message, if the task is on its way.
    async fn queue_message(&self, id: TaskId, message: NewMessage) -> Result<Queue, StoreError>;

    /// Changes a queued message, or removes it where there is no text. `false` when an attempt has
    /// taken it, or there is none.
    async fn edit_message(
        &self,
        task: TaskId,
        message: MessageId,
        text: Option<String>,
    ) -> Result<bool, StoreError>;

    /// Appends output of any number of attempts in one go. Output beyond `bytes_max` per task is
    /// cut at the beginning.
    async fn append_output(&self, output: Vec<NewOutput>, bytes_max: u64)
    -> Result<(), StoreError>;

    /// Returns records of an attempt with a position above `after`, whole chunks up to about
    /// `bytes_max`, at least one where there is one.
    async fn output_after(
        &self,
        task: TaskId,
        attempt: u32,
        after: u64,
        bytes_max: u64,
    ) -> Result<Output, StoreError>;

    /// Returns the newest records of an attempt, at most `count`.
    async fn output_tail(
        &self,
        task: TaskId,
        attempt: u32,
        count: u64,
    ) -> Result<Output, StoreError>;

    /// Returns the tool calls of an attempt, each as it is by now, in the order of appearance.
    async fn tool_calls(&self, task: TaskId, attempt: u32) -> Result<Vec<ToolCall>, StoreError>;

    /// Keeps a person's correction.
    async fn keep_mark(&self, mark: ClosingMark) -> Result<(), StoreError>;

    /// Returns all corrections that are kept, oldest first.
    async fn closing_marks(&self) -> Result<Vec<ClosingMark>, StoreError>;
}

/// Which tasks are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaskQuery {
    pub thread: Option<ThreadId>,
    pub status: Option<Status>,
    pub limit: u32,
}

/// A task with its place in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTask {
    pub task: Task,
    pub revision: u64,
    /// Order of creation, from 1.
    pub number: u64,
    /// What the newest finished attempt said last.
    pub output: Option<String>,
}

/// What one step changes besides the task itself.
#[derive(Debug, Clone, Default)]
pub struct TaskStep {
    pub events: Vec<Event>,
    pub at: Timestamp,
    /// The question that the task waits for from now on.
    pub asks: Option<NewInteraction>,
    /// The attempt that begins.
    pub begins: Option<NewAttempt>,
    /// The attempt that is over.
    pub ends: Option<AttemptEnd>,
    /// What the person said, to be taken by the next attempt.
    pub messages: Vec<NewMessage>,
    /// Whether it must not happen while messages are queued.
    pub needs_empty_queue: bool,
}

/// An attempt that begins. It takes every queued message.
#[derive(Debug, Clone)]
pub struct NewAttempt {
    pub number: u32,
    pub lease: Lease,
}

/// Which hub runs an attempt, and until when it says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// Names one run of a hub.
    pub holder: String,
    pub boot: BootId,
    /// On the boot clock.
    pub until_ms: u64,
}

#[derive(Debug, Clone)]
pub struct AttemptEnd {
    pub number: u32,
    /// How it ended, in a word.
    pub ending: String,
    /// What it said last.
    pub output: Option<String>,
}

#[derive(Debug, Clone)]
pub struct NewMessage {
    pub id: MessageId,
    pub text: String,
    pub at: Timestamp,
    /// The interaction that it answers.
    pub interaction: Option<InteractionId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "returned once per write, and nearly always `Done`"
)]
pub enum TaskStepped {
    Done(TaskRecorded),
    /// Another writer was first, or a message came: load again and decide again.
    Conflict,
}

/// What a committed step left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRecorded {
    pub stored: StoredTask,
    pub events: Vec<StoredTaskEvent>,
    /// The question that was asked with it.
    pub asked: Option<Recorded>,
}

/// One event of a task, with its number in the [`Log`](crate::Log).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTaskEvent {
    pub seq: u64,
    pub at: Timestamp,
    pub event: Event,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAttempt {
    pub number: u32,
    pub started_at: Timestamp,
    pub ended_at: Option<Timestamp>,
    pub ending: Option<String>,
    /// What the agent said last in it.
    pub closing: Option<String>,
    pub lease: Lease,
    /// What its processes are found by, as JSON.
    pub trace: Option<String>,
    pub session: Option<String>,
    /// As JSON.
    pub plan: Option<String>,
    /// As JSON.
    pub usage: Option<String>,
    /// The position of its newest record.
    pub output_last: u64,
    /// The position of the newest record that was dropped for want of room.
    pub output_cut: u64,
}

/// What is learned of an attempt after it has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttemptFact {
    Trace(String),
    Session(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMessage {
    pub id: MessageId,
    /// Order within its task, from 1.
    pub number: u64,
    pub at: Timestamp,
    pub interaction: Option<InteractionId>,
    /// The attempt that took it; `None` while it is queued.
    pub attempt: Option<u32>,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Queue {
    Done(StoredMessage),
    /// The task is not on its way.
    NotNow(Status),
    Full,
    NoTask,
}

/// New records of one attempt, in order.
#[derive(Debug, Clone)]
pub struct NewOutput {
    pub task: TaskId,
    pub attempt: u32,
    pub records: Vec<Record>,
}

/// A part of the output of an attempt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    pub records: Vec<Record>,
    /// The position of the newest record that is stored.
    pub last: u64,
    /// Records up to this position were dropped for want of room.
    pub cut: u64,
}

/// A person's correction of what decided whether a task is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosingMark {
    pub task: TaskId,
    pub attempt: u32,
    pub at: Timestamp,
    pub decided_by: Option<Layer>,
    pub is_question: bool,
    /// The words that were judged.
    pub closing: String,
}
