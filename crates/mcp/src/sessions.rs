//! Sessions of HTTP clients that still speak an older revision: bounded in number and in time.
//!
//! A session id does not authenticate; every request brings its own token, and a session serves
//! only the token that started it. When there are too many, the least recently used one ends, and
//! its client starts a new one at its next request.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{Stream, StreamExt};
use rmcp::model::{ClientJsonRpcMessage, Extensions, ServerJsonRpcMessage};
use rmcp::transport::common::server_side_http::{ServerSseMessage, SessionId};
use rmcp::transport::streamable_http_server::session::SessionManager;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Above the longest wait without a sign of life, which is the longest window a person can set: a
/// day. A silent session ends after this even with a call in flight.
const KEEP_ALIVE: Duration = Duration::from_secs(86_400 + 300);
/// An abandoned session keeps about 60 KB until then.
const SESSIONS_MAX: usize = 256;

type Local = LocalSessionManager;
type Error = <Local as SessionManager>::Error;

/// Keeps the sessions.
pub struct Sessions {
    local: Local,
    known: Mutex<HashMap<SessionId, Known>>,
}

/// What is known of a session besides itself.
struct Known {
    used_at: Instant,
    /// The token that began it, once its first reply has left.
    owner: Option<String>,
}

impl Default for Sessions {
    fn default() -> Self {
        let mut local = Local::default();
        local.session_config.keep_alive = Some(KEEP_ALIVE);
        Self {
            local,
            known: Mutex::default(),
        }
    }
}

/// The connection that a request came on and is answered on: cancelled when it ends.
///
/// A session outlives a broken connection, and so would a call that waits in it, even when its
/// client is gone.
#[derive(Clone)]
struct Connection(CancellationToken);

/// Returns what tells of the end of the connection that a session's request came on.
pub(crate) fn connection(extensions: &Extensions) -> Option<CancellationToken> {
    let connection = extensions.get::<Connection>()?;
    Some(connection.0.clone())
}

impl Sessions {
    /// Whether the session of this id, as it came in a header, belongs to this token.
    pub(crate) fn is_of(&self, id: &[u8], token: Option<&str>) -> bool {
        let known = self.known();
        let found = std::str::from_utf8(id).ok().and_then(|id| known.get(id));
        found.is_some_and(|session| token.is_some() && session.owner.as_deref() == token)
    }

    /// Notes whose a session is; the first token to be told its id is the one that began it.
    pub(crate) fn give_to(&self, id: &[u8], token: String) {
        let mut known = self.known();
        let found = std::str::from_utf8(id)
            .ok()
            .and_then(|id| known.get_mut(id));
        if let Some(session) = found {
            session.owner.get_or_insert(token);
        }
    }

    fn touch(&self, id: &SessionId) {
        let now = Instant::now();
        let mut known = self.known();
        let session = known.entry(id.clone()).or_insert(Known {
            used_at: now,
            owner: None,
        });
        session.used_at = now;
    }

    /// Returns the session to end before one more begins.
    async fn to_end(&self) -> Option<SessionId> {
        let living = self.local.sessions.read().await;
        let mut known = self.known();
        known.retain(|id, _| living.contains_key(id));
        if living.len() < SESSIONS_MAX {
            return None;
        }
        known
            .iter()
            .min_by_key(|(_, session)| session.used_at)
            .map(|(id, _)| id.clone())
    }

    fn known(&self) -> MutexGuard<'_, HashMap<SessionId, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionManager for Sessions {
    type Error = Error;
    type Transport = <Local as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Error> {
        if let Some(id) = self.to_end().await {
            tracing::info!("too many sessions; ending the one used longest ago");
            self.local.close_session(&id).await?;
        }
        let created = self.local.create_session().await?;
        self.touch(&created.0);
        Ok(created)
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Error> {
        self.local.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Error> {
        self.local.has_session(id).await
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Error> {
        self.local.close_session(id).await
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        mut message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        self.touch(id);
        let connection = Connection(CancellationToken::new());
        let ends = connection.0.clone().drop_guard();
        message.insert_extension(connection);
        let stream = self.local.create_stream(id, message).await?;
        // The stream goes with the connection that it answers.
        Ok(stream.inspect(move |_| {
            let _until_then = &ends;
        }))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Error> {
        self.touch(id);
        self.local.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        self.touch(id);
        self.local.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        self.touch(id);
        self.local.resume(id, last_event_id).await
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn sessions_above_the_limit_replace_the_least_recently_used_one() {
        let sessions = Sessions::default();
        let mut open = Vec::new();
        for _ in 0..SESSIONS_MAX {
            open.push(sessions.create_session().await.unwrap());
            advance(Duration::from_millis(1)).await;
        }
        sessions.touch(&open[0].0);
        let (newest, _transport) = sessions.create_session().await.unwrap();
        let mut kept = Vec::new();
        for id in [&open[0].0, &open[1].0, &open[2].0, &newest] {
            kept.push(sessions.has_session(id).await.unwrap());
        }
        assert_eq!(kept, [true, false, true, true]);
        assert_eq!(sessions.local.sessions.read().await.len(), SESSIONS_MAX);
    }
}
