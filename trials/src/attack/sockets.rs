//! The frames of a live socket, after its upgrade.
//!
//! Which first messages prove nothing, how many sockets a session may have and that they end with
//! it is shown in the hub's `tests/it/live.rs`.

use anyhow::{Result, ensure};

use super::Attack;
use super::shape::{UPGRADE, request};
use super::stage::Stage;
use crate::websocket::{Mask, PING, TEXT, WebSocket};

/// More messages than a real client sends in that time.
const TALK: usize = 450;
const TARGET: &str = "live socket";

pub(super) fn attacks() -> Vec<Attack> {
    let first = |name, message: fn(&str) -> String, mask| {
        Attack::scene(
            "socket",
            name,
            TARGET,
            ["close 4401", "snapshot"],
            move |stage| say(stage, &message(stage.word("key")), mask),
            move |stage| say(stage, &proof(stage.word("key")), Mask::Zeros),
        )
    };
    vec![
        first("right key in an unmasked frame", proof, Mask::Missing),
        first(
            "first message of 100 KiB",
            |_| proof(&"k".repeat(100 * 1024)),
            Mask::Zeros,
        ),
        Attack::scene(
            "socket",
            "more talk than anybody needs",
            TARGET,
            ["close 1008", "pong"],
            |stage| talk(stage, TALK),
            |stage| talk(stage, TALK / 10),
        ),
    ]
}

/// Upgrades with our cookie; the socket has not yet said who it is.
pub(super) fn open(stage: &Stage) -> Result<WebSocket> {
    let upgrade = request(stage, &UPGRADE, &[])?;
    WebSocket::open(&stage.address(UPGRADE.door), upgrade.as_bytes())
}

fn proof(key: &str) -> String {
    serde_json::json!({"type": "auth", "key": key}).to_string()
}

fn say(stage: &Stage, first: &str, mask: Mask) -> Result<String> {
    let mut live = open(stage)?;
    live.send(TEXT, first.as_bytes(), mask)?;
    Ok(live.hear())
}

fn talk(stage: &Stage, messages: usize) -> Result<String> {
    let mut live = open(stage)?;
    live.authenticate(stage.word("key"))?;
    ensure!(live.hear() == "snapshot", "no snapshot");
    for _ in 0..messages {
        live.send(TEXT, b"{}", Mask::Zeros)?;
    }
    live.send(PING, b"", Mask::Zeros)?;
    // Each of them is refused first; the clock speaks whenever it is time.
    loop {
        let said = live.hear();
        if !matches!(said.as_str(), "refused" | "clock") {
            return Ok(said);
        }
    }
}
