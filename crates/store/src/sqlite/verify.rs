//! Checks the file, recomputes every hash chain and names what does not fit.
//!
//! Outcomes are checked forever, events and questions for as long as retention keeps them. A
//! break is reported once; checking goes on from what is stored, so later rows are not blamed.

use domain::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};

use super::chain::{AuditRecord, CHAIN_START, EventRecord, events_start, text_digest};
use super::hub_events;
use super::outline::OutlineRow;
use super::rows::{self, Copies};
use super::{verify_course, verify_subjects};
use crate::StoreError;

/// Rows read at a time, so that a long history does not fill the memory.
const ROWS_MAX: i64 = 500;
/// Enough to see that everything is broken; beyond it the list only grows.
const PROBLEMS_MAX: usize = 10_000;

/// Returns one line per problem, in order; none when everything fits.
pub(super) async fn verify(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let mut snapshot = connection.begin().await?;
    let mut problems = verify_file(&mut snapshot).await?;
    problems.extend(verify_outcomes(&mut snapshot).await?);
    problems.extend(verify_interactions(&mut snapshot).await?);
    problems.extend(verify_subjects::verify(&mut snapshot).await?);
    problems.extend(hub_events::verify(&mut snapshot).await?);
    snapshot.commit().await?;
    Ok(problems)
}

/// Checks the file as a whole, indexes included: a rotten one shows the wrong rows, in the wrong
/// order, or twice, while every single row is unchanged. Opening has no time for this.
async fn verify_file(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let lines: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(connection)
        .await?;
    let complaints = lines.into_iter().filter(|line| line != "ok");
    Ok(complaints
        .map(|line| format!("database file: {line}"))
        .collect())
}

async fn verify_outcomes(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    let (mut last, mut previous) = (0, CHAIN_START.to_vec());
    loop {
        let rows = sqlx::query(
            "SELECT number, interaction_id, status, decided_by, at, question_digest,
                    outcome_digest, event_head, previous, hash
             FROM audit WHERE number > $1 ORDER BY number LIMIT $2",
        )
        .bind(last)
        .bind(ROWS_MAX)
        .fetch_all(&mut *connection)
        .await?;
        if rows.is_empty() {
            problems.extend(missing_tail(connection, last).await?);
        }
        if rows.is_empty() || problems.len() >= PROBLEMS_MAX {
            return Ok(problems);
        }
        for row in &rows {
            let record = audit_record(row)?;
            let named = format!(
                "audit row {} (interaction {})",
                record.number, record.interaction_id
            );
            if record.number != last + 1 {
                problems.push(format!("{named}: rows are missing before it"));
            }
            let stored_previous: Vec<u8> = row.try_get("previous")?;
            if stored_previous != previous {
                problems.push(format!("{named}: it does not continue the row before it"));
            }
            let hash: Vec<u8> = row.try_get("hash")?;
            if hash != record.hash(&stored_previous) {
                problems.push(format!("{named}: its content was changed"));
            }
            (last, previous) = (record.number, hash);
        }
    }
}

/// Compares the end of the chain with the count beside it.
async fn missing_tail(
    connection: &mut SqliteConnection,
    last: i64,
) -> Result<Option<String>, StoreError> {
    let counted: i64 = sqlx::query_scalar("SELECT value FROM counter WHERE name = 'audit'")
        .fetch_one(connection)
        .await?;
    Ok((counted != last).then(|| {
        format!("audit: {counted} outcomes were recorded, but the chain ends at row {last}")
    }))
}

fn audit_record(row: &SqliteRow) -> Result<AuditRecord, StoreError> {
    Ok(AuditRecord {
        number: row.try_get("number")?,
        interaction_id: row.try_get("interaction_id")?,
        status: row.try_get("status")?,
        decided_by: row.try_get("decided_by")?,
        at: row.try_get("at")?,
        question_digest: row.try_get("question_digest")?,
        outcome_digest: row.try_get("outcome_digest")?,
        event_head: row.try_get("event_head")?,
    })
}

async fn verify_interactions(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let mut problems = Vec::new();
    let mut last: i64 = 0;
    loop {
        let rows = sqlx::query(
            "SELECT i.number, i.id, i.status, i.closed_at, i.question, i.outcome, i.asked_at,
                    i.delivered_at, i.title, i.asker, i.project, i.search, i.revision, i.digest,
                    i.course, i.due_uptime_ms, i.scope_key,
                    i.event_head AS head, a.status AS a_status, a.at AS a_at,
                    a.question_digest, a.outcome_digest, a.event_head AS a_head, o.gist, o.given
             FROM interaction i LEFT JOIN audit a ON a.interaction_id = i.id
             LEFT JOIN outline o ON o.interaction_id = i.id
             WHERE i.number > $1 ORDER BY i.number LIMIT $2",
        )
        .bind(last)
        .bind(ROWS_MAX)
        .fetch_all(&mut *connection)
        .await?;
        let Some(newest) = rows.last().filter(|_| problems.len() < PROBLEMS_MAX) else {
            return Ok(problems);
        };
        last = newest.try_get("number")?;
        for row in &rows {
            verify_interaction(connection, row, &mut problems).await?;
        }
    }
}

async fn verify_interaction(
    connection: &mut SqliteConnection,
    row: &SqliteRow,
    problems: &mut Vec<String>,
) -> Result<(), StoreError> {
    let id: &str = row.try_get("id")?;
    let question_digest = text_digest(row.try_get("question")?);
    let mut head = events_start(id, &question_digest).to_vec();
    let audited_head: Option<Vec<u8>> = row.try_get("a_head")?;
    let mut audited_head_found = false;
    let mut recorded = Recorded::default();
    let mut happened = Some(Vec::new());
    let events = sqlx::query(
        "SELECT seq, at, kind, data, hash FROM event
         WHERE subject_kind = 'interaction' AND subject_id = $1 ORDER BY seq",
    )
    .bind(id)
    .fetch_all(connection)
    .await?;
    for event in &events {
        let record = EventRecord {
            subject_id: id,
            seq: event.try_get("seq")?,
            at: event.try_get("at")?,
            kind: event.try_get("kind")?,
            data: event.try_get("data")?,
        };
        let hash: Vec<u8> = event.try_get("hash")?;
        if hash != record.hash(&head) {
            let seq = record.seq;
            problems.push(format!(
                "event {seq} of interaction {id}: it, what was asked, or the event before it was changed"
            ));
        }
        recorded.note(&record);
        // One that cannot be read has been named above; what follows from it is then unknown.
        happened = happened.and_then(|mut happened: Vec<_>| {
            let read = rows::json(event, "data").ok()?;
            happened.push((read, Timestamp(record.at)));
            Some(happened)
        });
        audited_head_found |= audited_head.as_ref() == Some(&hash);
        head = hash;
    }
    let stored_head: Vec<u8> = row.try_get("head")?;
    if stored_head != head {
        problems.push(format!("interaction {id}: its newest events are missing"));
    }
    if audited_head.is_some() && !audited_head_found {
        problems.push(format!(
            "interaction {id}: the event that closed it is missing or changed"
        ));
    }
    recorded.verify(row, id, problems)?;
    if let Some(happened) = happened {
        verify_course::verify(row, id, &happened, problems)?;
    }
    verify_outcome(row, id, &question_digest, problems)
}

/// What the events say about times that the row repeats.
#[derive(Default)]
struct Recorded {
    asked_at: Option<i64>,
    delivered_at: Option<i64>,
}

impl Recorded {
    fn note(&mut self, event: &EventRecord<'_>) {
        match event.kind {
            "asked" => self.asked_at = Some(event.at),
            "delivered" => self.delivered_at = Some(event.at),
            _ => {}
        }
    }

    /// Compares what the row repeats with the events and the question it repeats it from.
    fn verify(
        &self,
        row: &SqliteRow,
        id: &str,
        problems: &mut Vec<String>,
    ) -> Result<(), StoreError> {
        if self.asked_at != row.try_get("asked_at")? {
            problems.push(format!(
                "interaction {id}: when it was asked is not what its events say"
            ));
        }
        if self.delivered_at != row.try_get("delivered_at")? {
            problems.push(format!(
                "interaction {id}: when it was delivered is not what its events say"
            ));
        }
        let listed = Copies {
            title: row.try_get("title")?,
            asker: row.try_get("asker")?,
            project: row.try_get("project")?,
            search: row.try_get("search")?,
        };
        if Copies::of(row.try_get("question")?) != Some(listed) {
            problems.push(not_as_asked(id));
            return Ok(());
        }
        verify_outline(row, id, problems)
    }
}

/// Compares what lists show with what was asked and given. One from before outlines has none.
fn verify_outline(row: &SqliteRow, id: &str, problems: &mut Vec<String>) -> Result<(), StoreError> {
    let Some(gist) = row.try_get::<Option<String>, _>("gist")? else {
        return Ok(());
    };
    let Ok(stored) = rows::stored(row) else {
        return Ok(()); // what cannot be read is named by other checks
    };
    let expected = OutlineRow::of(&stored.interaction)?;
    if gist != expected.gist {
        problems.push(not_as_asked(id));
    }
    if row.try_get::<Option<String>, _>("given")? != expected.given {
        problems.push(format!(
            "interaction {id}: what is listed as its answer is not its outcome"
        ));
    }
    Ok(())
}

fn not_as_asked(id: &str) -> String {
    format!("interaction {id}: what is listed of it is not what was asked")
}

fn verify_outcome(
    row: &SqliteRow,
    id: &str,
    question_digest: &[u8],
    problems: &mut Vec<String>,
) -> Result<(), StoreError> {
    let status: &str = row.try_get("status")?;
    let closed_at: Option<i64> = row.try_get("closed_at")?;
    let outcome: Option<&str> = row.try_get("outcome")?;
    let audited_status: Option<&str> = row.try_get("a_status")?;
    let audited_at: Option<i64> = row.try_get("a_at")?;
    match (audited_status, outcome) {
        (None, None) => {}
        (None, Some(_)) => problems.push(format!("interaction {id}: its audit row is missing")),
        (Some(_), None) => {
            problems.push(format!(
                "interaction {id}: it is pending, but an outcome is on record"
            ));
        }
        (Some(audited_status), Some(outcome)) => {
            let audited_question: &[u8] = row.try_get("question_digest")?;
            if audited_question != question_digest {
                problems.push(format!(
                    "interaction {id}: its question is not the audited one"
                ));
            }
            let audited_outcome: &[u8] = row.try_get("outcome_digest")?;
            let is_same = audited_status == status
                && audited_at == closed_at
                && audited_outcome == text_digest(outcome);
            if !is_same {
                problems.push(format!(
                    "interaction {id}: its outcome is not the audited one"
                ));
            }
        }
    }
    Ok(())
}
