//! Between an [`Interaction`] and its row.
//!
//! The row keeps apart what never changes (the question), what is written once (the outcome)
//! and what changes on the way, so that the schema can guard each in its own manner and a
//! frequent small change does not rewrite a long prompt.

use std::str::FromStr;

use domain::id::InvalidId;
use domain::interaction::Pending;
use domain::interaction::{
    Closed, Interaction, Interface, Outcome, OutcomeDelivery, Outline, OutlineState, Question,
    State,
};
use domain::{AnswerId, Asker, Responder, Timestamp};
use serde::{Deserialize, Serialize};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::failure::unreadable;
use crate::{StoreError, Stored, StoredOutline};

/// The columns that [`stored`] reads, for every query that returns interactions.
macro_rules! interaction_columns {
    () => {
        "number, id, revision, digest, asked_at, delivered_at, course, outcome, question"
    };
}
pub(super) use interaction_columns;

/// The columns that [`outline`] reads. The question is among them only where no outline was stored.
macro_rules! outline_columns {
    () => {
        "interaction.number, interaction.id, revision, digest, asked_at, closed_at, delivered_at,
         status, course, gist, given,
         CASE WHEN gist IS NULL THEN outcome END AS outcome,
         CASE WHEN gist IS NULL THEN question END AS question"
    };
}
pub(super) use outline_columns;

#[derive(Serialize, Deserialize)]
struct QuestionPart {
    asker: Asker,
    question: Question,
    timeout_seconds: Option<u64>,
}

#[derive(Serialize, Deserialize)]
struct CoursePart {
    interface: Interface,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    asker_left_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pending: Option<Pending>,
}

#[derive(Serialize, Deserialize)]
struct OutcomePart {
    outcome: Outcome,
    by: Responder,
    at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer_id: Option<AnswerId>,
}

/// The columns of a row that may change after it was inserted.
pub(super) struct Changing {
    pub(super) state: &'static str,
    pub(super) status: &'static str,
    pub(super) closed_at: Option<i64>,
    pub(super) delivered_at: Option<i64>,
    pub(super) due_uptime_ms: Option<i64>,
    pub(super) course: String,
    pub(super) outcome: Option<String>,
}

impl Changing {
    pub(super) fn of(interaction: &Interaction) -> Result<Self, StoreError> {
        let closed = interaction.closed();
        let due = interaction
            .deadline()
            .map(|deadline| as_integer(deadline.due_uptime_ms()));
        Ok(Self {
            state: state_name(interaction),
            status: interaction.status().as_str(),
            closed_at: closed.map(|closed| closed.at.0),
            delivered_at: closed.and_then(|closed| match closed.delivery {
                OutcomeDelivery::Saved => None,
                OutcomeDelivery::Delivered { at } => Some(at.0),
            }),
            due_uptime_ms: due,
            course: course_json(interaction)?,
            outcome: closed.map(outcome_json).transpose()?,
        })
    }
}

pub(super) fn question_json(interaction: &Interaction) -> Result<String, StoreError> {
    let part = QuestionPart {
        asker: interaction.asker.clone(),
        question: interaction.question.clone(),
        timeout_seconds: interaction.timeout_seconds,
    };
    serde_json::to_string(&part).map_err(unreadable("question"))
}

fn course_json(interaction: &Interaction) -> Result<String, StoreError> {
    let part = CoursePart {
        interface: interaction.interface,
        asker_left_at: interaction.asker_left_at,
        pending: match &interaction.state {
            State::Pending(pending) => Some(pending.clone()),
            State::Closed(_) => None,
        },
    };
    serde_json::to_string(&part).map_err(unreadable("course"))
}

fn outcome_json(closed: &Closed) -> Result<String, StoreError> {
    let part = OutcomePart {
        outcome: closed.outcome.clone(),
        by: closed.by.clone(),
        at: closed.at,
        answer_id: closed.answer_id,
    };
    serde_json::to_string(&part).map_err(unreadable("outcome"))
}

/// Returns what people may look for, in lower case.
pub(super) fn search_text(interaction: &Interaction) -> String {
    search_of(&interaction.asker, &interaction.question)
}

fn search_of(asker: &Asker, question: &Question) -> String {
    let parts = [
        question.title(),
        question.prompt(),
        asker.client.as_str(),
        asker.project(),
    ];
    parts.join("\n").to_lowercase()
}

/// What a row repeats of its question, so that it can be found and listed without reading it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Copies {
    pub(super) title: String,
    pub(super) asker: String,
    pub(super) project: String,
    pub(super) search: String,
}

impl Copies {
    /// Returns what a row with this question must repeat; `None` when the question is unreadable.
    pub(super) fn of(question: &str) -> Option<Self> {
        let part: QuestionPart = serde_json::from_str(question).ok()?;
        Some(Self {
            title: part.question.title().to_owned(),
            asker: part.asker.client.clone(),
            project: part.asker.project().to_owned(),
            search: search_of(&part.asker, &part.question),
        })
    }
}

fn state_name(interaction: &Interaction) -> &'static str {
    match interaction.closed().map(|closed| &closed.outcome) {
        None => "pending",
        Some(Outcome::Answered(answer)) if answer.selected_ids().is_empty() => "custom_input",
        Some(Outcome::Answered(_)) => "selected",
        Some(Outcome::Cancelled { .. }) => "cancelled",
        Some(Outcome::TimedOut) => "timeout",
    }
}

/// Reads a row of [`interaction_columns`].
pub(super) fn stored(row: &SqliteRow) -> Result<Stored, StoreError> {
    let question: QuestionPart = json(row, "question")?;
    let course: CoursePart = json(row, "course")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    let delivered_at: Option<i64> = row.try_get("delivered_at")?;
    let state = match outcome {
        None => State::Pending(course.pending.unwrap_or_default()),
        Some(outcome) => closed(&outcome, delivered_at)?,
    };
    let interaction = Interaction {
        id: id(row, "id")?,
        asker: question.asker,
        question: question.question,
        interface: course.interface,
        asked_at: Timestamp(row.try_get("asked_at")?),
        timeout_seconds: question.timeout_seconds,
        asker_left_at: course.asker_left_at,
        state,
    };
    Ok(Stored {
        interaction,
        revision: natural(row, "revision")?,
        number: natural(row, "number")?,
        digest: row.try_get("digest")?,
    })
}

/// Reads a row of [`outline_columns`].
pub(super) fn outline(row: &SqliteRow) -> Result<StoredOutline, StoreError> {
    if row.try_get::<Option<&str>, _>("gist")?.is_none() {
        return stored(row).map(|stored| StoredOutline::from(&stored));
    }
    let course: CoursePart = json(row, "course")?;
    let closed_at: Option<i64> = row.try_get("closed_at")?;
    let state = match (course.pending, closed_at) {
        (_, Some(at)) => OutlineState::Closed {
            status: name(row, "status")?,
            at: Timestamp(at),
            delivery: delivery(row.try_get("delivered_at")?),
            given: row.try_get("given")?,
        },
        (pending, None) => {
            let pending = pending.unwrap_or_default();
            OutlineState::Pending {
                deadline: pending.deadline,
                awaits_confirmation: pending.chosen.is_some(),
            }
        }
    };
    let outline = Outline {
        id: id(row, "id")?,
        gist: json(row, "gist")?,
        interface: course.interface,
        asked_at: Timestamp(row.try_get("asked_at")?),
        asker_left_at: course.asker_left_at,
        state,
    };
    Ok(StoredOutline {
        outline,
        revision: natural(row, "revision")?,
        number: natural(row, "number")?,
    })
}

fn delivery(delivered_at: Option<i64>) -> OutcomeDelivery {
    match delivered_at {
        None => OutcomeDelivery::Saved,
        Some(at) => OutcomeDelivery::Delivered { at: Timestamp(at) },
    }
}

fn closed(outcome: &str, delivered_at: Option<i64>) -> Result<State, StoreError> {
    let part: OutcomePart = serde_json::from_str(outcome).map_err(unreadable("outcome"))?;
    let delivery = delivery(delivered_at);
    let OutcomePart {
        outcome,
        by,
        at,
        answer_id,
    } = part;
    Ok(State::Closed(Closed {
        outcome,
        by,
        at,
        answer_id,
        delivery,
    }))
}

/// Reads how an interaction ended from its column `outcome`.
pub(super) fn outcome(text: &str) -> Result<Outcome, StoreError> {
    let part: OutcomePart = serde_json::from_str(text).map_err(unreadable("outcome"))?;
    Ok(part.outcome)
}

/// Reads a column that holds JSON.
pub(super) fn json<T: serde::de::DeserializeOwned>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let text: &str = row.try_get(column)?;
    serde_json::from_str(text).map_err(unreadable(column))
}

/// Reads a column that holds the name of one of a few values.
pub(super) fn name<T: serde::de::DeserializeOwned>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let text: &str = row.try_get(column)?;
    serde_json::from_value(text.into()).map_err(unreadable(column))
}

/// Reads a column that holds an id.
pub(super) fn id<T: FromStr<Err = InvalidId>>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<T, StoreError> {
    let text: &str = row.try_get(column)?;
    text.parse().map_err(|source| undecodable(column, source))
}

/// Reads a column that holds an id or nothing.
pub(super) fn optional_id<T: FromStr<Err = InvalidId>>(
    row: &SqliteRow,
    column: &'static str,
) -> Result<Option<T>, StoreError> {
    match row.try_get::<Option<&str>, _>(column)? {
        Some(_) => id(row, column).map(Some),
        None => Ok(None),
    }
}

/// Returns ids that begin with `prefix`. The query takes it as `$1` and the limit as `$2`; 'g'
/// follows the last hexadecimal digit.
pub(super) async fn ids_with_prefix<T: FromStr<Err = InvalidId>>(
    connection: &mut SqliteConnection,
    sql: &'static str,
    prefix: &str,
    limit: u32,
) -> Result<Vec<T>, StoreError> {
    let is_hexadecimal = prefix
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !is_hexadecimal {
        return Ok(Vec::new());
    }
    let found = sqlx::query(sql)
        .bind(prefix)
        .bind(limit)
        .fetch_all(connection)
        .await?;
    found.iter().map(|row| id(row, "id")).collect()
}

/// Reads a column that holds a small number, such as that of an attempt.
pub(super) fn small(row: &SqliteRow, column: &'static str) -> Result<u32, StoreError> {
    let value: i64 = row.try_get(column)?;
    u32::try_from(value).map_err(|source| undecodable(column, source))
}

/// Reads a column that never holds a negative number.
pub(super) fn natural(row: &SqliteRow, column: &'static str) -> Result<u64, StoreError> {
    let value: i64 = row.try_get(column)?;
    u64::try_from(value).map_err(|source| undecodable(column, source))
}

/// Reads a column that holds a SHA-256.
pub(super) fn hash(row: &SqliteRow, column: &'static str) -> Result<[u8; 32], StoreError> {
    let bytes: &[u8] = row.try_get(column)?;
    bytes
        .try_into()
        .map_err(|source| undecodable(column, source))
}

fn undecodable(
    column: &'static str,
    source: impl std::error::Error + Send + Sync + 'static,
) -> StoreError {
    sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: Box::new(source),
    }
    .into()
}

/// SQLite's integers have a sign. A time that does not fit is further away than any wait.
pub(super) fn as_integer(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
