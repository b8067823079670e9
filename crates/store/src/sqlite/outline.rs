//! Writes what lists show of an interaction, beside its question.

use domain::interaction::Interaction;
use sqlx::{QueryBuilder, Sqlite};

use super::failure::unreadable;
use crate::StoreError;

/// What the table holds of one interaction.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OutlineRow {
    pub(super) gist: String,
    pub(super) given: Option<String>,
}

impl OutlineRow {
    pub(super) fn of(interaction: &Interaction) -> Result<Self, StoreError> {
        let gist = serde_json::to_string(&interaction.gist()).map_err(unreadable("gist"))?;
        let closed = interaction.closed();
        Ok(Self {
            gist,
            given: closed.and_then(|closed| closed.outcome.given(&interaction.question)),
        })
    }
}

/// Adds the statement that writes the outline, or what was given to one that is there.
pub(super) fn push(
    statements: &mut QueryBuilder<Sqlite>,
    interaction: &Interaction,
) -> Result<(), StoreError> {
    let row = OutlineRow::of(interaction)?;
    statements.push("INSERT INTO outline (interaction_id, gist, given) VALUES (");
    statements
        .separated(", ")
        .push_bind(interaction.id.to_string())
        .push_bind(row.gist)
        .push_bind(row.given);
    statements.push(") ON CONFLICT (interaction_id) DO UPDATE SET given = excluded.given; ");
    Ok(())
}
