//! Threads and tasks as people's surfaces see them.

use std::collections::BTreeMap;

use domain::interaction::permission::PermissionKind;
use domain::task::output::{Entry, PlanStep, ToolCall, Usage};
use domain::task::timeouts::{Profile, Progress};
use domain::task::{EventKind, Layer, Status, WaitReason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One row of the list of threads, and all there is to know about one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct ThreadView {
    /// The `task_group_id` of its tasks.
    pub thread_id: String,
    pub title: String,
    pub directory: String,
    /// The agent's id.
    pub agent: String,
    /// Whether the agent acts without asking.
    pub full_auto: bool,
    pub idle_timeout_seconds: u64,
    pub hard_timeout_seconds: u64,
    pub archived: bool,
    pub created_at: String,
    pub updated_at: String,
    /// What the person decided for good.
    #[serde(default)]
    pub remembered: Vec<RememberedView>,
    pub revision: u64,
}

/// A permission that was given or refused for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RememberedView {
    /// Its place in the list, from 1; names it when it is revoked.
    pub number: u32,
    /// The agent's word for the sort of tool.
    pub tool: String,
    /// The command, or else the title of the call.
    pub what: String,
    pub decision: PermissionKind,
    pub at: String,
}

/// One row of a list of tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TaskSummary {
    pub task_id: String,
    pub task_group_id: String,
    /// The first line of the prompt.
    pub title: String,
    pub status: Status,
    /// Why it waits for the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<WaitReason>,
    /// The open interaction that it waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction_id: Option<String>,
    pub attempt: u32,
    /// Whether its attempt is being ended.
    pub stopping: bool,
    pub created_at: String,
    pub updated_at: String,
    pub revision: u64,
    /// Order of creation.
    pub number: u64,
}

/// A task in full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TaskDetail {
    #[serde(flatten)]
    pub summary: TaskSummary,
    pub agent: String,
    pub directory: String,
    pub full_auto: bool,
    /// The agent's own name of the conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    pub prompt: String,
    /// What the agent said last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    /// What decided whether it is done or asks something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Layer>,
    /// What a queued task waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<WaitsFor>,
    pub events: Vec<TaskEventView>,
    pub attempts: Vec<AttemptView>,
    /// What the person wrote after the prompt, byte for byte.
    pub replies: Vec<MessageView>,
    /// What the person wrote while the task ran and no attempt has taken yet.
    pub queued: Vec<MessageView>,
}

/// What a queued task waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "what")]
pub enum WaitsFor {
    /// Another task works in its directory.
    Directory { task_id: String },
    /// As many tasks run as may run.
    Slot { running: u32, max: u32 },
    /// Nothing: it is about to start.
    Turn,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct TaskEventView {
    pub seq: u64,
    pub at: String,
    pub event: EventKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct AttemptView {
    pub number: u32,
    pub started_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// How it ended, in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// What the agent said last in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closing: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(default)]
    pub plan: Vec<PlanStep>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    pub tool_calls: Vec<ToolCall>,
    /// How many records its output has.
    pub output_records: u64,
    /// Records up to this position were dropped for want of room.
    pub output_cut: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct MessageView {
    pub message_id: String,
    pub at: String,
    pub text: String,
    /// The attempt that took it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// The question that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction_id: Option<String>,
}

/// One record of the output of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct RecordView {
    pub position: u64,
    pub at: String,
    /// Which kind of progress it is; absent for what sayso itself notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    pub entry: Entry,
}

/// A part of the output of an attempt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OutputReply {
    pub attempt: u32,
    pub records: Vec<RecordView>,
    /// The position of the newest record that is stored.
    pub last: u64,
    /// Records up to this position were dropped for want of room.
    pub cut: u64,
    /// Whether the attempt is over, so that nothing follows.
    pub ended: bool,
}

/// Gives an agent a job, in a new thread or in one that exists.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct RunRequest {
    pub prompt: String,
    /// The thread to go on with. Directory, agent and limits are then its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// An absolute path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directory: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Profile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_timeout_seconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hard_timeout_seconds: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub full_auto: bool,
}

/// Changes what a person may change of a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ThreadPatch {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub archived: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_auto: Option<bool>,
    /// Revokes a remembered permission by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forget: Option<u32>,
}

/// A message to the agent of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    pub text: String,
}

/// Corrects whether a task is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "as")]
pub enum MarkRequest {
    Complete,
    NeedsReply,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ThreadsReply {
    pub threads: Vec<ThreadView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ThreadReply {
    pub thread: ThreadView,
    pub tasks: Vec<TaskSummary>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TasksReply {
    pub tasks: Vec<TaskSummary>,
}

/// An agent that can be given jobs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct AgentView {
    pub id: String,
    pub name: String,
    /// `acp` or `command`.
    pub kind: String,
    /// Whether its program is on this machine.
    pub found: bool,
    /// Whether it could work now, as far as that is known.
    pub ready: bool,
    /// Why it is not there or not ready, and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// Adds an agent, or replaces the one of the same name. It will be run as a program on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAgent {
    pub id: String,
    /// `acp` or `command`.
    pub kind: String,
    pub command: Vec<String>,
    /// Variables for it; kept in a file that only the person may read.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
}
