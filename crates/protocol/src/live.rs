//! The live stream: authenticate, receive a snapshot, then numbered changes safe to apply twice.

use domain::interaction::AnswerDraft;
use std::collections::BTreeMap;

use domain::Surface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::interaction::InteractionSummary;
use crate::thread::{RecordView, TaskSummary, ThreadView};

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
    /// Asks to start over: `resync` and a snapshot follow. A client says this when it receives
    /// something that it does not know.
    Resync,
    /// Asks for the output of an attempt besides the changes: the records after a position that are
    /// stored, then those that follow. Asking again goes on from the new position.
    Subscribe {
        task_id: String,
        attempt: u32,
        #[serde(default)]
        after: u64,
    },
    /// Ends a subscription. One that is not there is no fault: it may just have ended.
    Unsubscribe { task_id: String, attempt: u32 },
}

/// What a change is about, as it is by now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum ChangedSubject {
    Interaction { interaction: InteractionSummary },
    Thread { thread: ThreadView },
    Task { task: TaskSummary },
}

/// What is no longer there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum RemovedSubject {
    Interaction { session_id: String },
    Thread { thread_id: String },
    Task { task_id: String },
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
    /// One change. `seq` grows by exactly one from message to message, over all kinds of subject.
    Changed {
        seq: u64,
        /// The name of what happened, such as `answered`.
        event: String,
        subject: ChangedSubject,
    },
    /// A change whose subject has in the meantime been removed; keeps the numbers gap-free.
    Removed {
        seq: u64,
        subject: RemovedSubject,
    },
    /// A draft has changed; not numbered, the latest one counts.
    DraftChanged {
        session_id: String,
        surface: Surface,
        draft: AnswerDraft,
    },
    /// Whether the asker is there has changed; not numbered.
    AskerChanged {
        interaction: InteractionSummary,
    },
    SettingsChanged,
    /// The hub's time, and what is left of the questions with a deadline; for pages, whose own
    /// clock may be wrong. Not numbered, and sent only while a deadline runs.
    Clock {
        /// Milliseconds since the Unix epoch.
        now_ms: i64,
        /// By id.
        remaining_ms: BTreeMap<String, u64>,
    },
    /// This client was too slow or asked to start over; a snapshot follows.
    Resync,
    /// Records of an attempt that this client subscribed to, in order and without a gap: the first
    /// one has the position `after + 1`. The answer to a subscription may have none.
    Output {
        task_id: String,
        attempt: u32,
        after: u64,
        records: Vec<RecordView>,
        /// The position of the newest record that is stored.
        last: u64,
    },
    /// The records from the client's position up to `position` are not sent: this client is too
    /// far behind, or they were dropped. The subscription goes on after `position`. Records above
    /// `cut` are stored and can be read by `GET /api/v1/tasks/{id}/output`.
    OutputResync {
        task_id: String,
        attempt: u32,
        position: u64,
        /// Records up to this position were dropped for want of room.
        cut: u64,
    },
    /// The attempt is over and everything was sent. The subscription has ended.
    OutputEnded {
        task_id: String,
        attempt: u32,
        /// The position of its newest record.
        last: u64,
    },
    /// The hub does not do what the client asked for. The stream goes on.
    Refused {
        /// `unknown_message`, `unknown_attempt` or `too_many_streams`.
        code: String,
        message: String,
        /// The attempt that was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task_id: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attempt: Option<u32>,
    },
}
