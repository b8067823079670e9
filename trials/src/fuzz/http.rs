//! `/mcp` fed with bad messages: no 5xx, only protocol in its streams, and it continues to work.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::mutate::message;
use super::{Run, corpus};
use crate::http::{Reply, Request};
use crate::process::pause;
use crate::random::Random;

const BATCH: usize = 50;
/// A good call may wait for a person; a bad one is answered immediately.
const PATIENCE: Duration = Duration::from_millis(400);
const TOO_FAST_PAUSE: Duration = Duration::from_secs(1);
/// The revisions, as clients name them.
const SESSIONS: &str = "2025-11-25";
const MODERN: &str = "2026-07-28";
const REVISIONS: &[&str] = &[SESSIONS, MODERN, "2025-06-18", "1999-01-01", "soon"];

pub(super) fn run(run: &Run<'_>) -> Result<String> {
    let mut random = Random::new(run.seed, 0);
    let valid = corpus::messages();
    let alone = [corpus::modern(), corpus::initialize("i")];
    let session = begin(run, "token")?;
    let mut counts = [0_u32; 6];
    for round in 0..run.rounds {
        for _ in 0..BATCH {
            let (body, session, revision) = match random.below(8) {
                0 => (message(&mut random, &valid), None, *random.of(REVISIONS)),
                1..4 => (message(&mut random, &alone), None, MODERN),
                _ => (
                    message(&mut random, &valid),
                    Some(session.as_str()),
                    SESSIONS,
                ),
            };
            let mut reply = post(run, "token", session, revision, &body)?;
            if reply.status == 429 {
                // Faster than one agent may be; a moment later it is looked at.
                pause(TOO_FAST_PAUSE);
                reply = post(run, "token", session, revision, &body)?;
            }
            let shown = String::from_utf8_lossy(&body);
            ensure!(reply.status < 500, "{} to {shown}", reply.describe());
            only_messages(&reply).with_context(|| format!("in reply to {shown}"))?;
            counts[usize::from(reply.status / 100)] += 1;
        }
        begin(run, "other_token").with_context(|| format!("after batch {round}"))?;
    }
    let [silent, _, accepted, _, refused, _] = counts;
    Ok(format!(
        "{} bad messages: {accepted} accepted, {refused} refused, {silent} left waiting, no 5xx",
        counts.iter().sum::<u32>()
    ))
}

/// Starts a session; returns its id. The checks use a separate token, so that the fuzzer does not
/// use up its rate.
fn begin(run: &Run<'_>, token: &str) -> Result<String> {
    let body = corpus::initialize("begin").to_string();
    let reply = post(run, token, None, SESSIONS, body.as_bytes())?;
    ensure!(
        reply.status == 200,
        "a good session began with {}",
        reply.describe()
    );
    only_messages(&reply)?;
    let id = reply.header("mcp-session-id").context("no session")?;
    Ok(id.to_owned())
}

fn post(
    run: &Run<'_>,
    token: &str,
    session: Option<&str>,
    revision: &str,
    body: &[u8],
) -> Result<Reply> {
    let mut request = Request::new("POST", "/mcp")
        .with(format!("Authorization: Bearer {}", run.stage.word(token)))
        .with("Accept: application/json, text/event-stream")
        .with(format!("Mcp-Protocol-Version: {revision}"))
        .body("application/json", body);
    if revision == MODERN {
        // Such a request repeats itself in its headers; a broken one cannot.
        let sent: Value = serde_json::from_slice(body).unwrap_or_default();
        for (name, value) in [
            ("Mcp-Method", &sent["method"]),
            ("Mcp-Name", &sent["params"]["name"]),
        ] {
            let is_plain = |value: &&str| value.bytes().all(|byte| byte.is_ascii_graphic());
            if let Some(value) = value.as_str().filter(is_plain) {
                request = request.with(format!("{name}: {value}"));
            }
        }
    }
    if let Some(session) = session {
        request = request.with(format!("Mcp-Session-Id: {session}"));
    }
    let portal = run.stage.place.portal();
    portal.exchange_all(&request.bytes(&portal.host()), Some(PATIENCE))
}

/// Every event of a stream is one JSON-RPC message.
fn only_messages(reply: &Reply) -> Result<()> {
    let events = reply
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data:"));
    for event in events.map(str::trim).filter(|event| !event.is_empty()) {
        let message: Value =
            serde_json::from_str(event).with_context(|| format!("not JSON: {event}"))?;
        ensure!(message["jsonrpc"] == "2.0", "no JSON-RPC message: {event}");
    }
    Ok(())
}
