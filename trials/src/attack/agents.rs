//! Agents that reach for what is a person's, or another agent's.
//!
//! That no route of people takes an agent, and what a claim must look like, is shown in the hub's
//! `tests/it/hostile.rs` and `gate/caller.rs`; sessions on `/mcp` in `mcp`'s `tests/it/http.rs`.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::Attack;
use super::own_hand;
use super::shape::Change::{Add, Set};
use super::shape::{self, LOCAL, LOCAL_WRITE, MCP, Shape, Variant};
use super::stage::Stage;
use crate::calls::question;
use crate::http::{Reply, Request};

const CLAIM: &str = "X-Sayso-Asker";
/// As the stage asks its questions.
const VICTIM: &str = r#"{"client":"victim","directory":"/src/trials"}"#;
const THIEF: &str = r#"{"client":"thief","directory":"/src/trials"}"#;
const ELSEWHERE: &str = r#"{"client":"victim","directory":"/src/other"}"#;

const ANSWER: Shape = Shape {
    target: "answer",
    method: "POST",
    path: "/api/v1/interactions/{fresh}/answer",
    body: r#"{"answer_id":"{number}","answer":{"selected_ids":["a"]}}"#,
    ..LOCAL_WRITE
};
const RESULT: Shape = Shape {
    target: "result",
    path: "/api/v1/asks/{fresh}/result?wait_seconds=0",
    headers: &[("Host", "localhost"), (CLAIM, VICTIM)],
    ..LOCAL
};

const ROWS: &[Variant] = &[
    Variant {
        name: "an agent answers its own question",
        targets: &[&ANSWER],
        changes: &[Add(CLAIM, VICTIM)],
        refused: "403 people_only",
    },
    Variant {
        name: "another agent's question",
        targets: &[&RESULT],
        changes: &[Set(CLAIM, THIEF)],
        refused: "404 unknown_session",
    },
    Variant {
        name: "the same agent's question from another project",
        targets: &[&RESULT],
        changes: &[Set(CLAIM, ELSEWHERE)],
        refused: "404 unknown_session",
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all = shape::attacks("agents", ROWS);
    all.push(Attack::scene(
        "agents",
        "poll of another token's question",
        "/mcp",
        ["unknown_session", "pending"],
        |stage| poll(stage, "other_token"),
        |stage| poll(stage, "token"),
    ));
    all.push(own_hand::attack());
    all
}

/// The first token asks; this token polls and says what it learned.
pub(super) fn poll(stage: &Stage, token: &str) -> Result<String> {
    let mut asked = question("Which index?", 600);
    asked["interface"] = "terminal".into();
    let first = call(stage, "token", asked)?;
    let id = first["session_id"].as_str().context("nothing was asked")?;
    let polled = call(stage, token, json!({ "session_id": id }))?;
    let code = polled["error"]["code"].as_str();
    let status = polled["action_status"].as_str();
    Ok(code.or(status).unwrap_or("neither").to_owned())
}

/// Calls the tool in a session that the token begins.
fn call(stage: &Stage, token: &str, arguments: Value) -> Result<Value> {
    let initialize: Value = serde_json::from_str(MCP.body)?;
    let begun = mcp(stage, token, None, &initialize)?;
    let session = begun.header("mcp-session-id").context("no session")?;
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let reply = mcp(stage, token, Some(session), &ready)?;
    ensure!(reply.status == 202, "not initialized: {}", reply.describe());
    let message = json!({
        "jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": {"name": "provide_choice", "arguments": arguments},
    });
    let reply = mcp(stage, token, Some(session), &message)?;
    let data = reply
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data:"));
    let mut messages = data.filter_map(|data| serde_json::from_str::<Value>(data.trim()).ok());
    let result = messages
        .find(|message| message["id"] == 3)
        .context("no result")?;
    Ok(result["result"]["structuredContent"].clone())
}

/// Sends one message to `/mcp` with this token, in this session.
fn mcp(stage: &Stage, token: &str, session: Option<&str>, message: &Value) -> Result<Reply> {
    let mut request = Request::post("/mcp", message)
        .with(format!("Authorization: Bearer {}", stage.word(token)))
        .with("Accept: application/json, text/event-stream");
    if let Some(session) = session {
        request = request
            .with(format!("Mcp-Session-Id: {session}"))
            .with("Mcp-Protocol-Version: 2025-11-25");
    }
    Ok(stage.place.portal().send(&request)?)
}
