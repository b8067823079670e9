//! From an answer posted to the tool result on the agent's pipe, through real `sayso mcp`
//! processes.
//!
//! "Durable" is part of it: the hub replies, and wakes the caller, only after the disk has synced.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::Load;
use super::figures::Figures;
use super::report::{Report, Verdict};
use super::running_hub::{RunningHub, first_pending, tool_call};
use crate::process::{McpProcess, pause, pause_until};

/// One asker may ask ten questions a second.
const ASK_EVERY: Duration = Duration::from_millis(100);
/// How often to look for the question.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// How fast answers come while many wait: far faster than any person, or ten.
const ANSWER_EVERY: Duration = Duration::from_millis(20);
/// Hardly any stack is used; hundreds of threads need not reserve more.
const STACK_BYTES: usize = 256 * 1024;
const PATIENCE: Duration = Duration::from_secs(60);

/// One caller, one question after the other.
pub(super) fn alone(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let hub = load.hub()?;
    let rounds = load.sizes.answer_rounds;
    let figures = one_caller(&hub, |round| Ok(round < rounds))?;
    report.line(
        "answer posted → tool result out, durable, one caller",
        "p50 ≤ 5 ms, p99 ≤ 15 ms",
        figures.describe(),
        Verdict::of(figures.ms(50) <= 5.0 && figures.ms(99) <= 15.0),
    );
    Ok(())
}

/// Answers one caller again and again, and returns how long each answer took to arrive.
pub(super) fn one_caller(
    hub: &RunningHub,
    mut goes_on: impl FnMut(usize) -> Result<bool>,
) -> Result<Figures> {
    let mut process = McpProcess::start(hub.place.mcp("/src/load"), "load")?;
    let mut rounds = Vec::new();
    while goes_on(rounds.len())? {
        let request = process.begin("tools/call", &tool_call("Which schema?"))?;
        let id = loop {
            match first_pending(&hub.place) {
                Some(id) => break id,
                None => pause(LOOK_EVERY),
            }
        };
        let begun = Instant::now();
        hub.answer(&id, rounds.len() + 1)?.json()?;
        check(&process.finish(request)?, &id)?;
        rounds.push(begun.elapsed());
        pause_until(begun + ASK_EVERY);
    }
    Ok(Figures::new(rounds))
}

/// Hundreds of processes wait; answers come at an even pace, then all at the same time.
pub(super) fn with_callers(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let callers = load.sizes.callers;
    let hub = load.hub()?;
    let arrivals = start_callers(load, &hub)?;
    let mut answered = 0;
    let mut paced = Vec::new();
    for _ in 0..load.sizes.caller_rounds {
        hub.until_waiting(callers)?;
        paced.extend(answer_paced(&hub, &mut answered)?.latencies(&arrivals)?);
    }
    hub.until_waiting(callers)?;
    let at_once = answer_at_once(&hub, &mut answered)?.latencies(&arrivals)?;
    ensure!(at_once.len() == callers, "an answer was lost");

    let paced = Figures::new(paced);
    report.line(
        format!("same with {callers} `sayso mcp` processes waiting, 50 answers a second"),
        "p99 ≤ 100 ms",
        paced.describe(),
        Verdict::of(paced.ms(99) <= 100.0),
    );
    report.line(
        format!("same, all {callers} answered in one instant"),
        "",
        Figures::new(at_once).describe(),
        Verdict::Shown,
    );
    Ok(())
}

/// A result on some caller's pipe: which question, and when.
type Arrival = (String, Instant);

/// Starts all callers; each asks, waits and checks its result, a given number of times.
fn start_callers(load: &Load<'_>, hub: &RunningHub) -> Result<Receiver<Result<Arrival>>> {
    let (told, arrivals) = sync_channel(load.sizes.callers);
    for caller in 0..load.sizes.callers {
        let program = hub.place.mcp(&format!("/src/load-{caller}"));
        let process = McpProcess::start(program, "load")?;
        let (told, times) = (told.clone(), load.sizes.caller_rounds + 1);
        thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn(move || ask_and_wait(process, caller, times, &told))?;
    }
    Ok(arrivals)
}

fn ask_and_wait(
    mut process: McpProcess,
    caller: usize,
    times: usize,
    told: &SyncSender<Result<Arrival>>,
) {
    for round in 0..times {
        let asked = format!("Question {round} of caller {caller}");
        let result = process
            .begin("tools/call", &tool_call(&asked))
            .and_then(|request| process.finish(request));
        let arrived = Instant::now();
        let arrival = result.and_then(|result| {
            let id = result["structuredContent"]["session_id"].as_str();
            let id = id.context("a result without an id")?.to_owned();
            check(&result, &id)?;
            Ok((id, arrived))
        });
        let failed = arrival.is_err();
        // The receiver is gone when another caller has failed.
        if told.send(arrival).is_err() || failed {
            return;
        }
    }
}

/// A result must carry the answer that was given to this question.
fn check(result: &Value, id: &str) -> Result<()> {
    let content = &result["structuredContent"];
    let selected = &content["selected_ids"];
    if content["session_id"] != id || *selected != json!(["a"]) {
        bail!("the answer to {id} did not arrive: {result}");
    }
    Ok(())
}

/// When each answer was posted.
struct Posted(Vec<(String, Instant)>);

fn answer_paced(hub: &RunningHub, answered: &mut usize) -> Result<Posted> {
    let ids = hub.pending_ids()?;
    let begun = Instant::now();
    let mut posted = Vec::with_capacity(ids.len());
    for (index, id) in ids.into_iter().enumerate() {
        pause_until(begun + ANSWER_EVERY * u32::try_from(index)?);
        *answered += 1;
        let begun = Instant::now();
        hub.answer(&id, *answered)?.json()?;
        posted.push((id, begun));
    }
    Ok(Posted(posted))
}

fn answer_at_once(hub: &RunningHub, answered: &mut usize) -> Result<Posted> {
    let mut posted = Vec::new();
    let mut replies = Vec::new();
    for id in hub.pending_ids()? {
        *answered += 1;
        let begun = Instant::now();
        replies.push(hub.answer(&id, *answered)?);
        posted.push((id, begun));
    }
    for reply in replies {
        reply.json()?;
    }
    Ok(Posted(posted))
}

impl Posted {
    /// Waits for every result and returns how long each took.
    fn latencies(self, arrivals: &Receiver<Result<Arrival>>) -> Result<Vec<Duration>> {
        let mut waiting: HashMap<_, _> = self.0.into_iter().collect();
        let mut latencies = Vec::with_capacity(waiting.len());
        while !waiting.is_empty() {
            let next = arrivals.recv_timeout(PATIENCE);
            let (id, arrived) =
                next.with_context(|| format!("{} results never came", waiting.len()))??;
            let posted = waiting.remove(&id).context("a result nobody answered")?;
            latencies.push(arrived.saturating_duration_since(posted));
        }
        Ok(latencies)
    }
}
