//! Pages of the audit, for export: the chain of outcomes first, then the events, then the hub's.

use std::fmt::Write;
use std::str::FromStr;

use domain::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::audit::DecidedBy;
use super::chain::Hash;
use super::events;
use super::hub_events;
use super::rows::{self, as_integer};
use crate::{
    AuditHead, AuditPage, AuditRow, AuditedEvent, AuditedOutcome, KeptOutcome, PAGE_ROWS_MAX,
    StoreError,
};

/// Where a page begins: after the row of this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cursor {
    Outcome(i64),
    Event(i64),
    Hub(u64),
}

pub(super) async fn page(
    connection: &mut SqliteConnection,
    cursor: Option<&str>,
    limit: u32,
) -> Result<AuditPage, StoreError> {
    let cursor = cursor.map_or(Ok(Cursor::Outcome(0)), str::parse)?;
    let limit = limit.clamp(1, PAGE_ROWS_MAX);
    let (rows, last) = match cursor {
        Cursor::Outcome(after) => outcomes(connection, after, limit).await?,
        Cursor::Event(after) => events(connection, after, limit).await?,
        Cursor::Hub(after) => of_hub(connection, after, limit).await?,
    };
    let is_full = rows.len() >= limit as usize;
    let next = match (is_full, cursor) {
        (true, _) => last,
        (false, Cursor::Outcome(_)) => Some(Cursor::Event(0)),
        (false, Cursor::Event(_)) => Some(Cursor::Hub(0)),
        (false, Cursor::Hub(_)) => None,
    };
    let next = next.map(|cursor| cursor.to_string());
    Ok(AuditPage { rows, next })
}

type Found = (Vec<AuditRow>, Option<Cursor>);

async fn outcomes(
    connection: &mut SqliteConnection,
    after: i64,
    limit: u32,
) -> Result<Found, StoreError> {
    let found = sqlx::query(
        "SELECT a.number, a.interaction_id, a.status, a.decided_by, a.at, a.question_digest,
                a.outcome_digest, a.hash, i.title, i.asker, i.project, i.outcome, i.delivered_at
         FROM audit a LEFT JOIN interaction i ON i.id = a.interaction_id
         WHERE a.number > $1 ORDER BY a.number LIMIT $2",
    )
    .bind(after)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let outcomes = found.iter().map(outcome).collect::<Result<Vec<_>, _>>()?;
    let last = outcomes
        .last()
        .map(|row| Cursor::Outcome(as_integer(row.number)));
    Ok((outcomes.into_iter().map(AuditRow::Outcome).collect(), last))
}

fn outcome(row: &SqliteRow) -> Result<AuditedOutcome, StoreError> {
    let DecidedBy { by, imported } = rows::json(row, "decided_by")?;
    Ok(AuditedOutcome {
        number: rows::natural(row, "number")?,
        interaction_id: rows::id(row, "interaction_id")?,
        status: rows::name(row, "status")?,
        by,
        imported,
        at: Timestamp(row.try_get("at")?),
        question_digest: digest(row, "question_digest")?,
        outcome_digest: digest(row, "outcome_digest")?,
        hash: digest(row, "hash")?,
        kept: kept(row)?,
    })
}

fn kept(row: &SqliteRow) -> Result<Option<KeptOutcome>, StoreError> {
    let Some(title) = row.try_get("title")? else {
        return Ok(None);
    };
    let outcome: Option<&str> = row.try_get("outcome")?;
    let delivered_at: Option<i64> = row.try_get("delivered_at")?;
    Ok(Some(KeptOutcome {
        title,
        asker: row.try_get("asker")?,
        project: row.try_get("project")?,
        outcome: outcome.map(rows::outcome).transpose()?,
        delivered_at: delivered_at.map(Timestamp),
    }))
}

pub(super) async fn head(
    connection: &mut SqliteConnection,
) -> Result<Option<AuditHead>, StoreError> {
    let found = sqlx::query("SELECT number, hash, at FROM audit ORDER BY number DESC LIMIT 1")
        .fetch_optional(connection)
        .await?;
    let head = |row: &SqliteRow| {
        Ok(AuditHead {
            number: rows::natural(row, "number")?,
            hash: digest(row, "hash")?,
            at: Timestamp(row.try_get("at")?),
        })
    };
    found.as_ref().map(head).transpose()
}

pub(super) async fn hash_of(
    connection: &mut SqliteConnection,
    number: u64,
) -> Result<Option<String>, StoreError> {
    let found = sqlx::query("SELECT hash FROM audit WHERE number = $1")
        .bind(as_integer(number))
        .fetch_optional(connection)
        .await?;
    found.as_ref().map(|row| digest(row, "hash")).transpose()
}

async fn events(
    connection: &mut SqliteConnection,
    after: i64,
    limit: u32,
) -> Result<Found, StoreError> {
    let found = sqlx::query(
        "SELECT e.seq, e.subject_id, e.at, e.data, e.hash, i.asker, i.project, i.question_digest
         FROM event e JOIN interaction i ON i.id = e.subject_id
         WHERE e.subject_kind = 'interaction' AND e.seq > $1 ORDER BY e.seq LIMIT $2",
    )
    .bind(after)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let events = found.iter().map(event).collect::<Result<Vec<_>, _>>()?;
    let last = events
        .last()
        .map(|row| Cursor::Event(as_integer(row.event.seq)));
    Ok((events.into_iter().map(AuditRow::Event).collect(), last))
}

fn event(row: &SqliteRow) -> Result<AuditedEvent, StoreError> {
    Ok(AuditedEvent {
        event: events::stored(row)?,
        asker: row.try_get("asker")?,
        project: row.try_get("project")?,
        question_digest: digest(row, "question_digest")?,
        hash: digest(row, "hash")?,
    })
}

async fn of_hub(
    connection: &mut SqliteConnection,
    after: u64,
    limit: u32,
) -> Result<Found, StoreError> {
    let events = hub_events::after(connection, after, limit).await?;
    let last = events.last().map(|row| Cursor::Hub(row.number));
    Ok((events.into_iter().map(AuditRow::Hub).collect(), last))
}

pub(super) fn digest(row: &SqliteRow, column: &'static str) -> Result<String, StoreError> {
    let hash: Hash = rows::hash(row, column)?;
    let mut text = String::with_capacity(2 * hash.len());
    for byte in hash {
        write!(text, "{byte:02x}").expect("writing to a String cannot fail");
    }
    Ok(text)
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outcome(number) => write!(f, "o.{number}"),
            Self::Event(seq) => write!(f, "e.{seq}"),
            Self::Hub(number) => write!(f, "h.{number}"),
        }
    }
}

impl FromStr for Cursor {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let integer = |part: &str| part.parse::<i64>().map_err(|_| StoreError::BadCursor);
        match text.split_once('.') {
            Some(("o", number)) => integer(number).map(Self::Outcome),
            Some(("e", seq)) => integer(seq).map(Self::Event),
            Some(("h", number)) => number
                .parse()
                .map(Self::Hub)
                .map_err(|_| StoreError::BadCursor),
            _ => Err(StoreError::BadCursor),
        }
    }
}
