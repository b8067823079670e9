//! Stores a new question, unless too many are waiting already.

use async_trait::async_trait;
use domain::{Event, Interaction};
use sqlx::SqliteConnection;

use super::chain::{Hash, events_start_of};
use super::events;
use super::rows::{Changing, question_json, search_text};
use super::writer::Write;
use crate::{Create, NewInteraction, PendingLimits, Recorded, StoreError, Stored};

pub(super) struct CreateInteraction {
    pub(super) new: NewInteraction,
    pub(super) limits: PendingLimits,
}

#[async_trait]
impl Write for CreateInteraction {
    type Done = Create;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Create, StoreError> {
        let NewInteraction {
            interaction,
            digest,
        } = self.new;
        if pending_count(connection).await? >= u64::from(self.limits.per_store) {
            return Ok(Create::StoreFull);
        }
        let scope_key = interaction.asker.scope_key();
        if asker_has(connection, &scope_key, self.limits.per_asker).await? {
            return Ok(Create::AskerFull);
        }
        let question = question_json(&interaction)?;
        let start = events_start_of(interaction.id, &question);
        let at = interaction.asked_at;
        let asked = events::number(connection, interaction.id, Event::Asked, at, &start).await?;
        let row = NewRow {
            interaction: &interaction,
            digest: &digest,
            question,
            head: asked.hash,
        };
        let number = row.insert(connection).await?;
        events::insert(connection, &asked).await?;
        let stored = Stored {
            interaction,
            revision: 1,
            number,
            digest,
        };
        Ok(Create::Done(Recorded {
            stored,
            events: vec![asked.stored],
        }))
    }
}

/// Returns how many are pending; the schema keeps count.
pub(super) async fn pending_count(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let count: i64 = sqlx::query_scalar("SELECT value FROM counter WHERE name = 'pending'")
        .fetch_one(connection)
        .await?;
    Ok(count.unsigned_abs())
}

async fn asker_has(
    connection: &mut SqliteConnection,
    scope_key: &str,
    limit: u32,
) -> Result<bool, StoreError> {
    let count: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM (SELECT 1 FROM interaction INDEXED BY interaction_alike
                               WHERE state = 'pending' AND scope_key = $1 LIMIT $2)",
    )
    .bind(scope_key)
    .bind(limit)
    .fetch_one(connection)
    .await?;
    Ok(count >= i64::from(limit))
}

struct NewRow<'a> {
    interaction: &'a Interaction,
    digest: &'a str,
    question: String,
    head: Hash,
}

impl NewRow<'_> {
    /// Inserts the row and returns its number.
    async fn insert(self, connection: &mut SqliteConnection) -> Result<u64, StoreError> {
        let interaction = self.interaction;
        let changing = Changing::of(interaction)?;
        let number: i64 = sqlx::query_scalar(
            "INSERT INTO interaction (id, revision, state, status, scope_key, asker, project, digest,
                 asked_at, closed_at, delivered_at, due_uptime_ms, event_head, title, course,
                 outcome, question, search)
             VALUES ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
             RETURNING number",
        )
        .bind(interaction.id.to_string())
        .bind(changing.state)
        .bind(changing.status)
        .bind(interaction.asker.scope_key())
        .bind(&interaction.asker.client)
        .bind(interaction.asker.project())
        .bind(self.digest)
        .bind(interaction.asked_at.0)
        .bind(changing.closed_at)
        .bind(changing.delivered_at)
        .bind(changing.due_uptime_ms)
        .bind(self.head.as_slice())
        .bind(interaction.question.title())
        .bind(changing.course)
        .bind(changing.outcome)
        .bind(self.question)
        .bind(search_text(interaction))
        .fetch_one(connection)
        .await?;
        Ok(number.unsigned_abs())
    }
}
