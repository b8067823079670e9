//! Recomputes the trails of threads and tasks.

use domain::SubjectKind;
use sqlx::{Row, SqliteConnection};

use super::chain::{EventRecord, subject_start};
use crate::StoreError;

/// Returns one line per trail that does not fit.
pub(super) async fn verify(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let threads = "SELECT id, directory AS fixed, event_head FROM thread ORDER BY number";
    let mut problems = verify_kind(connection, SubjectKind::Thread, threads).await?;
    let tasks = "SELECT id, prompt AS fixed, event_head FROM task ORDER BY number";
    problems.extend(verify_kind(connection, SubjectKind::Task, tasks).await?);
    Ok(problems)
}

async fn verify_kind(
    connection: &mut SqliteConnection,
    kind: SubjectKind,
    subjects: &'static str,
) -> Result<Vec<String>, StoreError> {
    let found = sqlx::query(subjects).fetch_all(&mut *connection).await?;
    let mut problems = Vec::new();
    for row in &found {
        let id: &str = row.try_get("id")?;
        let kept: Vec<u8> = row.try_get("event_head")?;
        let start = subject_start(kind, id, row.try_get("fixed")?);
        if newest(connection, kind, id, start.to_vec()).await? != kept {
            problems.push(format!("{} {id}: its record was changed", kind.as_str()));
        }
    }
    Ok(problems)
}

/// Returns the hash that the newest event of a subject must have.
async fn newest(
    connection: &mut SqliteConnection,
    kind: SubjectKind,
    id: &str,
    start: Vec<u8>,
) -> Result<Vec<u8>, StoreError> {
    let events = sqlx::query(
        "SELECT seq, at, kind, data FROM event
         WHERE subject_kind = $1 AND subject_id = $2 ORDER BY seq",
    )
    .bind(kind.as_str())
    .bind(id)
    .fetch_all(connection)
    .await?;
    let mut head = start;
    for event in &events {
        let record = EventRecord {
            subject_id: id,
            seq: event.try_get("seq")?,
            at: event.try_get("at")?,
            kind: event.try_get("kind")?,
            data: event.try_get("data")?,
        };
        head = record.hash(&head).to_vec();
    }
    Ok(head)
}
