//! Appends decided events to an interaction, if nobody else moved first.

use async_trait::async_trait;
use domain::{Event, Interaction, Timestamp};
use sqlx::{Row, SqliteConnection};

use super::audit;
use super::chain::Hash;
use super::events;
use super::rows::{Changing, as_integer};
use super::writer::Write;
use crate::{Append, Recorded, StoreError, Stored, StoredEvent};

pub(super) struct AppendEvents {
    pub(super) current: Stored,
    pub(super) events: Vec<Event>,
    pub(super) at: Timestamp,
}

#[async_trait]
impl Write for AppendEvents {
    type Done = Append;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Append, StoreError> {
        let Self {
            current,
            events,
            at,
        } = self;
        // The version check. Nothing is written before it holds.
        let newest = sqlx::query(
            "SELECT event_head, question FROM interaction WHERE id = $1 AND revision = $2",
        )
        .bind(current.interaction.id.to_string())
        .bind(as_integer(current.revision))
        .fetch_optional(&mut *connection)
        .await?;
        let Some(newest) = newest else {
            return Ok(Append::Conflict);
        };
        let mut step = Step {
            connection,
            next: current.interaction.clone(),
            head: super::rows::hash(&newest, "event_head")?,
            question: newest.try_get("question")?,
            recorded: Vec::with_capacity(events.len()),
        };
        for event in events {
            step.take(event, at).await?;
        }
        step.finish(current).await
    }
}

/// An interaction on its way from one revision to the next.
struct Step<'c> {
    connection: &'c mut SqliteConnection,
    next: Interaction,
    head: Hash,
    question: String,
    recorded: Vec<StoredEvent>,
}

impl Step<'_> {
    async fn take(&mut self, event: Event, at: Timestamp) -> Result<(), StoreError> {
        let id = self.next.id;
        self.next.apply(&event, at);
        let is_terminal = event.is_terminal();
        let numbered = events::number(self.connection, id, event, at, &self.head).await?;
        events::insert(self.connection, &numbered).await?;
        self.head = numbered.hash;
        self.recorded.push(numbered.stored);
        if is_terminal {
            self.audit().await?;
        }
        Ok(())
    }

    /// Records the outcome. A second terminal event finds a row already there and is refused.
    async fn audit(&mut self) -> Result<(), StoreError> {
        let outcome = Changing::of(&self.next)?.outcome.unwrap_or_default();
        let Some(closed) = self.next.closed() else {
            return Ok(());
        };
        let entry = audit::Entry {
            id: self.next.id,
            closed,
            question: &self.question,
            outcome: &outcome,
            event_head: self.head,
        };
        audit::insert(self.connection, entry).await
    }

    async fn finish(self, current: Stored) -> Result<Append, StoreError> {
        let changing = Changing::of(&self.next)?;
        let updated = sqlx::query(
            "UPDATE interaction
             SET revision = revision + 1, state = $1, status = $2, closed_at = $3,
                 delivered_at = $4, due_uptime_ms = $5, event_head = $6, course = $7, outcome = $8
             WHERE id = $9 AND revision = $10",
        )
        .bind(changing.state)
        .bind(changing.status)
        .bind(changing.closed_at)
        .bind(changing.delivered_at)
        .bind(changing.due_uptime_ms)
        .bind(self.head.as_slice())
        .bind(changing.course)
        .bind(changing.outcome)
        .bind(self.next.id.to_string())
        .bind(as_integer(current.revision))
        .execute(self.connection)
        .await?;
        if updated.rows_affected() != 1 {
            // The version check above held in this very transaction, so this cannot be a race.
            return Err(sqlx::Error::RowNotFound.into());
        }
        let stored = Stored {
            interaction: self.next,
            revision: current.revision + 1,
            ..current
        };
        Ok(Append::Done(Recorded {
            stored,
            events: self.recorded,
        }))
    }
}
