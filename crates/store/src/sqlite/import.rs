//! Imports finished interactions through the same steps as those decided here: asked, then closed
//! with an audit row. The schema's rules hold without an exception.

use async_trait::async_trait;
use domain::interaction::{Event, Origin};
use domain::{InteractionId, Timestamp};
use sqlx::SqliteConnection;

use super::append::Step;
use super::create::record_asked;
use super::writer::Write;
use super::{log, rows};
use crate::{Import, NewInteraction, Recorded, Recording, StoreError};

pub(super) struct ImportRecordings {
    pub(super) recordings: Vec<Recording>,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Write for ImportRecordings {
    type Done = Vec<Import>;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Self::Done, StoreError> {
        let mut done = Vec::with_capacity(self.recordings.len());
        for recording in self.recordings {
            done.push(import(connection, recording, self.at).await?);
        }
        Ok(done)
    }
}

async fn import(
    connection: &mut SqliteConnection,
    recording: Recording,
    at: Timestamp,
) -> Result<Import, StoreError> {
    let taken = sqlx::query(
        "INSERT INTO imported (source, original_id, asked_at, interaction_id, at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (source, original_id, asked_at) DO NOTHING",
    )
    .bind(&recording.origin.source)
    .bind(&recording.origin.original_id)
    .bind(recording.interaction.asked_at.0)
    .bind(recording.interaction.id.to_string())
    .bind(at.0)
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 0 {
        return known(connection, &recording).await.map(Import::Known);
    }
    record(connection, recording, at).await.map(Import::Done)
}

/// Counts the records that were imported before.
pub(super) async fn known_count(
    connection: &mut SqliteConnection,
    origins: &[(Origin, Timestamp)],
) -> Result<u64, StoreError> {
    let mut known = 0;
    for (origin, asked_at) in origins {
        let found: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM imported
             WHERE source = $1 AND original_id = $2 AND asked_at = $3)",
        )
        .bind(&origin.source)
        .bind(&origin.original_id)
        .bind(asked_at.0)
        .fetch_one(&mut *connection)
        .await?;
        known += u64::from(found);
    }
    Ok(known)
}

/// Returns the id under which a record was imported before.
async fn known(
    connection: &mut SqliteConnection,
    recording: &Recording,
) -> Result<InteractionId, StoreError> {
    let found = sqlx::query(
        "SELECT interaction_id FROM imported
         WHERE source = $1 AND original_id = $2 AND asked_at = $3",
    )
    .bind(&recording.origin.source)
    .bind(&recording.origin.original_id)
    .bind(recording.interaction.asked_at.0)
    .fetch_one(connection)
    .await?;
    rows::id(&found, "interaction_id")
}

async fn record(
    connection: &mut SqliteConnection,
    recording: Recording,
    at: Timestamp,
) -> Result<Recorded, StoreError> {
    if !recording.closed.is_terminal() {
        let detail = format!("{} ends nothing", recording.closed.kind());
        return Err(StoreError::NotCommitted(detail));
    }
    let seq = log::last_seq(connection).await? + 1;
    let new = NewInteraction {
        interaction: recording.interaction,
        digest: recording.digest,
        call: None,
    };
    let asked = record_asked(connection, new, seq).await?;
    let Some(mut step) = Step::begin(connection, &asked.stored).await? else {
        // It was inserted a moment ago, in this transaction.
        return Err(sqlx::Error::RowNotFound.into());
    };
    // Before the end, so that the audit row's hash covers it.
    step.take(Event::Imported(recording.origin), at)?;
    step.take(recording.closed, recording.closed_at)?;
    if recording.was_delivered {
        step.take(Event::Delivered, recording.closed_at)?;
    }
    let closed = step.finish(asked.stored).await?;
    let events = [asked.events, closed.events].concat();
    Ok(Recorded { events, ..closed })
}
