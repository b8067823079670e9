//! The output of attempts: chunks of records, deflated, cut at the beginning where they are too many.
//!
//! A chunk is a row that is never changed. Reading begins at the chunk that holds the position, so
//! that neither a long log nor a far position costs more.

use std::io::{Read, Write as _};

use async_trait::async_trait;
use domain::TaskId;
use domain::task::output::{Entry, Record, ToolCall};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::super::failure::unreadable;
use super::super::rows::{self, as_integer};
use super::super::writer::Write;
use crate::{NewOutput, Output, StoreError};

/// What a chunk holds, about: small enough to be read for its last line alone.
const CHUNK_BYTES: usize = 64 * 1024;

/// Records of one attempt that are ready to be stored.
pub(in super::super) struct Chunk {
    task: TaskId,
    attempt: u32,
    first: u64,
    last: u64,
    bytes: u64,
    data: Vec<u8>,
    tools: Vec<(u64, ToolCall)>,
    plan: Option<String>,
    usage: Option<String>,
}

impl Chunk {
    /// Packs records. Not done by the writer, because all writes wait for it.
    pub(in super::super) fn pack(output: &NewOutput) -> Result<Vec<Self>, StoreError> {
        let mut chunks = Vec::new();
        let (mut text, mut begin) = (Vec::new(), 0);
        for (index, record) in output.records.iter().enumerate() {
            serde_json::to_writer(&mut text, record).map_err(unreadable("output"))?;
            text.push(b'\n');
            if text.len() >= CHUNK_BYTES || index + 1 == output.records.len() {
                let records = &output.records[begin..=index];
                chunks.push(Self::of(output, records, &text)?);
                (text, begin) = (Vec::new(), index + 1);
            }
        }
        Ok(chunks)
    }

    fn of(output: &NewOutput, records: &[Record], text: &[u8]) -> Result<Self, StoreError> {
        let position = |record: Option<&Record>| record.map_or(0, |record| record.position);
        let mut chunk = Self {
            task: output.task,
            attempt: output.attempt,
            first: position(records.first()),
            last: position(records.last()),
            bytes: text.len() as u64,
            data: deflate(text)?,
            tools: Vec::new(),
            plan: None,
            usage: None,
        };
        for record in records {
            chunk.note(record)?;
        }
        Ok(chunk)
    }

    /// Keeps what is looked up without reading the log.
    fn note(&mut self, record: &Record) -> Result<(), StoreError> {
        match &record.entry {
            Entry::Tool(tool) => self.tools.push((record.position, tool.clone())),
            Entry::Plan { steps } => {
                self.plan = Some(serde_json::to_string(steps).map_err(unreadable("plan"))?);
            }
            Entry::Usage(usage) => {
                self.usage = Some(serde_json::to_string(usage).map_err(unreadable("usage"))?);
            }
            Entry::Text { .. }
            | Entry::Thought { .. }
            | Entry::Printed { .. }
            | Entry::Notice { .. }
            | Entry::Heartbeat
            | Entry::Unknown { .. } => {}
        }
        Ok(())
    }

    async fn insert(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let task = self.task.to_string();
        sqlx::query(
            "INSERT INTO output_chunk (task_id, attempt, first, last, bytes, data)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&task)
        .bind(self.attempt)
        .bind(as_integer(self.first))
        .bind(as_integer(self.last))
        .bind(as_integer(self.bytes))
        .bind(self.data)
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "UPDATE attempt SET output_last = $3, plan = coalesce($4, plan),
                 usage = coalesce($5, usage), output_bytes = output_bytes + $6
             WHERE task_id = $1 AND number = $2",
        )
        .bind(&task)
        .bind(self.attempt)
        .bind(as_integer(self.last))
        .bind(self.plan)
        .bind(self.usage)
        .bind(as_integer(self.bytes))
        .execute(&mut *connection)
        .await?;
        for (position, tool) in self.tools {
            sqlx::query(
                "INSERT INTO tool_call (task_id, attempt, id, position, data)
                 VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (task_id, attempt, id) DO UPDATE SET data = excluded.data",
            )
            .bind(&task)
            .bind(self.attempt)
            .bind(&tool.id)
            .bind(as_integer(position))
            .bind(serde_json::to_string(&tool).map_err(unreadable("tool_call"))?)
            .execute(&mut *connection)
            .await?;
        }
        Ok(())
    }
}

pub(in super::super) struct AppendOutput {
    pub(in super::super) chunks: Vec<Chunk>,
    pub(in super::super) bytes_max: u64,
}

#[async_trait]
impl Write for AppendOutput {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        for chunk in self.chunks {
            let task = chunk.task;
            chunk.insert(connection).await?;
            cut(connection, task, self.bytes_max).await?;
        }
        Ok(())
    }
}

/// Drops the oldest chunks of a task that keeps too much, never the newest, and says up to where.
async fn cut(
    connection: &mut SqliteConnection,
    task: TaskId,
    bytes_max: u64,
) -> Result<(), StoreError> {
    let task = task.to_string();
    let kept: i64 =
        sqlx::query_scalar("SELECT coalesce(sum(output_bytes), 0) FROM attempt WHERE task_id = $1")
            .bind(&task)
            .fetch_one(&mut *connection)
            .await?;
    let mut surplus = kept.saturating_sub(as_integer(bytes_max));
    while surplus > 0 {
        let oldest = sqlx::query(
            "DELETE FROM output_chunk WHERE rowid = (
                 SELECT rowid FROM output_chunk WHERE task_id = $1 ORDER BY attempt, first LIMIT 1)
                 AND 1 < (SELECT count(*) FROM (
                     SELECT 1 FROM output_chunk WHERE task_id = $1 LIMIT 2))
             RETURNING attempt, last, bytes",
        )
        .bind(&task)
        .fetch_optional(&mut *connection)
        .await?;
        let Some(oldest) = oldest else {
            return Ok(());
        };
        let bytes: i64 = oldest.try_get("bytes")?;
        surplus -= bytes;
        sqlx::query(
            "UPDATE attempt SET output_cut = $3, output_bytes = output_bytes - $4
             WHERE task_id = $1 AND number = $2",
        )
        .bind(&task)
        .bind(oldest.try_get::<i64, _>("attempt")?)
        .bind(oldest.try_get::<i64, _>("last")?)
        .bind(bytes)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

pub(in super::super) async fn after(
    connection: &mut SqliteConnection,
    task: TaskId,
    attempt: u32,
    after: u64,
    bytes_max: u64,
) -> Result<Output, StoreError> {
    let mut output = ends(connection, task, attempt).await?;
    let mut from = after;
    let mut bytes = 0;
    while bytes < bytes_max {
        let found = sqlx::query(
            "SELECT last, bytes, data FROM output_chunk
             WHERE task_id = $1 AND attempt = $2 AND last > $3 ORDER BY first LIMIT 1",
        )
        .bind(task.to_string())
        .bind(attempt)
        .bind(as_integer(from))
        .fetch_optional(&mut *connection)
        .await?;
        let Some(row) = found else {
            break;
        };
        bytes += rows::natural(&row, "bytes")?;
        from = rows::natural(&row, "last")?;
        let records = unpack(&row)?;
        let wanted = records.into_iter().filter(|record| record.position > after);
        output.records.extend(wanted);
    }
    Ok(output)
}

pub(in super::super) async fn tail(
    connection: &mut SqliteConnection,
    task: TaskId,
    attempt: u32,
    count: u64,
) -> Result<Output, StoreError> {
    let last = ends(connection, task, attempt).await?.last;
    let from = last.saturating_sub(count);
    after(connection, task, attempt, from, u64::MAX).await
}

async fn ends(
    connection: &mut SqliteConnection,
    task: TaskId,
    attempt: u32,
) -> Result<Output, StoreError> {
    let row = sqlx::query(
        "SELECT output_last, output_cut FROM attempt WHERE task_id = $1 AND number = $2",
    )
    .bind(task.to_string())
    .bind(attempt)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else {
        return Ok(Output::default());
    };
    Ok(Output {
        records: Vec::new(),
        last: rows::natural(&row, "output_last")?,
        cut: rows::natural(&row, "output_cut")?,
    })
}

pub(in super::super) async fn tools(
    connection: &mut SqliteConnection,
    task: TaskId,
    attempt: u32,
) -> Result<Vec<ToolCall>, StoreError> {
    let found = sqlx::query(
        "SELECT data FROM tool_call WHERE task_id = $1 AND attempt = $2 ORDER BY position",
    )
    .bind(task.to_string())
    .bind(attempt)
    .fetch_all(connection)
    .await?;
    found.iter().map(|row| rows::json(row, "data")).collect()
}

fn deflate(text: &[u8]) -> Result<Vec<u8>, StoreError> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let packed = encoder.write_all(text).and_then(|()| encoder.finish());
    packed.map_err(|error| StoreError::NotCommitted(error.to_string()))
}

fn unpack(row: &SqliteRow) -> Result<Vec<Record>, StoreError> {
    let packed: &[u8] = row.try_get("data")?;
    let mut text = String::new();
    let read = DeflateDecoder::new(packed).read_to_string(&mut text);
    read.map_err(serde_json::Error::io)
        .map_err(unreadable("output"))?;
    let records = text.lines().map(serde_json::from_str);
    records
        .collect::<Result<_, _>>()
        .map_err(unreadable("output"))
}
