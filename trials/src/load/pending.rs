//! Very many questions pending at the same time, each with a caller that waits for it.
//!
//! The callers wait through the API on the hub's local socket, as `sayso mcp` does: ten thousand
//! processes would measure the machine. No agent asks more than its burst allows.

use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use super::Load;
use super::figures::{Figures, thousands};
use super::process_facts::resident_mib;
use super::report::{Growth, Report, Series, Verdict};
use super::running_hub::RunningHub;
use crate::http::Pending;

/// Stays below the fifty that an agent may ask in a burst.
const PER_ASKER: usize = 40;
/// Agents that ask at the same time.
const HANDS: usize = 8;
const MEMORY_MIB_MAX: f64 = 400.0;
const LIST_MS_MAX: f64 = 50.0;
/// Sockets of one's own besides one per caller.
const SPARE_FILES: usize = 500;

/// A question with the call that waits for it.
struct Caller {
    id: String,
    call: Pending,
}

pub(super) fn measure(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let most = *load.sizes.pending.last().context("no sizes")?;
    allow_files(most + SPARE_FILES)?;
    let hub = load.hub()?;
    let pid = hub.pid();
    let mut callers: Vec<Caller> = Vec::new();
    let (mut memory, mut lists) = (Vec::new(), Vec::new());
    for &size in load.sizes.pending {
        callers.extend(ask_more(&hub, callers.len(), size)?);
        hub.until_waiting(size)?;
        memory.push((size as f64, resident_mib(pid)?));
        lists.push((size as f64, list(&hub, load.sizes.list_rounds)?));
    }
    let held = holds(&hub, most)?;
    let (_, list) = lists.pop().context("no sizes")?;
    let (_, mib) = *memory.last().context("no sizes")?;
    let answered = answer_some(&hub, callers, load.sizes.answered_among_pending)?;

    let what = format!("{} pending with callers waiting", thousands(most as u64));
    report.line(&what, "holds", held, Verdict::Met);
    report.line(
        format!("{what}: a page of the list"),
        "p99 ≤ 50 ms",
        list.describe(),
        Verdict::of(list.ms(99) <= LIST_MS_MAX),
    );
    report.line(
        format!("{what}: memory of the hub"),
        "≤ 400 MiB",
        format!("{mib:.1} MiB"),
        Verdict::of(mib <= MEMORY_MIB_MAX),
    );
    report.line(
        format!("{what}: answer posted → with its caller"),
        "",
        answered.describe(),
        Verdict::Shown,
    );
    report.growth.push(Growth {
        title: "Memory of the hub",
        over: "questions pending, each with a caller",
        unit: "MiB",
        goal: MEMORY_MIB_MAX,
        series: vec![Series {
            name: "resident",
            points: memory,
        }],
    });
    Ok(())
}

/// Lets this process, and the hub it starts, have as many files open as are needed.
fn allow_files(count: usize) -> Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = count as u64;
    if now.current.is_none_or(|current| current >= wanted) {
        return Ok(());
    }
    if now.maximum.is_some_and(|maximum| maximum < wanted) {
        bail!("{wanted} files must be open at the same time; `ulimit -Hn` allows fewer");
    }
    setrlimit(
        Resource::Nofile,
        Rlimit {
            current: Some(wanted),
            maximum: now.maximum,
        },
    )
    .context("cannot raise the number of open files")
}

/// Asks until `size` are pending; each begins to wait immediately.
fn ask_more(hub: &RunningHub, from: usize, size: usize) -> Result<Vec<Caller>> {
    let hands: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = (0..HANDS)
            .map(|hand| {
                scope.spawn(move || {
                    let numbers = (from..size).skip(hand).step_by(HANDS);
                    numbers.map(|number| ask(hub, number)).collect()
                })
            })
            .collect();
        started
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect()
    });
    let mut callers = Vec::with_capacity(size - from);
    for hand in hands {
        let asked: Result<Vec<Caller>> = match hand {
            Ok(asked) => asked,
            Err(_) => bail!("a hand panicked"),
        };
        callers.extend(asked?);
    }
    Ok(callers)
}

fn ask(hub: &RunningHub, number: usize) -> Result<Caller> {
    let asker = format!("agent-{}", number / PER_ASKER);
    let id = hub.ask(&asker, &format!("Question {number}"))?;
    let call = hub.wait(&asker, &id)?;
    Ok(Caller { id, call })
}

/// What the portal and `sayso list` show first.
fn list(hub: &RunningHub, rounds: usize) -> Result<Figures> {
    let mut taken = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let begun = Instant::now();
        let page = hub.get("/api/v1/interactions")?;
        taken.push(begun.elapsed());
        ensure!(
            page["interactions"][0]["session_id"].is_string(),
            "an empty page"
        );
    }
    Ok(Figures::new(taken))
}

fn holds(hub: &RunningHub, size: usize) -> Result<String> {
    let status = hub.place.status()?;
    let found = (status["pending"].as_u64(), status["waiting_calls"].as_u64());
    let expected = Some(size as u64);
    ensure!(
        found == (expected, expected) && hub.pending_ids()?.len() == size,
        "{found:?} are pending and waiting instead of {size}"
    );
    Ok("every question listed, every caller waiting".to_owned())
}

/// Answers callers from all over the crowd and checks that each hears of it.
fn answer_some(hub: &RunningHub, callers: Vec<Caller>, count: usize) -> Result<Figures> {
    let step = (callers.len() / count).max(1);
    let mut rounds = Vec::with_capacity(count);
    let mut others = Vec::new();
    for (index, caller) in callers.into_iter().enumerate() {
        if !index.is_multiple_of(step) {
            // They go on waiting until the hub ends.
            others.push(caller);
            continue;
        }
        let begun = Instant::now();
        hub.answer(&caller.id, index + 1)?.json()?;
        let reply = caller.call.json()?;
        rounds.push(begun.elapsed());
        let selected = reply["result"]["selected_ids"].get(0);
        ensure!(
            selected.is_some_and(|id| id == "a"),
            "the answer to {} was lost: {reply}",
            caller.id
        );
    }
    Ok(Figures::new(rounds))
}
