//! Callers that say little and hold on: each must be let go of, while others are served.
//!
//! All of them run at the same time, as such callers do; each waits for the hub's own time limit.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::Attack;
use super::shape::{READ, WRITE, request, send};
use super::sockets;
use super::stage::Stage;
use crate::http::Reply;

/// The longest of the hub's limits on a silent caller, and some room for a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often a slow caller says one more byte.
const DRIP_EVERY: Duration = Duration::from_millis(500);

pub(super) fn attacks() -> Vec<Attack> {
    let scene = |name, target, refused, attempt: fn(&Stage) -> Result<String>| {
        // Other callers are served as usual.
        let twin = |stage: &Stage| send(stage, &READ, &[]);
        Attack::scene("slow", name, target, [refused, "200"], attempt, twin)
    };
    vec![
        scene(
            "a connection that says nothing",
            "portal",
            "closed",
            |stage| hold(stage, "", ""),
        ),
        scene("headers byte by byte", "portal", "closed", |stage| {
            hold(stage, "GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ", "a")
        }),
        scene("request line byte by byte", "portal", "closed", |stage| {
            hold(stage, "GET /", "a")
        }),
        scene("silence after a reply", "portal", "200", |stage| {
            hold(
                stage,
                "GET /api/v1/health HTTP/1.1\r\nHost: {host}\r\n\r\n",
                "",
            )
        }),
        scene(
            "body that does not come",
            "/api/v1",
            "408 body_too_slow",
            |stage| hold(stage, &promise(stage, &WRITE)?, ""),
        ),
        scene(
            "body byte by byte",
            "/api/v1",
            "408 body_too_slow",
            |stage| hold(stage, &promise(stage, &WRITE)?, " "),
        ),
        scene(
            "chunks byte by byte",
            "/api/v1",
            "408 body_too_slow",
            |stage| {
                let chunked = promise(stage, &WRITE)?
                    .replace("Content-Length: 999\r\n", "Transfer-Encoding: chunked\r\n");
                hold(stage, &chunked, "1\r\n \r\n")
            },
        ),
        scene(
            "body byte by byte, not signed in",
            "/auth/exchange",
            "408 body_too_slow",
            |stage| {
                hold(
                    stage,
                    "POST /auth/exchange HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n\
                 Content-Type: application/json\r\nContent-Length: 999\r\n\r\n",
                    " ",
                )
            },
        ),
        scene(
            "form byte by byte, not signed in",
            "/login/plain",
            "408 body_too_slow",
            |stage| {
                hold(
                    stage,
                    "POST /login/plain HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n\
                 Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 999\r\n\r\n",
                    "a",
                )
            },
        ),
        scene(
            "body byte by byte to a tool",
            "/mcp",
            "408 body_too_slow",
            |stage| {
                hold(
                    stage,
                    "POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
                 Content-Type: application/json\r\nContent-Length: 999\r\n\
                 Accept: application/json, text/event-stream\r\n\r\n",
                    " ",
                )
            },
        ),
        scene("first message late", "live socket", "close 4401", |stage| {
            Ok(sockets::open(stage)?.hear())
        }),
    ]
}

/// A request whose body is announced and not sent.
fn promise(stage: &Stage, shape: &super::shape::Shape) -> Result<String> {
    let whole = request(stage, shape, &[])?;
    let head = whole.split("Content-Length").next().unwrap_or_default();
    Ok(format!(
        "{}Content-Length: 999\r\n\r\n",
        head.replace("Connection: close\r\n", "")
    ))
}

/// Sends `begin`, then `drip` again and again, until the hub ends the connection.
fn hold(stage: &Stage, begin: &str, drip: &str) -> Result<String> {
    let mut stream = stage.place.portal().connect(DRIP_EVERY)?;
    stream.write_all(stage.fill(begin)?.as_bytes())?;
    let give_up = Instant::now() + PATIENCE;
    let mut received = Vec::new();
    while Instant::now() < give_up {
        received.extend(stream.read_until(|_| false));
        let mut byte = [0];
        match stream.read(&mut byte) {
            Ok(0) => return Ok(Reply::parse(&received).describe()),
            Ok(_) => received.push(byte[0]),
            Err(error) if is_silence(&error) => {}
            Err(_) => return Ok(Reply::parse(&received).describe()),
        }
        // The hub may have hung up in the meantime; the next read tells.
        stream.write_all(drip.as_bytes()).ok();
    }
    Ok(format!("still open after {} s", PATIENCE.as_secs()))
}

fn is_silence(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{TimedOut, WouldBlock};
    matches!(error.kind(), TimedOut | WouldBlock)
}
