//! The contract of [`Tasks`].

use async_trait::async_trait;
use domain::task::Task;
use domain::task::output::ToolCall;
use domain::{InteractionId, MessageId, TaskId, Thread};

use super::super::tasks::attempts::{self, NoteAttempt, RenewLeases};
use super::super::tasks::marks::{self, KeepMark};
use super::super::tasks::messages::{self, EditMessage, QueueMessage};
use super::super::tasks::output::{self, AppendOutput, Chunk};
use super::super::tasks::step::{BeginThread, CreateTask, StepTask};
use super::super::{SqliteStore, tasks};
use super::read;
use crate::{
    AttemptFact, ClosingMark, NewMessage, NewOutput, Output, Queue, StoreError, StoredAttempt,
    StoredMessage, StoredTask, StoredTaskEvent, TaskQuery, TaskStep, TaskStepped, Tasks,
};

#[async_trait]
impl Tasks for SqliteStore {
    async fn create_task(&self, task: Task) -> Result<StoredTask, StoreError> {
        self.write(CreateTask(task)).await
    }

    async fn begin_thread(&self, thread: Thread, task: Task) -> Result<StoredTask, StoreError> {
        self.write(BeginThread(thread, task)).await
    }

    async fn task(&self, id: TaskId) -> Result<Option<StoredTask>, StoreError> {
        read!(self, tasks::load, id)
    }

    async fn tasks(&self, query: TaskQuery) -> Result<Vec<StoredTask>, StoreError> {
        read!(self, tasks::list, query)
    }

    async fn tasks_with_prefix(&self, prefix: &str, limit: u32) -> Result<Vec<TaskId>, StoreError> {
        read!(self, tasks::with_prefix, prefix, limit)
    }

    async fn queued_tasks(&self, limit: u32) -> Result<Vec<StoredTask>, StoreError> {
        read!(self, tasks::queued, limit)
    }

    async fn live_tasks(&self) -> Result<Vec<StoredTask>, StoreError> {
        read!(self, tasks::live)
    }

    async fn decided_tasks(&self) -> Result<Vec<TaskId>, StoreError> {
        read!(self, tasks::decided)
    }

    async fn task_waiting_for(&self, id: InteractionId) -> Result<Option<TaskId>, StoreError> {
        read!(self, tasks::waiting_for, id)
    }

    async fn step_task(
        &self,
        current: &StoredTask,
        step: TaskStep,
    ) -> Result<TaskStepped, StoreError> {
        let current = current.clone();
        self.write(StepTask { current, step }).await
    }

    async fn task_events(&self, id: TaskId) -> Result<Vec<StoredTaskEvent>, StoreError> {
        read!(self, tasks::events_of, id)
    }

    async fn attempts(&self, id: TaskId) -> Result<Vec<StoredAttempt>, StoreError> {
        read!(self, attempts::of, id)
    }

    async fn note_attempt(
        &self,
        id: TaskId,
        number: u32,
        fact: AttemptFact,
    ) -> Result<(), StoreError> {
        let task = id;
        self.write(NoteAttempt { task, number, fact }).await
    }

    async fn renew_leases(
        &self,
        holder: &str,
        until_ms: u64,
    ) -> Result<Vec<(TaskId, u32)>, StoreError> {
        let holder = holder.to_owned();
        self.write(RenewLeases { holder, until_ms }).await
    }

    async fn messages(&self, id: TaskId) -> Result<Vec<StoredMessage>, StoreError> {
        read!(self, messages::of, id)
    }

    async fn queue_message(&self, id: TaskId, message: NewMessage) -> Result<Queue, StoreError> {
        self.write(QueueMessage { task: id, message }).await
    }

    async fn edit_message(
        &self,
        task: TaskId,
        message: MessageId,
        text: Option<String>,
    ) -> Result<bool, StoreError> {
        self.write(EditMessage {
            task,
            message,
            text,
        })
        .await
    }

    async fn append_output(
        &self,
        output: Vec<NewOutput>,
        bytes_max: u64,
    ) -> Result<(), StoreError> {
        let mut chunks = Vec::with_capacity(output.len());
        for output in &output {
            chunks.extend(Chunk::pack(output)?);
        }
        if chunks.is_empty() {
            return Ok(());
        }
        self.write(AppendOutput { chunks, bytes_max }).await
    }

    async fn output_after(
        &self,
        task: TaskId,
        attempt: u32,
        after: u64,
        bytes_max: u64,
    ) -> Result<Output, StoreError> {
        read!(self, output::after, task, attempt, after, bytes_max)
    }

    async fn output_tail(
        &self,
        task: TaskId,
        attempt: u32,
        count: u64,
    ) -> Result<Output, StoreError> {
        read!(self, output::tail, task, attempt, count)
    }

    async fn tool_calls(&self, task: TaskId, attempt: u32) -> Result<Vec<ToolCall>, StoreError> {
        read!(self, output::tools, task, attempt)
    }

    async fn keep_mark(&self, mark: ClosingMark) -> Result<(), StoreError> {
        self.write(KeepMark(mark)).await
    }

    async fn closing_marks(&self) -> Result<Vec<ClosingMark>, StoreError> {
        read!(self, marks::all)
    }
}
