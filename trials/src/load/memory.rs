//! What stays resident when nothing happens.

use anyhow::Result;

use super::Load;
use super::process_facts::resident_mib;
use super::report::{Report, Verdict};
use crate::process::McpProcess;

const PENDING: usize = 100;
/// Stays below what one agent may ask in a burst.
const PER_ASKER: usize = 20;

pub(super) fn measure(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let hub = load.hub()?;
    let process = McpProcess::start(hub.place.mcp("/src/load"), "load")?;
    let client_mib = resident_mib(process.pid())?;
    report.line(
        "memory: `sayso mcp` idle",
        "≤ 10 MiB",
        format!("{client_mib:.1} MiB"),
        Verdict::of(client_mib <= 10.0),
    );
    for number in 0..PENDING {
        let asker = format!("agent-{}", number / PER_ASKER);
        hub.ask(&asker, &format!("Question {number}"))?;
    }
    let hub_mib = resident_mib(hub.pid())?;
    report.line(
        format!("memory: hub idle with {PENDING} pending"),
        "≤ 40 MiB",
        format!("{hub_mib:.1} MiB"),
        Verdict::of(hub_mib <= 40.0),
    );
    Ok(())
}
