//! The hub itself: status, sign-in, tokens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Public: says only that a hub is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    pub ok: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct HubStatus {
    pub pid: u32,
    pub port: u16,
    pub url: String,
    pub version: String,
    /// Where the interactions are kept.
    pub store: String,
    pub data_dir: String,
    pub started_at: String,
    pub pending: u64,
    pub waiting_calls: u64,
    pub portal_pages: u64,
    /// Whether it ends itself when idle.
    pub on_demand: bool,
    /// Whether programs that agents start are refused what only a person may do.
    #[serde(default)]
    pub agent_guard: bool,
    /// Why the caller counts as such a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_by_agent: Option<String>,
    /// What was refused since the hub started, by reason.
    #[serde(default)]
    pub refusals: Vec<RefusalCount>,
}

/// Requests that were refused for one reason: who asked or how, not what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct RefusalCount {
    /// The code that the caller was given.
    pub reason: String,
    pub count: u64,
    pub last_at: String,
    /// The path without ids and anything that a caller wrote.
    pub last_route: String,
    /// `portal` for the loopback port, `socket` for local programs, `hub` for `/mcp`'s own calls.
    pub last_door: String,
}

/// One-time way into the portal; valid for a minute.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LoginCode {
    /// Opens the portal; the code is in the fragment, which no server sees.
    pub url: String,
    /// For typing in by hand.
    pub code: String,
    pub expires_in_seconds: u64,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct LoginExchange {
    pub code: String,
}

/// The origin-held half of the new session; the other half is in the cookie.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct LoginKey {
    pub key: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebSession {
    pub id: String,
    pub created_at: String,
    pub last_seen_at: String,
    pub user_agent: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    pub name: String,
    /// The directory the agent works in.
    #[serde(default)]
    pub directory: String,
    pub expires_in_days: u32,
}

/// The only time the secret is shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CreatedToken {
    #[serde(flatten)]
    pub token: AgentToken,
    pub secret: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentToken {
    pub id: String,
    pub name: String,
    pub directory: String,
    pub created_at: String,
    pub expires_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_used_at: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShutdownReply {
    pub stopping: bool,
}
