//! A thousand clients on the live stream, and twenty changes a second.
//!
//! One thread per client, blocked in a read: the kernel's wake-up is all that stands between the
//! hub and the stop-watch. Bounded in clients, events and time.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::figures::Figures;
use super::rows::{Bench, question};
use super::running_hub::RunningHub;
use super::websocket::LiveSocket;

const CLIENTS: usize = 1_000;
const EVENTS: usize = 400;
const EVENT_EVERY: Duration = Duration::from_millis(50);
/// The events are spread over so many questions, as they would be.
const QUESTIONS: usize = 20;
/// How the changes look that this load makes.
const POSTED: &str = r#""kind":"deadline_moved""#;
const CONNECT_WITHIN: Duration = Duration::from_secs(60);
/// Clients hold little; the default stack of a thousand threads is only address space.
const STACK_BYTES: usize = 256 * 1024;

/// When each posted change arrived at one client, in order.
type Arrivals = Vec<Instant>;

pub(super) fn measure(bench: &Bench<'_>) -> Result<String> {
    let hub = bench.hub()?;
    let questions = (0..QUESTIONS)
        .map(|_| ask(&hub))
        .collect::<Result<Vec<_>>>()?;
    let clients = connect(&hub.socket())?;
    let posted = post_events(&hub, &questions)?;
    let mut rounds = Vec::with_capacity(CLIENTS * EVENTS);
    for client in clients {
        let arrivals = match client.join() {
            Ok(arrivals) => arrivals?,
            Err(_) => bail!("a client panicked"),
        };
        for (sent, got) in posted.iter().zip(arrivals) {
            let took = got.checked_duration_since(*sent);
            rounds.push(took.context("a change arrived before it was posted")?);
        }
    }
    Ok(format!("{}, no gap", Figures::new(rounds).describe()))
}

fn ask(hub: &RunningHub) -> Result<String> {
    let asked = hub.call(
        "POST",
        "/api/v1/asks",
        Some("bench"),
        Some(&question()["arguments"]),
    )?;
    let id = asked["interaction"]["session_id"].as_str();
    Ok(id.context("no id")?.to_owned())
}

type Client = thread::JoinHandle<Result<Arrivals>>;

/// Starts all clients and returns once each has its snapshot.
fn connect(socket: &Path) -> Result<Vec<Client>> {
    let (ready, all_ready) = sync_channel(CLIENTS);
    let clients = (0..CLIENTS)
        .map(|_| {
            let (socket, ready) = (socket.to_owned(), ready.clone());
            Ok(thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn(move || follow(socket, ready))?)
        })
        .collect::<Result<Vec<_>>>()?;
    drop(ready);
    let give_up = Instant::now() + CONNECT_WITHIN;
    for connected in 0..CLIENTS {
        let left = give_up.saturating_duration_since(Instant::now());
        all_ready.recv_timeout(left).with_context(|| {
            format!("only {connected} of {CLIENTS} connected; is the limit of open files too low?")
        })?;
    }
    Ok(clients)
}

/// One client: every number after the snapshot's must come, each once and in order.
fn follow(hub: PathBuf, ready: SyncSender<()>) -> Result<Arrivals> {
    let mut socket = LiveSocket::open(&hub)?;
    let snapshot = socket.receive()?;
    let mut seq = numbered(&snapshot, "snapshot")?;
    // Nobody listens any more when another client has failed; this one then ends with the hub.
    ready.send(()).ok();
    let mut arrivals = Vec::with_capacity(EVENTS);
    while arrivals.len() < EVENTS {
        let message = socket.receive()?;
        let arrived = Instant::now();
        // Whether the asker is there is told beside the numbered changes.
        if message.starts_with(r#"{"type":"asker_changed","#) {
            continue;
        }
        let next = numbered(&message, "changed")?;
        if next != seq + 1 {
            bail!("a gap: {next} came after {seq}");
        }
        seq = next;
        // Askers that do not wait are noticed meanwhile; such changes count, but we did not post them.
        if message.contains(POSTED) {
            arrivals.push(arrived);
        }
    }
    Ok(arrivals)
}

/// Returns the number of a message of this kind. By hand: to parse a thousand copies of everything
/// would load the machine more than the hub does.
fn numbered(message: &str, kind: &str) -> Result<u64> {
    let digits = message
        .strip_prefix(&format!(r#"{{"type":"{kind}","seq":"#))
        .and_then(|rest| rest.split(',').next());
    let shown = || message.chars().take(80).collect::<String>();
    let digits = digits.with_context(|| format!("expected {kind}, got {}", shown()))?;
    digits
        .parse()
        .with_context(|| format!("no number: {}", shown()))
}

/// Moves deadlines at an even pace; returns when each request was begun.
fn post_events(hub: &RunningHub, questions: &[String]) -> Result<Vec<Instant>> {
    let begun = Instant::now();
    let mut posted = Vec::with_capacity(EVENTS);
    for (number, id) in questions.iter().cycle().take(EVENTS).enumerate() {
        let due = begun + EVENT_EVERY * u32::try_from(number)?;
        while let Some(left) = due.checked_duration_since(Instant::now()) {
            if left.is_zero() {
                break;
            }
            thread::park_timeout(left);
        }
        posted.push(Instant::now());
        hub.call(
            "POST",
            &format!("/api/v1/interactions/{id}/deadline"),
            None,
            Some(&json!({"add_seconds": 1})),
        )?;
    }
    Ok(posted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_kind_that_is_expected() {
        let message = r#"{"type":"changed","seq":41,"kind":"deadline_moved"}"#;
        assert_eq!(numbered(message, "changed").unwrap(), 41);
        let error = numbered(r#"{"type":"resync"}"#, "changed").unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"expected changed, got {"type":"resync"}"#
        );
    }
}
