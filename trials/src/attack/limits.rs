//! Too large, too deep, too many: refused with a clear word, and nothing half done.

use anyhow::Result;
use serde_json::json;

use super::Attack;
use super::shape::Change::{Body, BodyOf, Path};
use super::shape::{self, ANSWER, LOCAL_WRITE, MCP, READ, Shape, UNKNOWN_WRITE, Variant, WRITE};
use super::stage::Stage;
use crate::calls::{self, question};

const WRITES: &[&Shape] = &[&WRITE, &LOCAL_WRITE];
/// An asker's burst.
const ASKS_AT_ONCE: usize = 50;

const ROWS: &[Variant] = &[
    Variant {
        name: "body of 2 MiB",
        targets: &[&WRITE, &ANSWER, &LOCAL_WRITE],
        changes: &[BodyOf(|| {
            format!("{{\"theme\":\"{}\"}}", "x".repeat(2 << 20))
        })],
        refused: "413 body_too_large",
    },
    Variant {
        name: "body of 2 MiB to an agent's tool",
        targets: &[&MCP],
        changes: &[BodyOf(|| {
            format!("{{\"jsonrpc\":\"{}\"}}", "x".repeat(2 << 20))
        })],
        refused: "413",
    },
    Variant {
        name: "body of 2 MiB to nowhere",
        targets: &[&UNKNOWN_WRITE],
        changes: &[Path("/api/v2"), BodyOf(|| "x".repeat(2 << 20))],
        refused: "401 sign_in_required",
    },
    Variant {
        name: "JSON nested 40 deep",
        targets: WRITES,
        changes: &[BodyOf(|| nested(40))],
        refused: "400 malformed",
    },
    Variant {
        name: "JSON nested 100,000 deep",
        targets: WRITES,
        changes: &[BodyOf(|| nested(100_000))],
        refused: "400 malformed",
    },
    Variant {
        name: "JSON-RPC nested 100,000 deep",
        targets: &[&MCP],
        changes: &[BodyOf(|| nested(100_000))],
        refused: "415",
    },
    Variant {
        name: "half a document",
        targets: WRITES,
        changes: &[Body(r#"{"theme":"#)],
        refused: "400 malformed",
    },
    Variant {
        name: "a field nobody knows",
        targets: &[&ANSWER],
        changes: &[Body(
            r#"{"answer_id":"{number}","answer":{"selected_ids":["a"]},"who":"me"}"#,
        )],
        refused: "422 invalid_request",
    },
    Variant {
        name: "a number no program can hold",
        targets: &[&READ],
        changes: &[Path("/api/v1/interactions?limit=99999999999999999999999")],
        refused: "400 malformed",
    },
    Variant {
        name: "a cursor of somebody's making",
        targets: &[&READ],
        changes: &[Path(
            "/api/v1/interactions?cursor=%27%3BDROP%20TABLE%20interactions",
        )],
        refused: "400 bad_cursor",
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all = shape::attacks("limits", ROWS);
    all.extend([
        Attack::scene(
            "limits",
            "200 questions at once from one agent",
            "Unix socket",
            ["429 too_many_requests", "201"],
            |stage| {
                for _ in 0..4 * ASKS_AT_ONCE {
                    let said = ask(stage, "flood")?;
                    if said != "201" {
                        return Ok(said);
                    }
                }
                Ok("all were asked".into())
            },
            |stage| ask(stage, "quiet"),
        ),
        Attack::scene(
            "limits",
            "question with 201 options",
            "Unix socket",
            ["422 invalid_request", "201"],
            |stage| ask_with(stage, "options", 201, 10),
            |stage| ask_with(stage, "options", 200, 10),
        ),
        Attack::scene(
            "limits",
            "prompt with 16,000 nested marks, to end the hub",
            "Unix socket",
            ["shown", "shown"],
            |stage| nested_prompt(stage, 16_000),
            |stage| nested_prompt(stage, 10),
        ),
        Attack::scene(
            "limits",
            "prompt of 65 KiB",
            "Unix socket",
            ["422 invalid_request", "201"],
            |stage| ask_with(stage, "prompt", 2, 65 * 1024),
            |stage| ask_with(stage, "prompt", 2, 63 * 1024),
        ),
    ]);
    all
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

fn ask(stage: &Stage, asker: &str) -> Result<String> {
    ask_with(stage, asker, 2, 60)
}

fn ask_with(stage: &Stage, asker: &str, options: usize, prompt_bytes: usize) -> Result<String> {
    let mut body = question(&stage.number().to_string(), 600);
    body["prompt"] = format!("Because it must be known. {}", "x".repeat(prompt_bytes)).into();
    body["options"] = (0..options)
        .map(|id| json!({"id": id.to_string()}))
        .collect();
    let asked = stage.place.local().send(&calls::ask(asker, &body))?;
    Ok(asked.describe())
}
