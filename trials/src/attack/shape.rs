//! Requests as data: legitimate ones, one per target, and what an attack changes in them.
//!
//! The twin of an attack is the same request without the change, so a refusal can only be due to
//! the change.

use anyhow::Result;

use super::stage::{Door, Stage};
use super::{Attack, Try};

/// A request that the hub must accept. Texts may name things of the stage in braces.
pub(super) struct Shape {
    /// What it aims at, for the table.
    pub(super) target: &'static str,
    pub(super) door: Door,
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) headers: &'static [(&'static str, &'static str)],
    pub(super) body: &'static str,
    /// What the hub says to it.
    pub(super) accepted: &'static str,
}

/// One difference between the legitimate request and the attack.
#[derive(Clone, Copy)]
pub(super) enum Change {
    Method(&'static str),
    Path(&'static str),
    /// Replaces a header, or adds it.
    Set(&'static str, &'static str),
    /// Adds one more of the kind.
    Add(&'static str, &'static str),
    Without(&'static str),
    Body(&'static str),
    /// A body too large or too odd to write down.
    BodyOf(fn() -> String),
}

/// An attack on several targets.
pub(super) struct Variant {
    pub(super) name: &'static str,
    pub(super) targets: &'static [&'static Shape],
    pub(super) changes: &'static [Change],
    pub(super) refused: &'static str,
}

/// Turns rows into attacks of `group`.
pub(super) fn attacks(group: &'static str, rows: &'static [Variant]) -> Vec<Attack> {
    rows.iter().map(|row| attack(group, row)).collect()
}

fn attack(group: &'static str, row: &'static Variant) -> Attack {
    let tries = row
        .targets
        .iter()
        .map(|&shape| Try {
            target: shape.target,
            refused: row.refused.into(),
            attempt: Box::new(move |stage| send(stage, shape, row.changes)),
            accepted: shape.accepted.into(),
            twin: Box::new(move |stage| send(stage, shape, &[])),
        })
        .collect();
    Attack {
        group,
        name: row.name.into(),
        tries,
    }
}

/// Sends a shape with changes and says what the hub did.
pub(super) fn send(stage: &Stage, shape: &Shape, changes: &[Change]) -> Result<String> {
    let request = request(stage, shape, changes)?;
    Ok(stage
        .address(shape.door)
        .exchange(request.as_bytes())?
        .describe())
}

/// Writes a request out, everything filled in.
pub(super) fn request(stage: &Stage, shape: &Shape, changes: &[Change]) -> Result<String> {
    let filled = stage.fill(&render(shape, changes))?;
    Ok(with_length(&filled))
}

fn render(shape: &Shape, changes: &[Change]) -> String {
    let (mut method, mut path, mut body) = (shape.method, shape.path, shape.body.to_owned());
    let mut headers = shape.headers.to_vec();
    for change in changes {
        match *change {
            Change::Method(other) => method = other,
            Change::Path(other) => path = other,
            Change::Set(name, value) => {
                headers.retain(|(found, _)| *found != name);
                headers.push((name, value));
            }
            Change::Add(name, value) => headers.push((name, value)),
            Change::Without(name) => headers.retain(|(found, _)| *found != name),
            Change::Body(other) => body = other.to_owned(),
            Change::BodyOf(make) => body = make(),
        }
    }
    let mut request = format!("{method} {path} HTTP/1.1\r\n");
    for (name, value) in &headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    if !headers.iter().any(|(name, _)| *name == "Connection") {
        request.push_str("Connection: close\r\n");
    }
    format!("{request}\r\n{body}")
}

/// The length of a body is known only when its names are filled in.
fn with_length(request: &str) -> String {
    let Some((head, body)) = request.split_once("\r\n\r\n") else {
        return request.to_owned();
    };
    if body.is_empty() || head.contains("Transfer-Encoding") {
        return request.to_owned();
    }
    format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

const JSON: (&str, &str) = ("Content-Type", "application/json");
const HOST: (&str, &str) = ("Host", "{host}");
const ORIGIN: (&str, &str) = ("Origin", "{origin}");
const COOKIE: (&str, &str) = ("Cookie", "{cookie}");
const KEY: (&str, &str) = ("X-Hub-Key", "{key}");

pub(super) const PAGE: Shape = Shape {
    target: "/",
    door: Door::Portal,
    method: "GET",
    path: "/",
    headers: &[HOST],
    body: "",
    accepted: "200",
};

pub(super) const ASSET: Shape = Shape {
    target: "assets",
    path: "{asset}",
    ..PAGE
};

pub(super) const UNKNOWN: Shape = Shape {
    target: "unknown path",
    path: "/nowhere",
    accepted: "404 not_found",
    ..PAGE
};

pub(super) const READ: Shape = Shape {
    target: "/api/v1",
    path: "/api/v1/interactions",
    headers: &[HOST, COOKIE, KEY],
    ..PAGE
};

pub(super) const WRITE: Shape = Shape {
    target: "/api/v1 (change)",
    method: "PATCH",
    path: "/api/v1/settings",
    headers: &[HOST, ORIGIN, COOKIE, KEY, JSON],
    body: r#"{"theme":"dark"}"#,
    ..PAGE
};

pub(super) const UNKNOWN_WRITE: Shape = Shape {
    target: "unknown path (change)",
    method: "POST",
    path: "/nowhere",
    headers: &[HOST, ORIGIN, JSON],
    body: "{}",
    accepted: "404 not_found",
    ..PAGE
};

pub(super) const UPGRADE: Shape = Shape {
    target: "live socket",
    path: "/api/v1/events",
    headers: &[
        HOST,
        ORIGIN,
        COOKIE,
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    ],
    accepted: "101",
    ..PAGE
};

pub(super) const MCP: Shape = Shape {
    target: "/mcp",
    method: "POST",
    path: "/mcp",
    headers: &[
        HOST,
        ("Authorization", "Bearer {token}"),
        JSON,
        ("Accept", "application/json, text/event-stream"),
    ],
    body: r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"attack","version":"1"}}}"#,
    ..PAGE
};

/// The person's own program on the Unix socket.
pub(super) const LOCAL: Shape = Shape {
    target: "Unix socket",
    door: Door::Socket,
    path: "/api/v1/status",
    headers: &[("Host", "localhost")],
    ..PAGE
};

pub(super) const LOCAL_WRITE: Shape = Shape {
    target: "Unix socket (change)",
    method: "PATCH",
    path: "/api/v1/settings",
    headers: &[("Host", "localhost"), JSON],
    body: r#"{"theme":"dark"}"#,
    ..LOCAL
};

/// A person answers a question in the portal.
pub(super) const ANSWER: Shape = Shape {
    target: "answer",
    method: "POST",
    path: "/api/v1/interactions/{fresh}/answer",
    body: r#"{"answer_id":"{number}","answer":{"selected_ids":["a"]}}"#,
    ..WRITE
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_shape_changes_replace_add_and_remove_parts() {
        let changes = [
            Change::Method("PUT"),
            Change::Set("Host", "evil"),
            Change::Add("Cookie", "b=2"),
            Change::Without("X-Hub-Key"),
            Change::Body("x"),
        ];
        assert_eq!(
            with_length(&render(&READ, &changes)),
            "PUT /api/v1/interactions HTTP/1.1\r\nCookie: {cookie}\r\nHost: evil\r\nCookie: b=2\r\n\
             Connection: close\r\nContent-Length: 1\r\n\r\nx"
        );
    }
}
