//! The rows of the table.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::figures::Figures;
use super::running_hub::RunningHub;
use super::{portal, sockets};
use crate::mcp_process::McpProcess;
use crate::workspace::Workspace;

pub(super) struct Bench<'b> {
    pub(super) workspace: &'b Workspace,
    pub(super) sayso: &'b Path,
    pub(super) directory: &'b Path,
}

pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) what: &'static str,
    pub(super) goal: &'static str,
    pub(super) measure: fn(&Bench<'_>) -> Result<String>,
}

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "start",
        what: "`sayso mcp` start → `initialize` answered, hub running",
        goal: "≤ 10 ms median",
        measure: start,
    },
    Row {
        name: "cold",
        what: "same with the hub to be started too, first question listed",
        goal: "≤ 150 ms",
        measure: cold,
    },
    Row {
        name: "memory",
        what: "memory: `sayso mcp` idle",
        goal: "≤ 10 MiB",
        measure: memory_mcp,
    },
    Row {
        name: "memory-hub",
        what: "memory: hub idle with 100 pending",
        goal: "≤ 40 MiB",
        measure: memory_hub,
    },
    Row {
        name: "answer",
        what: "answer posted → tool result out, durable",
        goal: "p50 ≤ 5 ms, p99 ≤ 15 ms",
        measure: answer,
    },
    Row {
        name: "sockets",
        what: "1,000 WebSocket clients, 20 events a second: event posted → with every client",
        goal: "p99 ≤ 250 ms, no gap",
        measure: sockets::measure,
    },
    Row {
        name: "page-load",
        what: "page: first load with a question waiting, transferred; interactive, on loopback",
        goal: "≤ 150 KiB compressed; ≤ 300 ms",
        measure: portal::first_load,
    },
    Row {
        name: "page-list",
        what: "page with 200 waiting: list received → drawn; key `j` pressed → drawn",
        goal: "no lag",
        measure: portal::long_list,
    },
];

const START_ROUNDS: usize = 100;
const COLD_ROUNDS: usize = 20;
const ANSWER_ROUNDS: usize = 500;

fn start(bench: &Bench<'_>) -> Result<String> {
    let hub = bench.hub()?;
    let mut rounds = Vec::new();
    for _ in 0..START_ROUNDS {
        let begun = Instant::now();
        let process = McpProcess::start(bench.sayso, &hub.directory)?;
        rounds.push(begun.elapsed());
        drop(process);
    }
    Ok(Figures::new(rounds).describe())
}

fn cold(bench: &Bench<'_>) -> Result<String> {
    let mut rounds = Vec::new();
    for round in 0..COLD_ROUNDS {
        let directory = bench.directory.join(round.to_string());
        let hub = RunningHub {
            sayso: bench.sayso.to_owned(),
            directory,
        };
        let begun = Instant::now();
        let mut process = McpProcess::start(bench.sayso, &hub.directory)?;
        process.begin("tools/call", &question())?;
        while hub.first_pending().is_none() {
            std::thread::yield_now();
        }
        rounds.push(begun.elapsed());
    }
    Ok(Figures::new(rounds).describe())
}

fn memory_mcp(bench: &Bench<'_>) -> Result<String> {
    let hub = bench.hub()?;
    let process = McpProcess::start(bench.sayso, &hub.directory)?;
    resident(process.pid())
}

fn memory_hub(bench: &Bench<'_>) -> Result<String> {
    let hub = bench.hub()?;
    for number in 0..100 {
        let mut asked = question()["arguments"].clone();
        asked["title"] = json!(format!("Question {number}"));
        hub.call(
            "POST",
            "/api/v1/asks",
            Some(&format!("bench-{}", number / 20)),
            Some(&asked),
        )?;
    }
    let status = hub.call("GET", "/api/v1/status", None, None)?;
    let pid = status["pid"].as_u64().context("no pid")?;
    resident(u32::try_from(pid)?)
}

fn answer(bench: &Bench<'_>) -> Result<String> {
    let hub = bench.hub()?;
    let mut process = McpProcess::start(bench.sayso, &hub.directory)?;
    let mut rounds = Vec::new();
    for round in 0..ANSWER_ROUNDS {
        let request = process.begin("tools/call", &question())?;
        let id = loop {
            if let Some(row) = hub.first_pending() {
                break row["session_id"].as_str().context("no id")?.to_owned();
            }
            std::thread::yield_now();
        };
        let given =
            json!({"answer_id": format!("{:032x}", round + 1), "answer": {"selected_ids": ["a"]}});
        let begun = Instant::now();
        hub.call(
            "POST",
            &format!("/api/v1/interactions/{id}/answer"),
            None,
            Some(&given),
        )?;
        process.finish(request)?;
        rounds.push(begun.elapsed());
        // Ten questions a second is what one asker may ask.
        std::thread::park_timeout(Duration::from_millis(100).saturating_sub(begun.elapsed()));
    }
    Ok(Figures::new(rounds).describe())
}

pub(super) fn question() -> Value {
    json!({"name": "provide_choice", "arguments": {
        "title": "Which schema?",
        "prompt": "The orders table needs a key before the import can go on.",
        "selection_mode": "single",
        "options": [{"id": "a"}, {"id": "b"}],
        "interface": "web",
    }})
}

/// Returns what the kernel counts as resident.
fn resident(pid: u32) -> Result<String> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).context("needs Linux")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .context("no VmRSS")?;
    let kib: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(format!("{:.1} MiB", kib / 1024.0))
}
