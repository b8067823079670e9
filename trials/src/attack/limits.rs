//! Too large and too deep for a program that recurses: nothing may end the hub.
//!
//! Limits that only refuse are shown where they are kept: sizes and counts in `domain`, bodies and
//! rates in the hub's tests.

use anyhow::Result;
use serde_json::json;

use super::shape::Change::BodyOf;
use super::shape::{self, LOCAL_WRITE, MCP, Variant, WRITE};
use super::stage::Stage;
use super::{Attack, agents};
use crate::calls::{self, question};

/// More than the byte budget of one user has room for.
const LARGE_ASKS_MAX: usize = 60;

const ROWS: &[Variant] = &[
    Variant {
        name: "body of 2 MiB to an agent's tool",
        targets: &[&MCP],
        changes: &[BodyOf(|| {
            format!("{{\"jsonrpc\":\"{}\"}}", "x".repeat(2 << 20))
        })],
        refused: "413",
    },
    Variant {
        name: "JSON nested 100,000 deep",
        targets: &[&WRITE, &LOCAL_WRITE],
        changes: &[BodyOf(|| nested(100_000))],
        refused: "400 malformed",
    },
    Variant {
        name: "JSON-RPC nested 100,000 deep",
        targets: &[&MCP],
        changes: &[BodyOf(|| nested(100_000))],
        refused: "415",
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all = shape::attacks("limits", ROWS);
    // The budget is for all names together; a token has its own.
    all.push(Attack::scene(
        "limits",
        "questions of 0.9 MB under ever new names",
        "Unix socket",
        ["429 principal_bytes_full", "pending"],
        |stage| {
            let mut replies = (0..LARGE_ASKS_MAX).map(|_| ask_large(stage));
            let refused = replies.find(|said| !matches!(said, Ok(said) if said == "201"));
            refused.unwrap_or(Ok("all were asked".into()))
        },
        |stage| agents::poll(stage, "token"),
    ));
    all.push(Attack::scene(
        "limits",
        "prompt with 16,000 nested marks, to end the hub",
        "Unix socket",
        ["shown", "shown"],
        |stage| nested_prompt(stage, 16_000),
        |stage| nested_prompt(stage, 10),
    ));
    all
}

/// Asks as a client that never asked before.
fn ask_large(stage: &Stage) -> Result<String> {
    let number = stage.number();
    let mut body = question(&number.to_string(), 600);
    let options =
        (0..56).map(|id| json!({"id": id.to_string(), "description": "x".repeat(16_000)}));
    body["options"] = options.collect();
    let ask = calls::ask(&format!("agent-{number}"), &body);
    Ok(stage.place.local().send(&ask)?.describe())
}

/// Asks with thousands of nested marks, then shows the question as people's programs do.
fn nested_prompt(stage: &Stage, levels: usize) -> Result<String> {
    let mut body = question(&stage.number().to_string(), 600);
    body["prompt"] = format!("{}x{}", "*a ".repeat(levels), "*".repeat(levels)).into();
    let id = calls::asked_id(&stage.place.call(&calls::ask("nester", &body))?)?;
    stage.place.run(&["show", &id, "--json"])?;
    Ok("shown".into())
}

fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}
