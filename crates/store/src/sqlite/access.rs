//! Rows about who has access: browser sessions and agents' tokens.

use async_trait::async_trait;
use domain::Timestamp;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::rows;
use super::writer::Write;
use crate::{NewToken, NewWebSession, SecondHalf, StoreError, TokenRow, WebSessionRow};

pub(super) struct AddWebSession(pub(super) NewWebSession);
pub(super) struct AddToken(pub(super) NewToken);

/// Which table a change is for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    WebSession,
    Token,
}

/// Notes a use. The clock may have gone backwards; the row does not.
pub(super) struct Touch {
    pub(super) kind: Kind,
    pub(super) id: String,
    pub(super) at: Timestamp,
}

pub(super) struct Remove {
    pub(super) kind: Kind,
    pub(super) id: String,
}

#[async_trait]
impl Write for AddWebSession {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Self(session) = self;
        sqlx::query(
            "INSERT INTO web_session
                 (id, cookie_hash, key_hash, second_half, created_at, last_seen_at, user_agent)
             VALUES ($1, $2, $3, $4, $5, $5, $6)",
        )
        .bind(session.id)
        .bind(session.cookie_hash.as_slice())
        .bind(session.key_hash.as_slice())
        .bind(session.second_half.as_str())
        .bind(session.created_at.0)
        .bind(session.user_agent)
        .execute(connection)
        .await?;
        Ok(())
    }
}

#[async_trait]
impl Write for AddToken {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let Self(token) = self;
        sqlx::query(
            "INSERT INTO agent_token (id, name, directory, secret_hash, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(token.id)
        .bind(token.name)
        .bind(token.directory)
        .bind(token.secret_hash.as_slice())
        .bind(token.created_at.0)
        .bind(token.expires_at.0)
        .execute(connection)
        .await?;
        Ok(())
    }
}

#[async_trait]
impl Write for Touch {
    type Done = ();

    async fn run(self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let sql = match self.kind {
            Kind::WebSession => {
                "UPDATE web_session SET last_seen_at = max(last_seen_at, $1) WHERE id = $2"
            }
            Kind::Token => {
                "UPDATE agent_token SET last_used_at = max(coalesce(last_used_at, $1), $1) WHERE id = $2"
            }
        };
        sqlx::query(sql)
            .bind(self.at.0)
            .bind(self.id)
            .execute(connection)
            .await?;
        Ok(())
    }
}

#[async_trait]
impl Write for Remove {
    /// Whether there was something to remove.
    type Done = bool;

    async fn run(self, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
        let sql = match self.kind {
            Kind::WebSession => "DELETE FROM web_session WHERE id = $1",
            Kind::Token => "DELETE FROM agent_token WHERE id = $1",
        };
        let removed = sqlx::query(sql).bind(self.id).execute(connection).await?;
        Ok(removed.rows_affected() > 0)
    }
}

pub(super) async fn web_sessions(
    connection: &mut SqliteConnection,
) -> Result<Vec<WebSessionRow>, StoreError> {
    let found = sqlx::query(
        "SELECT id, cookie_hash, key_hash, second_half, created_at, last_seen_at, user_agent
         FROM web_session ORDER BY created_at, id",
    )
    .fetch_all(connection)
    .await?;
    found.iter().map(web_session).collect()
}

pub(super) async fn tokens(connection: &mut SqliteConnection) -> Result<Vec<TokenRow>, StoreError> {
    let found = sqlx::query(
        "SELECT id, name, directory, secret_hash, created_at, expires_at, last_used_at
         FROM agent_token ORDER BY created_at, id",
    )
    .fetch_all(connection)
    .await?;
    found.iter().map(token).collect()
}

fn web_session(row: &SqliteRow) -> Result<WebSessionRow, StoreError> {
    Ok(WebSessionRow {
        id: row.try_get("id")?,
        cookie_hash: rows::hash(row, "cookie_hash")?,
        key_hash: rows::hash(row, "key_hash")?,
        second_half: second_half(row)?,
        created_at: Timestamp(row.try_get("created_at")?),
        last_seen_at: Timestamp(row.try_get("last_seen_at")?),
        user_agent: row.try_get("user_agent")?,
    })
}

fn second_half(row: &SqliteRow) -> Result<SecondHalf, StoreError> {
    let stored: String = row.try_get("second_half")?;
    // The schema allows no third value.
    Ok(if stored == SecondHalf::Path.as_str() {
        SecondHalf::Path
    } else {
        SecondHalf::Header
    })
}

fn token(row: &SqliteRow) -> Result<TokenRow, StoreError> {
    Ok(TokenRow {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        directory: row.try_get("directory")?,
        secret_hash: rows::hash(row, "secret_hash")?,
        created_at: Timestamp(row.try_get("created_at")?),
        expires_at: Timestamp(row.try_get("expires_at")?),
        last_used_at: row
            .try_get::<Option<i64>, _>("last_used_at")?
            .map(Timestamp),
    })
}
