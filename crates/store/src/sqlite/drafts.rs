//! Unfinished answers. The newest one counts; it goes when its interaction goes.

use async_trait::async_trait;
use domain::{InteractionId, Surface, Timestamp};
use sqlx::{Row, SqliteConnection};

use super::failure::unreadable;
use super::rows;
use super::writer::Write;
use crate::{StoreError, StoredDraft};

pub(super) struct SaveDraft {
    pub(super) id: InteractionId,
    pub(super) draft: StoredDraft,
}

#[async_trait]
impl Write for SaveDraft {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let draft = serde_json::to_string(&self.draft.draft).map_err(unreadable("draft"))?;
        sqlx::query(
            "INSERT INTO draft (interaction_id, draft, surface, at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (interaction_id) DO UPDATE
             SET draft = excluded.draft, surface = excluded.surface, at = excluded.at",
        )
        .bind(self.id.to_string())
        .bind(draft)
        .bind(self.draft.surface.as_str())
        .bind(self.draft.at.0)
        .execute(connection)
        .await?;
        Ok(())
    }
}

pub(super) async fn load(
    connection: &mut SqliteConnection,
    id: InteractionId,
) -> Result<Option<StoredDraft>, StoreError> {
    let found = sqlx::query("SELECT draft, surface, at FROM draft WHERE interaction_id = $1")
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    let Some(row) = found else {
        return Ok(None);
    };
    let name: &str = row.try_get("surface")?;
    let surface = Surface::from_word(name).ok_or_else(|| {
        sqlx::Error::Decode(format!("a draft was saved on an unknown surface, {name:?}").into())
    })?;
    let at = Timestamp(row.try_get("at")?);
    Ok(Some(StoredDraft {
        draft: rows::json(&row, "draft")?,
        surface,
        at,
    }))
}
