//! Appends decided events to an interaction, unless it has changed since it was read.

use async_trait::async_trait;
use domain::Timestamp;
use domain::interaction::{Event, Interaction, Origin};
use sqlx::{QueryBuilder, Sqlite, SqliteConnection};

use super::audit;
use super::chain::Hash;
use super::events::Numbered;
use super::outline;
use super::rows::{self, Changing, as_integer};
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
        let Some(mut step) = Step::begin(connection, &current).await? else {
            return Ok(Append::Conflict);
        };
        for event in events {
            step.take(event, at)?;
        }
        step.finish(current).await.map(Append::Done)
    }
}

/// An interaction on its way from one revision to the next.
pub(super) struct Step<'c> {
    connection: &'c mut SqliteConnection,
    next: Interaction,
    head: Hash,
    last_seq: u64,
    audit_tail: audit::Tail,
    question_digest: Hash,
    /// Where the record came from, once an event has said so; the audit row repeats it.
    origin: Option<Origin>,
    recorded: Vec<StoredEvent>,
    /// What is to be written. It is sent in one go, because each trip to the database's thread
    /// costs more than most statements, and a group of answers waits for the sum of them.
    statements: QueryBuilder<Sqlite>,
    /// How many rows those statements change.
    changes: u64,
}

impl<'c> Step<'c> {
    /// Makes the version check; nothing is written before it holds. Everything that is needed
    /// comes with it in one query, because a group of answers waits for the sum of these.
    pub(super) async fn begin(
        connection: &'c mut SqliteConnection,
        current: &Stored,
    ) -> Result<Option<Self>, StoreError> {
        let newest = sqlx::query(
            "SELECT event_head, question_digest,
                    (SELECT value FROM counter WHERE name = 'event') AS last_seq,
                    (SELECT max(number) FROM audit) AS audit_number,
                    (SELECT hash FROM audit ORDER BY number DESC LIMIT 1) AS audit_hash
             FROM interaction WHERE id = $1 AND revision = $2",
        )
        .bind(current.interaction.id.to_string())
        .bind(as_integer(current.revision))
        .fetch_optional(&mut *connection)
        .await?;
        let Some(newest) = newest else {
            return Ok(None);
        };
        Ok(Some(Self {
            connection,
            next: current.interaction.clone(),
            head: rows::hash(&newest, "event_head")?,
            last_seq: rows::natural(&newest, "last_seq")?,
            audit_tail: audit::Tail::read(&newest)?,
            question_digest: rows::hash(&newest, "question_digest")?,
            origin: None,
            recorded: Vec::new(),
            statements: QueryBuilder::default(),
            changes: 0,
        }))
    }

    pub(super) fn take(&mut self, event: Event, at: Timestamp) -> Result<(), StoreError> {
        self.next.apply(&event, at);
        if let Event::Imported(origin) = &event {
            self.origin = Some(origin.clone());
        }
        let is_terminal = event.is_terminal();
        self.last_seq += 1;
        let stored = StoredEvent {
            seq: self.last_seq,
            interaction_id: self.next.id,
            at,
            event,
        };
        let numbered = Numbered::new(stored, &self.head)?;
        numbered.push(&mut self.statements);
        // The counter and the event itself.
        self.changes += 2;
        self.head = numbered.hash;
        self.recorded.push(numbered.stored);
        if is_terminal {
            self.audit()?;
        }
        Ok(())
    }

    /// Records the outcome. A second terminal event finds a row already there and is refused.
    fn audit(&mut self) -> Result<(), StoreError> {
        let outcome = Changing::of(&self.next)?.outcome.unwrap_or_default();
        let Some(closed) = self.next.closed() else {
            return Ok(());
        };
        let entry = audit::Entry {
            id: self.next.id,
            closed,
            origin: self.origin.as_ref(),
            question_digest: self.question_digest,
            outcome: &outcome,
            event_head: self.head,
        };
        audit::push(&mut self.statements, &self.audit_tail, entry)?;
        self.changes += 1;
        Ok(())
    }

    /// Writes everything that was taken, and the interaction as it is afterwards.
    pub(super) async fn finish(mut self, current: Stored) -> Result<Recorded, StoreError> {
        if self.next.closed().is_some() && current.interaction.is_pending() {
            // While the interaction is pending still: what was given is final like the outcome.
            outline::push(&mut self.statements, &self.next)?;
            self.changes += 1;
        }
        self.update(&current)?;
        let done = self.statements.build().execute(self.connection).await?;
        if done.rows_affected() != self.changes {
            // The version check above held in this transaction, so this cannot be a race.
            return Err(sqlx::Error::RowNotFound.into());
        }
        let stored = Stored {
            interaction: self.next,
            revision: current.revision + 1,
            ..current
        };
        Ok(Recorded {
            stored,
            events: self.recorded,
        })
    }

    fn update(&mut self, current: &Stored) -> Result<(), StoreError> {
        let changing = Changing::of(&self.next)?;
        self.statements
            .push("UPDATE interaction SET revision = revision + 1, state = ")
            .push_bind(changing.state)
            .push(", status = ")
            .push_bind(changing.status)
            .push(", closed_at = ")
            .push_bind(changing.closed_at)
            .push(", delivered_at = ")
            .push_bind(changing.delivered_at)
            .push(", due_uptime_ms = ")
            .push_bind(changing.due_uptime_ms)
            .push(", event_head = ")
            .push_bind(self.head.to_vec())
            .push(", course = ")
            .push_bind(changing.course)
            .push(", outcome = ")
            .push_bind(changing.outcome)
            .push(" WHERE id = ")
            .push_bind(self.next.id.to_string())
            .push(" AND revision = ")
            .push_bind(as_integer(current.revision));
        self.changes += 1;
        Ok(())
    }
}
