//! Other servers of our kind, started by the same client in the same minutes.
//!
//! Pinned in `e2e/peers`, installed into `target/tools`. One that cannot be installed or started
//! is skipped, and the table says so.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::Load;
use super::figures::Figures;
use super::report::{Report, Verdict};
use crate::process::McpProcess;
use xtask::process::command;
use xtask::tools;

const PEERS: &[&str] = &["mcp-feedback-enhanced", "mcp-feedback-collector"];
const RATIO_MIN: f64 = 50.0;

/// Rounds are taken in turns, so that a slow moment of the machine meets all.
pub(super) fn measure(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let hub = load.hub()?;
    let ours = || hub.place.mcp("/src/load");
    for &name in PEERS {
        let goal = "`sayso mcp` ≥ 50× faster";
        let what = format!("`{name}` start → `initialize` answered");
        let program = match tools::peer(load.workspace, name) {
            Ok(program) => program,
            Err(error) => {
                report.line(
                    what,
                    goal,
                    format!("not installed: {error:#}"),
                    Verdict::Skipped,
                );
                continue;
            }
        };
        // The first start also compiles its Python files, which is not what is compared.
        if let Err(error) = time(|| command(&program)) {
            report.line(
                what,
                goal,
                format!("does not start: {error:#}"),
                Verdict::Skipped,
            );
            continue;
        }
        let (mut own, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..load.sizes.peer_rounds {
            own.push(time(ours)?);
            theirs.push(time(|| command(&program)).context("it started before")?);
        }
        let (own, theirs) = (Figures::new(own), Figures::new(theirs));
        let ratio = theirs.ms(50) / own.ms(50);
        let measured = format!(
            "p50 {:.0} ms, {ratio:.0}× the {:.2} ms of `sayso mcp` in the same run",
            theirs.ms(50),
            own.ms(50)
        );
        report.line(what, goal, measured, Verdict::of(ratio >= RATIO_MIN));
    }
    Ok(())
}

fn time(program: impl Fn() -> std::process::Command) -> Result<Duration> {
    let begun = Instant::now();
    let process = McpProcess::start(program(), "load")?;
    let took = begun.elapsed();
    drop(process);
    Ok(took)
}
