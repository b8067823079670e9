//! Stores a new question, unless its call has stored it before or too many are waiting already.

use async_trait::async_trait;
use domain::CallKey;
use domain::interaction::{Event, Interaction};
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};

use super::chain::{Hash, events_start, text_digest};
use super::events::Numbered;
use super::interactions::{self, call_key};
use super::outline;
use super::rows::{self, Changing, question_json, search_text};
use super::writer::Write;
use crate::{Create, NewInteraction, PendingLimits, Recorded, StoreError, Stored, StoredEvent};

pub(super) struct CreateInteraction {
    pub(super) new: NewInteraction,
    pub(super) limits: PendingLimits,
}

#[async_trait]
impl Write for CreateInteraction {
    type Done = Create;

    async fn run(self, connection: &mut SqliteConnection) -> Result<Create, StoreError> {
        let new = self.new;
        if let Some(call) = new.call {
            let principal = &new.interaction.asker.principal;
            if let Some(known) = interactions::load_by_call(connection, principal, call).await? {
                return Ok(Create::Known(known));
            }
        }
        let crowd = Crowd::load(connection, &new.interaction, self.limits.per_asker).await?;
        let bytes = question_json(&new.interaction)?.len() as u64;
        if crowd.pending >= u64::from(self.limits.per_store) {
            return Ok(Create::StoreFull);
        }
        if crowd.of_asker >= u64::from(self.limits.per_asker) {
            return Ok(Create::AskerFull);
        }
        if crowd.principal_bytes + bytes > self.limits.bytes_per_principal {
            return Ok(Create::PrincipalBytesFull);
        }
        if crowd.bytes + bytes > self.limits.bytes_per_store {
            return Ok(Create::StoreBytesFull);
        }
        let recorded = record_asked(connection, new, crowd.last_seq + 1).await?;
        Ok(Create::Done(recorded))
    }
}

/// Inserts a pending interaction with its first event, which takes the number `seq`.
pub(super) async fn record_asked(
    connection: &mut SqliteConnection,
    new: NewInteraction,
    seq: u64,
) -> Result<Recorded, StoreError> {
    let NewInteraction {
        interaction,
        digest,
        call,
    } = new;
    let question = question_json(&interaction)?;
    let question_digest = text_digest(&question);
    let asked = StoredEvent {
        seq,
        interaction_id: interaction.id,
        at: interaction.asked_at,
        event: Event::Asked,
    };
    let start = events_start(&interaction.id.to_string(), &question_digest);
    let asked = Numbered::new(asked, &start)?;
    let head = asked.hash;
    let row = NewRow {
        interaction: &interaction,
        digest: &digest,
        call,
        question,
        question_digest,
        head,
    };
    let mut statements = QueryBuilder::default();
    row.push(&mut statements)?;
    outline::push(&mut statements, &interaction)?;
    asked.push(&mut statements);
    let number = run_returning_number(&mut statements, connection).await?;
    let stored = Stored {
        interaction,
        revision: 1,
        number,
        digest,
    };
    Ok(Recorded {
        stored,
        events: vec![asked.stored],
    })
}

/// How many are waiting already.
struct Crowd {
    last_seq: u64,
    pending: u64,
    /// Of this asker; not counted beyond its limit.
    of_asker: u64,
    principal_bytes: u64,
    /// Of all principals.
    bytes: u64,
}

impl Crowd {
    async fn load(
        connection: &mut SqliteConnection,
        interaction: &Interaction,
        per_asker: u32,
    ) -> Result<Self, StoreError> {
        let row = sqlx::query(
            "SELECT (SELECT value FROM counter WHERE name = 'event') AS last_seq,
                    (SELECT value FROM counter WHERE name = 'pending') AS pending,
                    (SELECT count(*)
                     FROM (SELECT 1 FROM interaction INDEXED BY interaction_alike
                           WHERE state = 'pending' AND scope_key = $1 LIMIT $2)) AS of_asker,
                    (SELECT coalesce(sum(bytes), 0) FROM pending_load WHERE principal = $3)
                        AS principal_bytes,
                    (SELECT coalesce(sum(bytes), 0) FROM pending_load) AS bytes",
        )
        .bind(interaction.asker.scope_key())
        .bind(per_asker)
        .bind(interaction.asker.principal.key())
        .fetch_one(connection)
        .await?;
        Ok(Self {
            last_seq: rows::natural(&row, "last_seq")?,
            pending: rows::natural(&row, "pending")?,
            of_asker: rows::natural(&row, "of_asker")?,
            principal_bytes: rows::natural(&row, "principal_bytes")?,
            bytes: rows::natural(&row, "bytes")?,
        })
    }
}

/// Returns how many are pending; the schema keeps count.
pub(super) async fn pending_count(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let count: i64 = sqlx::query_scalar("SELECT value FROM counter WHERE name = 'pending'")
        .fetch_one(connection)
        .await?;
    Ok(count.unsigned_abs())
}

struct NewRow<'a> {
    interaction: &'a Interaction,
    digest: &'a str,
    call: Option<CallKey>,
    question: String,
    question_digest: Hash,
    head: Hash,
}

impl NewRow<'_> {
    /// Adds the statement that inserts the row and returns its number.
    fn push(self, statements: &mut QueryBuilder<Sqlite>) -> Result<(), StoreError> {
        let interaction = self.interaction;
        let changing = Changing::of(interaction)?;
        statements.push(
            "INSERT INTO interaction (revision, id, state, status, scope_key, asker, project, digest,
                 asked_at, closed_at, delivered_at, due_uptime_ms, question_digest, event_head, title,
                 course, outcome, question, search, call_key)
             VALUES (1, ",
        );
        statements
            .separated(", ")
            .push_bind(interaction.id.to_string())
            .push_bind(changing.state)
            .push_bind(changing.status)
            .push_bind(interaction.asker.scope_key())
            .push_bind(interaction.asker.client.clone())
            .push_bind(interaction.asker.project().to_owned())
            .push_bind(self.digest.to_owned())
            .push_bind(interaction.asked_at.0)
            .push_bind(changing.closed_at)
            .push_bind(changing.delivered_at)
            .push_bind(changing.due_uptime_ms)
            .push_bind(self.question_digest.to_vec())
            .push_bind(self.head.to_vec())
            .push_bind(interaction.question.title().to_owned())
            .push_bind(changing.course)
            .push_bind(changing.outcome)
            .push_bind(self.question)
            .push_bind(search_text(interaction))
            .push_bind(
                self.call
                    .map(|call| call_key(&interaction.asker.principal, call)),
            );
        statements.push(") RETURNING number; ");
        Ok(())
    }
}

/// Runs all statements in one trip to the database's thread; one of them returns the number.
async fn run_returning_number(
    statements: &mut QueryBuilder<Sqlite>,
    connection: &mut SqliteConnection,
) -> Result<u64, StoreError> {
    // Not `fetch_one`: it would stop at the first row and leave the later statements out.
    let rows = statements.build().fetch_all(connection).await?;
    let row = rows.first().ok_or(sqlx::Error::RowNotFound)?;
    let number: i64 = row.try_get("number")?;
    Ok(number.unsigned_abs())
}
