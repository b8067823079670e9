//! The live socket after its upgrade: whoever has the cookie alone must learn nothing.
//!
//! The upgrade itself is attacked with the other groups (host, origin, credentials).

use std::io::Read;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::shape::{UPGRADE, request};
use super::stage::Stage;
use super::wire::{Reply, Stream, connect};
use super::{Attack, Scene};

const SILENCE_MAX: Duration = Duration::from_secs(20);
const TEXT: u8 = 0x1;
const BINARY: u8 = 0x2;
const PING: u8 = 0x9;
const MASKED: u8 = 0x80;
/// As many as one session may have open.
const SOCKETS_PER_SESSION: usize = 16;
/// More than anybody has to say in a while.
const TALK: usize = 450;

/// A live socket that has been upgraded and has not yet said who it is.
pub(super) struct Live(Box<dyn Stream>);

impl Live {
    /// Upgrades with this cookie; `Err` tells what the hub replied instead.
    pub(super) fn open(stage: &Stage, cookie: &str) -> Result<Self> {
        let mut stream = connect(stage, UPGRADE.door, SILENCE_MAX)?;
        let upgrade = request(stage, &UPGRADE, &[])?.replace(stage.word("cookie"), cookie);
        stream.write_all(upgrade.as_bytes())?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            ensure!(stream.read(&mut byte)? == 1, "the hub hung up");
            head.push(byte[0]);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            stream.read_to_end(&mut head).ok();
            anyhow::bail!("{}", Reply::parse(&head).describe());
        }
        Ok(Self(stream))
    }

    pub(super) fn send(&mut self, kind: u8, payload: &[u8], mask: u8) -> Result<()> {
        let mut frame = vec![0x80 | kind];
        match payload.len() {
            short @ ..126 => frame.push(mask | u8::try_from(short)?),
            long => {
                frame.push(mask | 127);
                frame.extend_from_slice(&u64::try_from(long)?.to_be_bytes());
            }
        }
        if mask == MASKED {
            // A mask of zeros changes nothing and is allowed.
            frame.extend_from_slice(&[0; 4]);
        }
        frame.extend_from_slice(payload);
        // The hub may have hung up already; what it said is read next.
        self.0.write_all(&frame).ok();
        Ok(())
    }

    /// Says who it is.
    pub(super) fn authenticate(&mut self, key: &str) -> Result<()> {
        let first = serde_json::json!({"type": "auth", "key": key}).to_string();
        self.send(TEXT, first.as_bytes(), MASKED)
    }

    /// Returns what the hub says next: the kind of its message, `close CODE`, `pong` or `closed`.
    pub(super) fn hear(&mut self) -> String {
        self.frame().unwrap_or_else(|_| "closed".into())
    }

    fn frame(&mut self) -> Result<String> {
        let [first, second] = self.bytes()?;
        let length = match second {
            126 => u64::from(u16::from_be_bytes(self.bytes()?)),
            127 => u64::from_be_bytes(self.bytes()?),
            short => u64::from(short),
        };
        let mut payload = Vec::new();
        (&mut self.0).take(length).read_to_end(&mut payload)?;
        Ok(match first & 0x0f {
            TEXT => {
                let message: Value = serde_json::from_slice(&payload)?;
                message["type"].as_str().context("no type")?.to_owned()
            }
            0x8 => {
                let code = payload.first_chunk().map(|code| u16::from_be_bytes(*code));
                format!("close {}", code.unwrap_or(0))
            }
            0xa => "pong".into(),
            other => format!("frame {other:#x}"),
        })
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// A first message that is no proof.
struct First {
    name: &'static str,
    kind: u8,
    mask: u8,
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
        mask: 0,
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
        mask: MASKED,
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
                    let mut live = Live::open(stage, stage.word("cookie"))?;
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
    let mut live = Live::open(stage, stage.word("cookie"))?;
    live.authenticate(stage.word("key"))?;
    Ok(live.hear())
}

fn one_too_many(stage: &Stage) -> Result<String> {
    let [cookie, _] = stage.sign_in()?;
    let held = (0..SOCKETS_PER_SESSION)
        .map(|_| Live::open(stage, &cookie))
        .collect::<Result<Vec<_>>>()?;
    let answer = match Live::open(stage, &cookie) {
        Ok(_) => "opened".into(),
        Err(refusal) => refusal.to_string(),
    };
    drop(held);
    Ok(answer)
}

/// Opens a socket, ends its own session or another one, and listens.
fn after_revocation(stage: &Stage, own: bool) -> Result<String> {
    let before = stage.session_ids()?;
    let [cookie, key] = stage.sign_in()?;
    let mine = stage.session_ids()?;
    let mine = mine
        .iter()
        .find(|id| !before.contains(id))
        .context("no session")?;
    stage.sign_in()?;
    let newest = stage.session_ids()?;
    let other = newest.iter().find(|id| !before.contains(id) && *id != mine);
    let mut live = Live::open(stage, &cookie)?;
    live.authenticate(&key)?;
    ensure!(live.hear() == "snapshot", "no snapshot");
    let ended = if own {
        mine
    } else {
        other.context("no other session")?
    };
    stage.local("DELETE", &format!("/api/v1/sessions/{ended}"), None, None)?;
    if !own {
        live.send(PING, b"", MASKED)?;
    }
    Ok(live.hear())
}

fn talk(stage: &Stage, messages: usize) -> Result<String> {
    let mut live = Live::open(stage, stage.word("cookie"))?;
    live.authenticate(stage.word("key"))?;
    ensure!(live.hear() == "snapshot", "no snapshot");
    for _ in 0..messages {
        live.send(TEXT, b"{}", MASKED)?;
    }
    live.send(PING, b"", MASKED)?;
    Ok(live.hear())
}
