//! Many clients on the live stream, and twenty changes a second.
//!
//! One thread per client, blocked in a read: the kernel's wake-up is all that stands between the
//! hub and the stop-watch. Bounded in clients, events and time.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::Load;
use super::figures::{Figures, thousands};
use super::report::{Growth, Report, Series, Verdict};
use super::running_hub::RunningHub;
use crate::calls;
use crate::http::Address;
use crate::process::pause_until;
use crate::websocket::WebSocket;

const EVENT_EVERY: Duration = Duration::from_millis(50);
/// The events are spread over so many questions, as they would be.
const QUESTIONS: usize = 20;
/// How the changes look that this load makes.
const POSTED: &str = r#""event":"deadline_moved""#;
const CONNECT_WITHIN: Duration = Duration::from_secs(60);
/// Clients hold little; the default stack of a thousand threads is only address space.
const STACK_BYTES: usize = 256 * 1024;
const MS_MAX: f64 = 250.0;

/// When each posted change arrived at one client, in order.
type Arrivals = Vec<Instant>;

pub(super) fn measure(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let (mut median, mut slowest) = (Vec::new(), Vec::new());
    let mut largest = None;
    for &clients in load.sizes.sockets {
        load.clear()?;
        let figures = follow_events(load, clients)?;
        median.push((clients as f64, figures.ms(50)));
        slowest.push((clients as f64, figures.ms(99)));
        largest = Some((clients, figures));
    }
    let (clients, figures) = largest.context("no sizes")?;
    report.line(
        format!(
            "{} WebSocket clients, 20 events a second: event posted → with every client",
            thousands(clients as u64)
        ),
        "p99 ≤ 250 ms, no gap",
        format!("{}, no gap", figures.describe()),
        Verdict::of(figures.ms(99) <= MS_MAX),
    );
    report.growth.push(Growth {
        title: "Event posted → with every client",
        over: "live sockets, 20 events a second",
        unit: "ms",
        goal: MS_MAX,
        series: vec![
            Series {
                name: "p50",
                points: median,
            },
            Series {
                name: "p99",
                points: slowest,
            },
        ],
    });
    Ok(())
}

/// Every client must get every event, in order and without a gap.
fn follow_events(load: &Load<'_>, clients: usize) -> Result<Figures> {
    let events = load.sizes.events;
    let hub = load.hub()?;
    let questions = (0..QUESTIONS)
        .map(|number| hub.ask("agent", &format!("Question {number}")))
        .collect::<Result<Vec<_>>>()?;
    let followers = connect(&hub.address(), clients, events)?;
    let posted = post_events(&hub, &questions, events)?;
    let mut rounds = Vec::with_capacity(clients * events);
    for follower in followers {
        let arrivals = match follower.join() {
            Ok(arrivals) => arrivals?,
            Err(_) => bail!("a client panicked"),
        };
        for (sent, got) in posted.iter().zip(arrivals) {
            let took = got.checked_duration_since(*sent);
            rounds.push(took.context("a change arrived before it was posted")?);
        }
    }
    Ok(Figures::new(rounds))
}

type Client = thread::JoinHandle<Result<Arrivals>>;

/// Starts all clients and returns once each has its snapshot.
fn connect(hub: &Address, count: usize, events: usize) -> Result<Vec<Client>> {
    let (ready, all_ready) = sync_channel(count);
    let clients = (0..count)
        .map(|_| {
            let (hub, ready) = (hub.clone(), ready.clone());
            Ok(thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn(move || follow(&hub, events, ready))?)
        })
        .collect::<Result<Vec<_>>>()?;
    drop(ready);
    let give_up = Instant::now() + CONNECT_WITHIN;
    for connected in 0..count {
        let left = give_up.saturating_duration_since(Instant::now());
        all_ready.recv_timeout(left).with_context(|| {
            format!("only {connected} of {count} connected; is the limit of open files too low?")
        })?;
    }
    Ok(clients)
}

/// One client: every number after the snapshot's must come, each once and in order.
fn follow(hub: &Address, events: usize, ready: SyncSender<()>) -> Result<Arrivals> {
    let mut socket = WebSocket::local(hub)?;
    let snapshot = socket.receive()?;
    let mut seq = numbered(&snapshot, "snapshot")?;
    // The receiver is gone when another client has failed; this one then ends with the hub.
    ready.send(()).ok();
    let mut arrivals = Vec::with_capacity(events);
    while arrivals.len() < events {
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
        // Askers that do not wait are noticed in the meantime; such changes count, but we did not
        // post them.
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
fn post_events(hub: &RunningHub, questions: &[String], events: usize) -> Result<Vec<Instant>> {
    let begun = Instant::now();
    let mut posted = Vec::with_capacity(events);
    for (number, id) in questions.iter().cycle().take(events).enumerate() {
        pause_until(begun + EVENT_EVERY * u32::try_from(number)?);
        posted.push(Instant::now());
        hub.place.call(&calls::extend(id))?;
    }
    Ok(posted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn live_message_number_is_read_only_from_the_expected_kind() {
        let message = r#"{"type":"changed","seq":41,"event":"deadline_moved"}"#;
        assert_eq!(numbered(message, "changed").unwrap(), 41);
        let error = numbered(r#"{"type":"resync"}"#, "changed").unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"expected changed, got {"type":"resync"}"#
        );
    }
}
