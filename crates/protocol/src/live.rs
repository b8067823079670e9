//! The live stream: authenticate, receive a snapshot, then numbered changes safe to apply twice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::DraftBody;
use crate::interaction::InteractionSummary;

/// What a client may say. Writing goes by POST: one place for idempotency and audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "type", deny_unknown_fields)]
pub enum ClientMessage {
    /// Must be the first message. `key` may be empty on the local socket.
    Auth {
        #[serde(default)]
        key: String,
        /// The last `seq` the client has; changes after it follow if they are still at hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        resume: Option<u64>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum ServerMessage {
    /// Everything pending and the most recent completed ones, as of `seq`.
    Snapshot {
        seq: u64,
        interactions: Vec<InteractionSummary>,
        pending: u64,
    },
    /// One change. `seq` grows by exactly one from message to message.
    Changed {
        seq: u64,
        kind: String,
        interaction: InteractionSummary,
    },
    /// A change whose interaction has meanwhile been removed; keeps the numbers gap-free.
    Removed {
        seq: u64,
        session_id: String,
    },
    /// Somebody edits; not numbered, the latest one counts.
    DraftChanged {
        session_id: String,
        surface: String,
        draft: DraftBody,
    },
    /// Whether the asker is there has changed; not numbered.
    AskerChanged {
        interaction: InteractionSummary,
    },
    SettingsChanged,
    /// This client was too slow; a snapshot follows.
    Resync,
}
