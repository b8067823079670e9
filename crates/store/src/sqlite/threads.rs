//! Threads: their rows, their trail, and their removal with everything of them.

use async_trait::async_trait;
use domain::thread::ThreadEvent;
use domain::{SubjectKind, Thread, ThreadId, Timestamp};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, SqliteConnection};

use super::chain::{EventRecord, Hash, subject_start};
use super::events;
use super::failure::unreadable;
use super::log::last_seq;
use super::rows::{self, as_integer};
use super::writer::Write;
use crate::{PAGE_ROWS_MAX, StoreError, StoredThread, ThreadQuery};

/// Threads removed per write, so that others may write in between.
pub(super) const PRUNED_PER_WRITE_MAX: u32 = 20;

const COLUMNS: &str = "SELECT number, revision, session, data,
    (SELECT max(seq) FROM event WHERE subject_kind = 'thread' AND subject_id = id) AS seq
    FROM thread ";

pub(super) struct CreateThread(pub(super) Thread);

#[async_trait]
impl Write for CreateThread {
    type Done = StoredThread;

    async fn run(self, connection: &mut SqliteConnection) -> Result<StoredThread, StoreError> {
        let thread = self.0;
        let (id, seq) = (thread.id.to_string(), last_seq(connection).await? + 1);
        let created = Trail::next(&id, seq, &ThreadEvent::Created, thread.created_at)?;
        let head = created.hash(&subject_start(SubjectKind::Thread, &id, &thread.directory));
        let number: i64 = sqlx::query_scalar(
            "INSERT INTO thread (id, revision, directory, agent, updated_at, archived_at, session,
                 event_head, data)
             VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8) RETURNING number",
        )
        .bind(&id)
        .bind(&thread.directory)
        .bind(&thread.agent)
        .bind(thread.updated_at.0)
        .bind(thread.archived_at.map(|at| at.0))
        .bind(&thread.session)
        .bind(head.to_vec())
        .bind(data(&thread)?)
        .fetch_one(&mut *connection)
        .await?;
        created.insert(connection, &head).await?;
        Ok(StoredThread {
            thread,
            revision: 1,
            number: number.unsigned_abs(),
            seq,
        })
    }
}

pub(super) struct AppendThread {
    pub(super) id: ThreadId,
    pub(super) events: Vec<ThreadEvent>,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Write for AppendThread {
    type Done = Option<StoredThread>;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Self::Done, StoreError> {
        let Some(mut stored) = load(connection, self.id).await? else {
            return Ok(None);
        };
        let id = self.id.to_string();
        let mut head = head(connection, &id).await?;
        let mut seq = last_seq(connection).await?;
        for event in &self.events {
            seq += 1;
            stored.thread.apply(event, self.at);
            let next = Trail::next(&id, seq, event, self.at)?;
            head = next.hash(&head);
            next.insert(connection, &head).await?;
        }
        sqlx::query(
            "UPDATE thread SET revision = revision + 1, updated_at = $2, archived_at = $3,
                 event_head = $4, data = $5 WHERE id = $1",
        )
        .bind(&id)
        .bind(stored.thread.updated_at.0)
        .bind(stored.thread.archived_at.map(|at| at.0))
        .bind(head.to_vec())
        .bind(data(&stored.thread)?)
        .execute(connection)
        .await?;
        stored.revision += 1;
        stored.seq = seq;
        Ok(Some(stored))
    }
}

pub(super) struct KeepSession {
    pub(super) id: ThreadId,
    pub(super) session: Option<String>,
}

#[async_trait]
impl Write for KeepSession {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::query("UPDATE thread SET session = $2 WHERE id = $1")
            .bind(self.id.to_string())
            .bind(self.session)
            .execute(connection)
            .await?;
        Ok(())
    }
}

pub(super) struct PruneThreads(pub(super) Timestamp);

#[async_trait]
impl Write for PruneThreads {
    /// How many were removed.
    type Done = u64;

    async fn run(self, connection: &mut SqliteConnection) -> Result<u64, StoreError> {
        let done = sqlx::query(
            "DELETE FROM thread WHERE id IN (
                 SELECT id FROM thread WHERE updated_at < $1 AND NOT EXISTS (
                     SELECT 1 FROM task WHERE thread_id = thread.id
                         AND (status IN ('QUEUED', 'RUNNING', 'AWAITING_RESPONSE')
                              OR task.updated_at >= $1))
                 ORDER BY updated_at LIMIT $2)",
        )
        .bind(self.0.0)
        .bind(PRUNED_PER_WRITE_MAX)
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

pub(super) async fn load(
    connection: &mut SqliteConnection,
    id: ThreadId,
) -> Result<Option<StoredThread>, StoreError> {
    let mut query = QueryBuilder::new(COLUMNS);
    query.push("WHERE id = ").push_bind(id.to_string());
    let found = query.build().fetch_optional(connection).await?;
    found.as_ref().map(stored).transpose()
}

pub(super) async fn list(
    connection: &mut SqliteConnection,
    query: ThreadQuery,
) -> Result<Vec<StoredThread>, StoreError> {
    let mut select = QueryBuilder::new(COLUMNS);
    if !query.archived {
        select.push("WHERE archived_at IS NULL ");
    }
    select
        .push("ORDER BY updated_at DESC, number DESC LIMIT ")
        .push_bind(query.limit.clamp(1, PAGE_ROWS_MAX));
    let found = select.build().fetch_all(connection).await?;
    found.iter().map(stored).collect()
}

pub(super) async fn with_prefix(
    connection: &mut SqliteConnection,
    prefix: &str,
    limit: u32,
) -> Result<Vec<ThreadId>, StoreError> {
    let sql = "SELECT id FROM thread WHERE id >= $1 AND id < $1 || 'g' ORDER BY id LIMIT $2";
    rows::ids_with_prefix(connection, sql, prefix, limit).await
}

async fn head(connection: &mut SqliteConnection, id: &str) -> Result<Hash, StoreError> {
    let row = sqlx::query("SELECT event_head FROM thread WHERE id = $1")
        .bind(id)
        .fetch_one(connection)
        .await?;
    rows::hash(&row, "event_head")
}

fn stored(row: &SqliteRow) -> Result<StoredThread, StoreError> {
    let mut thread: Thread = rows::json(row, "data")?;
    thread.session = row.try_get("session")?;
    Ok(StoredThread {
        thread,
        revision: rows::natural(row, "revision")?,
        number: rows::natural(row, "number")?,
        seq: rows::natural(row, "seq")?,
    })
}

fn data(thread: &Thread) -> Result<String, StoreError> {
    serde_json::to_string(thread).map_err(unreadable("data"))
}

/// One event about to be appended.
struct Trail<'a> {
    id: &'a str,
    seq: u64,
    at: Timestamp,
    kind: &'static str,
    data: String,
}

impl<'a> Trail<'a> {
    fn next(id: &'a str, seq: u64, event: &ThreadEvent, at: Timestamp) -> Result<Self, StoreError> {
        Ok(Self {
            id,
            seq,
            at,
            kind: event.kind().as_str(),
            data: serde_json::to_string(event).map_err(unreadable("event"))?,
        })
    }

    fn record(&self) -> EventRecord<'_> {
        EventRecord {
            subject_id: self.id,
            seq: as_integer(self.seq),
            at: self.at.0,
            kind: self.kind,
            data: &self.data,
        }
    }

    fn hash(&self, previous: &[u8]) -> Hash {
        self.record().hash(previous)
    }

    async fn insert(
        &self,
        connection: &mut SqliteConnection,
        hash: &Hash,
    ) -> Result<(), StoreError> {
        let mut statements = QueryBuilder::default();
        events::push(&mut statements, SubjectKind::Thread, &self.record(), hash);
        statements.build().execute(connection).await?;
        Ok(())
    }
}
