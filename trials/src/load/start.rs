//! From the start of a process to its first useful word.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::Load;
use super::figures::Figures;
use super::report::{Report, Verdict};
use super::running_hub::{first_pending, tool_call};
use crate::process::{McpProcess, pause};

/// Often enough to be exact, and not so often that the looking takes a core from what is measured.
const LOOK_EVERY: Duration = Duration::from_millis(1);

/// `sayso mcp` beside a hub that runs.
pub(super) fn running(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let hub = load.hub()?;
    let mut rounds = Vec::new();
    for _ in 0..load.sizes.start_rounds {
        let begun = Instant::now();
        let process = McpProcess::start(hub.place.mcp("/src/load"), "load")?;
        rounds.push(begun.elapsed());
        drop(process);
    }
    let figures = Figures::new(rounds);
    report.line(
        "`sayso mcp` start → `initialize` answered, hub running",
        "≤ 10 ms median",
        figures.describe(),
        Verdict::of(figures.ms(50) <= 10.0),
    );
    Ok(())
}

/// The first question of the day: the hub is started too.
pub(super) fn cold(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let mut rounds = Vec::new();
    for round in 0..load.sizes.cold_rounds {
        let place = load.place(&load.directory.join(round.to_string()), "")?;
        let begun = Instant::now();
        let mut process = McpProcess::start(place.mcp("/src/load"), "load")?;
        process.begin("tools/call", &tool_call("Which schema?"))?;
        while first_pending(&place).is_none() {
            pause(LOOK_EVERY);
        }
        rounds.push(begun.elapsed());
        place.stop();
    }
    let figures = Figures::new(rounds);
    report.line(
        "same with the hub to be started too, first question listed",
        "≤ 150 ms p99",
        figures.describe(),
        Verdict::of(figures.ms(99) <= 150.0),
    );
    Ok(())
}
