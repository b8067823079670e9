//! Bearer tokens of agents that come over HTTP: one per agent, expiring, revocable.

use std::sync::{Arc, RwLock};

use domain::Timestamp;
use protocol::route::TokenHolder;
use store::{NewToken, StoreError, TokenRow};

use super::secret::{Secret, same};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const TOUCH_EVERY_MS: u64 = 5 * 60 * 1000;

pub(crate) struct Tokens {
    store: Arc<dyn store::Access>,
    rows: RwLock<Vec<TokenRow>>,
}

impl Tokens {
    pub(super) async fn load(store: Arc<dyn store::Access>) -> Result<Self, StoreError> {
        let rows = store.tokens().await?;
        Ok(Self {
            store,
            rows: RwLock::new(rows),
        })
    }

    pub(crate) async fn create(
        &self,
        name: String,
        directory: String,
        days: u32,
        now: Timestamp,
    ) -> Result<(TokenRow, Secret), StoreError> {
        let secret = Secret::random::<32>("sayso_");
        let new = NewToken {
            id: Secret::random::<8>("").reveal().to_owned(),
            name,
            directory,
            secret_hash: secret.hash(),
            created_at: now,
            expires_at: Timestamp(now.0.saturating_add(i64::from(days).saturating_mul(DAY_MS))),
        };
        self.store.add_token(&new).await?;
        let row = TokenRow {
            id: new.id,
            name: new.name,
            directory: new.directory,
            secret_hash: new.secret_hash,
            created_at: new.created_at,
            expires_at: new.expires_at,
            last_used_at: None,
        };
        self.write().push(row.clone());
        Ok((row, secret))
    }

    /// Returns who holds `secret`, if it is a token that still counts.
    pub(crate) async fn holder(&self, secret: &Secret, now: Timestamp) -> Option<TokenHolder> {
        let hash = secret.hash();
        let (holder, touch) = {
            let mut rows = self.write();
            let row = rows
                .iter_mut()
                .find(|row| same(&row.secret_hash, &hash) && row.expires_at > now)?;
            let touch = row
                .last_used_at
                .is_none_or(|at| now.millis_since(at) >= TOUCH_EVERY_MS);
            if touch {
                row.last_used_at = Some(now);
            }
            let holder = TokenHolder {
                token_id: row.id.clone(),
                name: row.name.clone(),
                directory: row.directory.clone(),
            };
            (holder, touch)
        };
        if touch && let Err(error) = self.store.touch_token(&holder.token_id, now).await {
            tracing::warn!(%error, "cannot note that a token is in use");
        }
        Some(holder)
    }

    pub(crate) fn list(&self) -> Vec<TokenRow> {
        self.rows
            .read()
            .expect("no code panics while it holds the tokens")
            .clone()
    }

    pub(crate) async fn revoke(&self, id: &str) -> Result<Option<TokenRow>, StoreError> {
        self.store.remove_token(id).await?;
        let mut rows = self.write();
        Ok(rows
            .iter()
            .position(|row| row.id == id)
            .map(|at| rows.remove(at)))
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Vec<TokenRow>> {
        self.rows
            .write()
            .expect("no code panics while it holds the tokens")
    }
}
