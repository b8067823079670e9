//! The live socket after its upgrade: whoever has the cookie alone must learn nothing.
//!
//! The upgrade itself is attacked with the other groups (host, origin, credentials).

use anyhow::{Context, Result, ensure};

use super::shape::{UPGRADE, request};
use super::stage::Stage;
use super::{Attack, Scene};
use crate::websocket::{BINARY, Mask, PING, TEXT, WebSocket};

/// As many as one session may have open.
const SOCKETS_PER_SESSION: usize = 16;
/// More than anybody has to say in a while.
const TALK: usize = 450;

/// Upgrades with this cookie; the socket has not yet said who it is.
pub(super) fn open(stage: &Stage, cookie: &str) -> Result<WebSocket> {
    let upgrade = request(stage, &UPGRADE, &[])?.replace(stage.word("cookie"), cookie);
    WebSocket::open(&stage.address(UPGRADE.door), upgrade.as_bytes())
}

/// A first message that is no proof.
struct First {
    name: &'static str,
    kind: u8,
    mask: Mask,
    message: fn(&Stage) -> String,
    refused: &'static str,
}

const FIRST: &[First] = &[
    First {
        name: "wrong key in the first message",
        message: |_| r#"{"type":"auth","key":"0000"}"#.into(),
        ..text()
    },
    First {
        name: "another session's key",
        message: |stage| format!(r#"{{"type":"auth","key":"{}"}}"#, stage.word("other_key")),
        ..text()
    },
    First {
        name: "no key",
        message: |_| r#"{"type":"auth"}"#.into(),
        ..text()
    },
    First {
        name: "cookie instead of the key",
        message: |stage| format!(r#"{{"type":"auth","key":"{}"}}"#, stage.word("cookie")),
        ..text()
    },
    First {
        name: "first message is no proof",
        message: |_| r#"{"type":"subscribe","resume":0}"#.into(),
        ..text()
    },
    First {
        name: "first message is no JSON",
        message: |_| "hello".into(),
        ..text()
    },
    First {
        name: "right key, but binary",
        kind: BINARY,
        message: right,
        ..text()
    },
    First {
        name: "right key, with a field nobody knows",
        message: |stage| {
            let key = stage.word("key");
            format!(r#"{{"type":"auth","key":"{key}","role":"admin"}}"#)
        },
        ..text()
    },
    First {
        name: "right key in an unmasked frame",
        mask: Mask::Missing,
        message: right,
        ..text()
    },
    First {
        name: "first message of 100 KiB",
        message: |_| format!(r#"{{"type":"auth","key":"{}"}}"#, "k".repeat(100 * 1024)),
        ..text()
    },
];

const fn text() -> First {
    First {
        name: "",
        kind: TEXT,
        mask: Mask::Zeros,
        message: right,
        refused: "close 4401",
    }
}

fn right(stage: &Stage) -> String {
    format!(r#"{{"type":"auth","key":"{}"}}"#, stage.word("key"))
}

pub(super) fn attacks() -> Vec<Attack> {
    let scene = |name, words, attempt: Scene, twin: Scene| {
        Attack::scene("socket", name, "live socket", words, attempt, twin)
    };
    let mut all: Vec<Attack> = FIRST
        .iter()
        .map(|first| {
            Attack::scene(
                "socket",
                first.name,
                "live socket",
                [first.refused, "snapshot"],
                |stage| {
                    let mut live = open(stage, stage.word("cookie"))?;
                    let message = (first.message)(stage);
                    live.send(first.kind, message.as_bytes(), first.mask)?;
                    Ok(live.hear())
                },
                signed_in,
            )
        })
        .collect();
    all.extend([
        scene(
            "a seventeenth socket of one session",
            ["503 too_many_sockets", "snapshot"],
            one_too_many,
            signed_in,
        ),
        scene(
            "a session ended elsewhere keeps its socket",
            ["close 4403", "pong"],
            |stage| after_revocation(stage, true),
            |stage| after_revocation(stage, false),
        ),
        scene(
            "more talk than anybody needs",
            ["close 1008", "pong"],
            |stage| talk(stage, TALK),
            |stage| talk(stage, TALK / 10),
        ),
    ]);
    all
}

fn signed_in(stage: &Stage) -> Result<String> {
    let mut live = open(stage, stage.word("cookie"))?;
    live.authenticate(stage.word("key"))?;
    Ok(live.hear())
}

fn one_too_many(stage: &Stage) -> Result<String> {
    let cookie = stage.sign_in()?.cookie;
    let held = (0..SOCKETS_PER_SESSION)
        .map(|_| open(stage, &cookie))
        .collect::<Result<Vec<_>>>()?;
    let answer = match open(stage, &cookie) {
        Ok(_) => "opened".into(),
        Err(refusal) => refusal.to_string(),
    };
    drop(held);
    Ok(answer)
}

/// Opens a socket, ends its own session or another one, and listens.
fn after_revocation(stage: &Stage, own: bool) -> Result<String> {
    let before = stage.session_ids()?;
    let browser = stage.sign_in()?;
    let mine = stage.session_ids()?;
    let mine = mine
        .iter()
        .find(|id| !before.contains(id))
        .context("no session")?;
    stage.sign_in()?;
    let newest = stage.session_ids()?;
    let other = newest.iter().find(|id| !before.contains(id) && *id != mine);
    let mut live = open(stage, &browser.cookie)?;
    live.authenticate(&browser.key)?;
    ensure!(live.hear() == "snapshot", "no snapshot");
    let ended = if own {
        mine
    } else {
        other.context("no other session")?
    };
    stage.end_session(ended)?;
    if !own {
        live.send(PING, b"", Mask::Zeros)?;
    }
    Ok(live.hear())
}

fn talk(stage: &Stage, messages: usize) -> Result<String> {
    let mut live = open(stage, stage.word("cookie"))?;
    live.authenticate(stage.word("key"))?;
    ensure!(live.hear() == "snapshot", "no snapshot");
    for _ in 0..messages {
        live.send(TEXT, b"{}", Mask::Zeros)?;
    }
    live.send(PING, b"", Mask::Zeros)?;
    Ok(live.hear())
}
