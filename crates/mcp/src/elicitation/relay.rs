//! Tells the hub what the person did in the client. The hub may refuse; then its word stands.

use std::time::Duration;

use client::{ClientError, HubClient};
use protocol::{RelayRequest, RelayedDecision};
use tokio::time::sleep;

const ATTEMPTS_MAX: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);
const UNPROCESSABLE: u16 = 422;

/// What became of a relayed decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Relay {
    /// The question is decided, by this or by another.
    Settled,
    /// It does not fit the question, which stays open; the words say why.
    Invalid(String),
    /// The hub does not take it from here.
    Refused,
}

/// Relays a decision. A lost connection is tried again: the same act counts once.
pub(crate) async fn relay(
    hub: &HubClient,
    session_id: &str,
    answer_id: &str,
    decision: RelayedDecision,
) -> Relay {
    let request = RelayRequest {
        answer_id: answer_id.into(),
        decision,
    };
    for _ in 0..ATTEMPTS_MAX {
        match hub.relay(session_id, &request).await {
            Ok(_) => return Relay::Settled,
            Err(error) if error.is_connection_loss() => sleep(PAUSE).await,
            Err(ClientError::Refused { status, error }) if status == UNPROCESSABLE => {
                return Relay::Invalid(error.message.clone());
            }
            Err(error) if matches!(error.code(), Some("already_decided" | "too_late")) => {
                return Relay::Settled;
            }
            Err(error) => {
                tracing::info!(%error, session_id, "an answer from the client was not taken");
                return Relay::Refused;
            }
        }
    }
    tracing::warn!(session_id, "an answer from the client was lost: no hub");
    Relay::Refused
}
