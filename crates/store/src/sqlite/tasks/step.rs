//! Makes one step of a task true, with everything that belongs to it.

use async_trait::async_trait;
use domain::task::{Event, Task};
use domain::{SubjectKind, Thread};
use sqlx::{QueryBuilder, SqliteConnection};

use super::super::chain::{EventRecord, Hash, subject_start};
use super::super::create::record_asked;
use super::super::events;
use super::super::failure::unreadable;
use super::super::log::last_seq;
use super::super::rows::{self, as_integer};
use super::super::threads::CreateThread;
use super::super::writer::Write;
use super::{attempts, messages, state_json};
use crate::{StoreError, StoredTask, StoredTaskEvent, TaskRecorded, TaskStep, TaskStepped};

pub(in super::super) struct BeginThread(pub(in super::super) Thread, pub(in super::super) Task);

#[async_trait]
impl Write for BeginThread {
    type Done = StoredTask;

    async fn run(self, connection: &mut SqliteConnection) -> Result<StoredTask, StoreError> {
        CreateThread(self.0).run(connection).await?;
        CreateTask(self.1).run(connection).await
    }
}

pub(in super::super) struct CreateTask(pub(in super::super) Task);

#[async_trait]
impl Write for CreateTask {
    type Done = StoredTask;

    async fn run(self, connection: &mut SqliteConnection) -> Result<StoredTask, StoreError> {
        let task = self.0;
        let id = task.id.to_string();
        let at = task.created_at;
        let start = subject_start(SubjectKind::Task, &id, &task.prompt);
        let number: i64 = sqlx::query_scalar(
            "INSERT INTO task (id, thread_id, revision, status, is_live, attempt, queued_at,
                 created_at, updated_at, event_head, state, prompt)
             VALUES ($1, $2, 1, $3, 0, 0, $4, $4, $4, $5, $6, $7) RETURNING number",
        )
        .bind(&id)
        .bind(task.thread.to_string())
        .bind(task.status().as_str())
        .bind(at.0)
        .bind(start.to_vec())
        .bind(state_json(&task.state)?)
        .bind(&task.prompt)
        .fetch_one(&mut *connection)
        .await?;
        let stored = StoredTask {
            task,
            revision: 1,
            number: number.unsigned_abs(),
            output: None,
        };
        let step = TaskStep {
            events: vec![Event::Queued],
            at,
            ..TaskStep::default()
        };
        match take(connection, stored, step).await? {
            TaskStepped::Done(recorded) => Ok(recorded.stored),
            TaskStepped::Conflict => Err(sqlx::Error::RowNotFound.into()),
        }
    }
}

pub(in super::super) struct StepTask {
    pub(in super::super) current: StoredTask,
    pub(in super::super) step: TaskStep,
}

#[async_trait]
impl Write for StepTask {
    type Done = TaskStepped;

    async fn run(self, connection: &mut SqliteConnection) -> Result<TaskStepped, StoreError> {
        take(connection, self.current, self.step).await
    }
}

async fn take(
    connection: &mut SqliteConnection,
    current: StoredTask,
    step: TaskStep,
) -> Result<TaskStepped, StoreError> {
    let Some(mut head) = head(connection, &current).await? else {
        return Ok(TaskStepped::Conflict);
    };
    if step.needs_empty_queue && messages::are_queued(connection, current.task.id).await? {
        return Ok(TaskStepped::Conflict);
    }
    let mut seq = last_seq(connection).await?;
    let asked = match step.asks {
        Some(new) => {
            seq += 1;
            Some(record_asked(connection, new, seq).await?)
        }
        None => None,
    };
    let mut next = current;
    let mut recorded = Vec::new();
    for event in step.events {
        seq += 1;
        next.task.apply(&event, step.at);
        let stored = StoredTaskEvent {
            seq,
            at: step.at,
            event,
        };
        head = append(connection, &next.task, &stored, &head).await?;
        recorded.push(stored);
    }
    if let Some(ends) = step.ends {
        if ends.output.is_some() {
            next.output.clone_from(&ends.output);
        }
        attempts::end(connection, next.task.id, &ends, step.at).await?;
    }
    for message in step.messages {
        messages::insert(connection, next.task.id, message).await?;
    }
    if let Some(begins) = step.begins {
        attempts::begin(connection, next.task.id, &begins, step.at).await?;
        messages::take(connection, next.task.id, begins.number).await?;
    }
    update(connection, &next, &head).await?;
    next.revision += 1;
    Ok(TaskStepped::Done(TaskRecorded {
        stored: next,
        events: recorded,
        asked,
    }))
}

/// Makes the version check; nothing is written before it holds.
async fn head(
    connection: &mut SqliteConnection,
    current: &StoredTask,
) -> Result<Option<Hash>, StoreError> {
    let row = sqlx::query("SELECT event_head FROM task WHERE id = $1 AND revision = $2")
        .bind(current.task.id.to_string())
        .bind(as_integer(current.revision))
        .fetch_optional(connection)
        .await?;
    row.map(|row| rows::hash(&row, "event_head")).transpose()
}

async fn append(
    connection: &mut SqliteConnection,
    task: &Task,
    stored: &StoredTaskEvent,
    previous: &Hash,
) -> Result<Hash, StoreError> {
    let data = serde_json::to_string(&stored.event).map_err(unreadable("event"))?;
    let record = EventRecord {
        subject_id: &task.id.to_string(),
        seq: as_integer(stored.seq),
        at: stored.at.0,
        kind: stored.event.kind().as_str(),
        data: &data,
    };
    let hash = record.hash(previous);
    let mut statements = QueryBuilder::default();
    events::push(&mut statements, SubjectKind::Task, &record, &hash);
    statements.build().execute(connection).await?;
    Ok(hash)
}

async fn update(
    connection: &mut SqliteConnection,
    next: &StoredTask,
    head: &Hash,
) -> Result<(), StoreError> {
    let task = &next.task;
    let waits_for = task.awaiting().map(|awaiting| awaiting.interaction);
    let is_queued = task.status() == domain::task::Status::Queued;
    sqlx::query(
        "UPDATE task SET revision = revision + 1, status = $2, is_live = $3, interaction_id = $4,
             attempt = $5, queued_at = $6, updated_at = $7, event_head = $8, state = $9, output = $10
         WHERE id = $1",
    )
    .bind(task.id.to_string())
    .bind(task.status().as_str())
    .bind(task.has_live_attempt())
    .bind(waits_for.map(|id| id.to_string()))
    .bind(task.attempt)
    .bind(is_queued.then_some(task.updated_at.0))
    .bind(task.updated_at.0)
    .bind(head.to_vec())
    .bind(state_json(&task.state)?)
    .bind(&next.output)
    .execute(connection)
    .await?;
    Ok(())
}
