//! Browser sessions: a cookie, and a second half that browsers send only to this hub. Both are
//! needed, because a cookie goes to every port of its host.

use std::sync::{Arc, RwLock};

use domain::Timestamp;
use store::{NewWebSession, SecondHalf, StoreError, WebSessionRow};
use tokio::sync::watch;

use super::secret::{Secret, same};

const IDLE_MAX_MS: u64 = 12 * 60 * 60 * 1000;
const AGE_MAX_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// "Last seen" is written down at most this often: an open page must not keep the disk busy.
const TOUCH_EVERY_MS: u64 = 5 * 60 * 1000;

/// A session as it leaves for the browser; the only time its secrets exist in clear.
pub(crate) struct NewSession {
    pub(crate) cookie: Secret,
    pub(crate) key: Secret,
}

pub(crate) struct Sessions {
    store: Arc<dyn store::Access>,
    rows: RwLock<Vec<WebSessionRow>>,
    /// Changes whenever a session ends, so that its live sockets can close.
    ended: watch::Sender<u64>,
}

impl Sessions {
    pub(super) async fn load(store: Arc<dyn store::Access>) -> Result<Self, StoreError> {
        let rows = store.web_sessions().await?;
        Ok(Self {
            store,
            rows: RwLock::new(rows),
            ended: watch::Sender::new(0),
        })
    }

    pub(crate) async fn create(
        &self,
        second_half: SecondHalf,
        user_agent: &str,
        now: Timestamp,
    ) -> Result<NewSession, StoreError> {
        let cookie = Secret::random::<32>("");
        let key = Secret::random::<32>("");
        let new = NewWebSession {
            id: Secret::random::<8>("").reveal().to_owned(),
            cookie_hash: cookie.hash(),
            key_hash: key.hash(),
            second_half,
            created_at: now,
            user_agent: user_agent.chars().take(200).collect(),
        };
        self.store.add_web_session(&new).await?;
        self.write().push(WebSessionRow {
            id: new.id,
            cookie_hash: new.cookie_hash,
            key_hash: new.key_hash,
            second_half,
            created_at: now,
            last_seen_at: now,
            user_agent: new.user_agent,
        });
        Ok(NewSession { cookie, key })
    }

    /// Returns the id of the live session that this cookie belongs to, if it is one whose second
    /// half travels like this.
    pub(crate) fn by_cookie(
        &self,
        cookie: &Secret,
        second_half: SecondHalf,
        now: Timestamp,
    ) -> Option<String> {
        let hash = cookie.hash();
        let rows = self
            .rows
            .read()
            .expect("no code panics while it holds the sessions");
        let found = rows.iter().find(|row| same(&row.cookie_hash, &hash));
        found
            .filter(|row| row.second_half == second_half && is_alive(row, now))
            .map(|row| row.id.clone())
    }

    /// Whether `key` is the second half of session `id`.
    pub(crate) fn key_fits(&self, id: &str, key: &Secret, now: Timestamp) -> bool {
        let hash = key.hash();
        let rows = self
            .rows
            .read()
            .expect("no code panics while it holds the sessions");
        rows.iter()
            .any(|row| row.id == id && same(&row.key_hash, &hash) && is_alive(row, now))
    }

    /// Notes that the session is in use.
    pub(crate) async fn touch(&self, id: &str, now: Timestamp) {
        let due = {
            let mut rows = self.write();
            let row = rows.iter_mut().find(|row| row.id == id);
            row.filter(|row| now.millis_since(row.last_seen_at) >= TOUCH_EVERY_MS)
                .map(|row| row.last_seen_at = now)
                .is_some()
        };
        if due && let Err(error) = self.store.touch_web_session(id, now).await {
            tracing::warn!(%error, "cannot note that a session is in use");
        }
    }

    pub(crate) fn list(&self, now: Timestamp) -> Vec<WebSessionRow> {
        let rows = self
            .rows
            .read()
            .expect("no code panics while it holds the sessions");
        rows.iter()
            .filter(|row| is_alive(row, now))
            .cloned()
            .collect()
    }

    /// Ends a session; its sockets close immediately.
    pub(crate) async fn revoke(&self, id: &str) -> Result<Option<WebSessionRow>, StoreError> {
        self.store.remove_web_session(id).await?;
        let removed = {
            let mut rows = self.write();
            rows.iter()
                .position(|row| row.id == id)
                .map(|at| rows.remove(at))
        };
        self.ended.send_modify(|count| *count += 1);
        Ok(removed)
    }

    pub(crate) fn ended(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    pub(crate) fn is_live(&self, id: &str, now: Timestamp) -> bool {
        self.list(now).iter().any(|row| row.id == id)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Vec<WebSessionRow>> {
        self.rows
            .write()
            .expect("no code panics while it holds the sessions")
    }
}

fn is_alive(row: &WebSessionRow, now: Timestamp) -> bool {
    now.millis_since(row.created_at) < AGE_MAX_MS
        && now.millis_since(row.last_seen_at) < IDLE_MAX_MS
}
