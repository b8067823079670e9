//! Agents that reach for what is a person's, or another agent's (M4, I4, I20).

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::shape::Change::{Add, Path, Set};
use super::shape::{self, LOCAL, LOCAL_WRITE, MCP, Shape, UPGRADE, Variant, WRITE, send};
use super::stage::{Door, Stage};
use super::{Attack, Scene};
use crate::calls::question;
use crate::http::{Reply, Request};

const CLAIM: &str = "X-Sayso-Asker";
/// As the stage asks its questions.
const VICTIM: &str = r#"{"client":"victim","directory":"/src/trials"}"#;
const THIEF: &str = r#"{"client":"thief","directory":"/src/trials"}"#;
const ELSEWHERE: &str = r#"{"client":"victim","directory":"/src/other"}"#;
const FORGED: &str =
    r#"{"client":"victim","directory":"/src/trials","token_id":"0011223344556677"}"#;
const UNKNOWN: &str = "404 unknown_session";

/// What a person does at the terminal; an agent that says what it is must not.
const fn person(
    target: &'static str,
    method: &'static str,
    path: &'static str,
    body: &'static str,
) -> Shape {
    Shape {
        target,
        method,
        path,
        headers: if body.is_empty() {
            LOCAL.headers
        } else {
            LOCAL_WRITE.headers
        },
        body,
        ..LOCAL
    }
}

const LIST: Shape = person("list", "GET", "/api/v1/interactions", "");
const SHOW: Shape = person("show", "GET", "/api/v1/interactions/{question}", "");
const EXPORT: Shape = person("export", "GET", "/api/v1/export", "");
const ANSWER: Shape = person(
    "answer",
    "POST",
    "/api/v1/interactions/{fresh}/answer",
    r#"{"answer_id":"{number}","answer":{"selected_ids":["a"]}}"#,
);
const CANCEL: Shape = person(
    "cancel",
    "POST",
    "/api/v1/interactions/{fresh}/cancel",
    r#"{"answer_id":"{number}"}"#,
);
const EXTEND: Shape = person(
    "deadline",
    "POST",
    "/api/v1/interactions/{question}/deadline",
    r#"{"add_seconds":1}"#,
);
const DRAFT: Shape = person(
    "draft",
    "PUT",
    "/api/v1/interactions/{question}/draft",
    r#"{"selected_ids":["a"]}"#,
);
const VIEW: Shape = person("view", "POST", "/api/v1/interactions/{question}/view", "{}");
const SETTINGS: Shape = person(
    "settings",
    "PATCH",
    "/api/v1/settings",
    r#"{"theme":"dark"}"#,
);
const CODES: Shape = person("login codes", "POST", "/api/v1/login-codes", "{}");
const TOKENS: Shape = person("tokens", "GET", "/api/v1/tokens", "");
const NEW_TOKEN: Shape = person(
    "new token",
    "POST",
    "/api/v1/tokens",
    r#"{"name":"mine","expires_in_days":1}"#,
);
const SESSIONS: Shape = person("sessions", "GET", "/api/v1/sessions", "");
const AUDIT: Shape = person("audit", "GET", "/api/v1/audit/verify", "");
const STATUS: Shape = person("status", "GET", "/api/v1/status", "");
const LIVE: Shape = Shape {
    target: "live socket",
    door: Door::Socket,
    ..UPGRADE
};

/// What an agent does with its own question.
const RESULT: Shape = Shape {
    target: "result",
    path: "/api/v1/asks/{fresh}/result?wait_seconds=0",
    headers: &[("Host", "localhost"), (CLAIM, VICTIM)],
    ..LOCAL
};
const WITHDRAW: Shape = Shape {
    target: "withdraw",
    method: "POST",
    path: "/api/v1/asks/{fresh}/cancel",
    headers: &[
        ("Host", "localhost"),
        (CLAIM, VICTIM),
        ("Content-Type", "application/json"),
    ],
    body: r#"{"answer_id":"{number}"}"#,
    ..LOCAL
};

const PEOPLE: &[&Shape] = &[
    &LIST, &SHOW, &EXPORT, &ANSWER, &CANCEL, &EXTEND, &DRAFT, &VIEW, &SETTINGS, &STATUS, &LIVE,
];
const LOCAL_PEOPLE: &[&Shape] = &[&CODES, &TOKENS, &NEW_TOKEN, &SESSIONS, &AUDIT];
const OWN: &[&Shape] = &[&RESULT, &WITHDRAW];

const ROWS: &[Variant] = &[
    Variant {
        name: "an agent does what people do",
        targets: PEOPLE,
        changes: &[Add(CLAIM, THIEF)],
        refused: "403 people_only",
    },
    Variant {
        name: "an agent answers its own question",
        targets: &[&ANSWER],
        changes: &[Add(CLAIM, VICTIM)],
        refused: "403 people_only",
    },
    Variant {
        name: "an agent makes itself a way in",
        targets: LOCAL_PEOPLE,
        changes: &[Add(CLAIM, THIEF)],
        refused: "403 local_only",
    },
    Variant {
        name: "an agent ends the hub",
        targets: &[&VIEW],
        changes: &[Path("/api/v1/shutdown"), Add(CLAIM, THIEF)],
        refused: "403 local_only",
    },
    Variant {
        name: "another agent's question",
        targets: OWN,
        changes: &[Set(CLAIM, THIEF)],
        refused: UNKNOWN,
    },
    Variant {
        name: "the same agent's question from another project",
        targets: OWN,
        changes: &[Set(CLAIM, ELSEWHERE)],
        refused: UNKNOWN,
    },
    Variant {
        name: "claim of a token that was never shown",
        targets: OWN,
        changes: &[Set(CLAIM, FORGED)],
        refused: "400 bad_asker",
    },
    Variant {
        name: "two claims",
        targets: OWN,
        changes: &[Add(CLAIM, THIEF)],
        refused: "400 bad_asker",
    },
    Variant {
        name: "claim that is no JSON",
        targets: OWN,
        changes: &[Set(CLAIM, "%7bvictim")],
        refused: "400 bad_asker",
    },
    Variant {
        name: "claim without a name",
        targets: OWN,
        changes: &[Set(CLAIM, r#"{"client":" ","directory":"/src/trials"}"#)],
        refused: "400 bad_asker",
    },
    Variant {
        name: "claim with more than it may have",
        targets: OWN,
        changes: &[Set(
            CLAIM,
            r#"{"client":"victim","directory":"/src/trials","role":"person"}"#,
        )],
        refused: "400 bad_asker",
    },
    Variant {
        name: "a person reads an agent's result",
        targets: &[&RESULT],
        changes: &[shape::Change::Without(CLAIM)],
        refused: "403 agents_only",
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all = shape::attacks("agents", ROWS);
    for (name, shape) in [
        ("a browser makes a login code", &CODES),
        ("a browser makes an agent's token", &NEW_TOKEN),
        ("a browser lists tokens", &TOKENS),
        ("a browser lists sessions", &SESSIONS),
        ("a browser exports the audit trail", &AUDIT),
    ] {
        let refused = ["403 local_only", "200"];
        let attempt = move |stage: &Stage| {
            let from_page = Shape {
                door: Door::Portal,
                headers: WRITE.headers,
                ..*shape
            };
            send(stage, &from_page, &[])
        };
        let twin = move |stage: &Stage| send(stage, shape, &[]);
        all.push(Attack::scene(
            "agents",
            name,
            shape.target,
            refused,
            attempt,
            twin,
        ));
    }
    all.extend(over_http());
    all
}

/// Agents with tokens: each sees its own questions and sessions only.
fn over_http() -> Vec<Attack> {
    let scene = |name, words, attempt: Scene, twin: Scene| {
        Attack::scene("agents", name, "/mcp", words, attempt, twin)
    };
    vec![
        scene(
            "poll of another token's question",
            ["unknown_session", "pending"],
            |stage| poll(stage, "other_token"),
            |stage| poll(stage, "token"),
        ),
        scene(
            "call in another token's session",
            ["404", "200"],
            |stage| in_session(stage, "other_token", "POST"),
            |stage| in_session(stage, "token", "POST"),
        ),
        scene(
            "listening in on another token's session",
            ["404", "200"],
            |stage| in_session(stage, "other_token", "GET"),
            |stage| in_session(stage, "token", "GET"),
        ),
        scene(
            "ending another token's session",
            ["202, the session lives", "202, the session is gone"],
            |stage| end_session(stage, "other_token"),
            |stage| end_session(stage, "token"),
        ),
    ]
}

/// Sends one message to `/mcp` with this token, in this session.
fn mcp(
    stage: &Stage,
    method: &'static str,
    token: &str,
    session: Option<&str>,
    message: &Value,
) -> Result<Reply> {
    let mut request = Request::new(method, "/mcp")
        .with(format!("Authorization: Bearer {}", stage.word(token)))
        .with("Accept: application/json, text/event-stream");
    if let Some(session) = session {
        request = request
            .with(format!("Mcp-Session-Id: {session}"))
            .with("Mcp-Protocol-Version: 2025-11-25");
    }
    if method == "POST" {
        request = request.json(message);
    }
    // A stream that only listens has no end.
    let portal = stage.place.portal();
    portal.exchange(&request.bytes(&portal.host()))
}

/// Begins a session and returns its id.
fn begin(stage: &Stage, token: &str) -> Result<String> {
    let initialize: Value = serde_json::from_str(MCP.body)?;
    let reply = mcp(stage, "POST", token, None, &initialize)?;
    let id = reply
        .header("mcp-session-id")
        .context("no session")?
        .to_owned();
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let reply = mcp(stage, "POST", token, Some(&id), &ready)?;
    ensure!(reply.status == 202, "not initialized: {}", reply.describe());
    Ok(id)
}

/// The first token begins a session; this token uses it.
fn in_session(stage: &Stage, token: &str, method: &'static str) -> Result<String> {
    let session = begin(stage, "token")?;
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let reply = mcp(stage, method, token, Some(&session), &call)?;
    Ok(reply.status.to_string())
}

/// The first token begins a session; this token ends it; the first one looks.
fn end_session(stage: &Stage, token: &str) -> Result<String> {
    let session = begin(stage, "token")?;
    let ended = mcp(stage, "DELETE", token, Some(&session), &Value::Null)?;
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let state = match mcp(stage, "POST", "token", Some(&session), &call)?.status {
        200 => "lives",
        404 => "is gone",
        _ => "is broken",
    };
    Ok(format!("{}, the session {state}", ended.status))
}

/// The first token asks; this token polls.
fn poll(stage: &Stage, token: &str) -> Result<String> {
    let mut asked = question("Which index?", 600);
    asked["interface"] = "terminal".into();
    let first = call(stage, "token", asked)?;
    let id = first["session_id"].as_str().context("nothing was asked")?;
    let polled = call(stage, token, json!({ "session_id": id }))?;
    let code = polled["error"]["code"].as_str();
    let status = polled["action_status"].as_str();
    Ok(code.or(status).unwrap_or("neither").to_owned())
}

/// Calls the tool in a session of the token's own.
fn call(stage: &Stage, token: &str, arguments: Value) -> Result<Value> {
    let session = begin(stage, token)?;
    let message = json!({
        "jsonrpc": "2.0", "id": 3, "method": "tools/call",
        "params": {"name": "provide_choice", "arguments": arguments},
    });
    let reply = mcp(stage, "POST", token, Some(&session), &message)?;
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
