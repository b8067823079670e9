//! What an idle hub costs.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::Load;
use super::process_facts::Spent;
use super::report::{Report, Verdict};
use crate::process::pause;
use crate::websocket::WebSocket;

/// Earlier work has been written to disk by then.
const SETTLE: Duration = Duration::from_secs(6);

/// One question waits with its caller, and one page is open: the usual quiet afternoon.
pub(super) fn measure(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let hub = load.hub()?;
    let pid = hub.pid();
    let id = hub.ask("agent", "Which schema?")?;
    let caller = hub.wait("agent", &id)?;
    let mut page = WebSocket::local(&hub.address())?;
    page.receive()?;
    hub.until_waiting(1)?;
    pause(SETTLE);
    let begun = Instant::now();
    let before = Spent::by(pid)?;
    pause(load.sizes.idle);
    let after = Spent::by(pid)?;
    let seconds = begun.elapsed().as_secs_f64();
    let share = (after.processor_seconds - before.processor_seconds) / seconds * 100.0;
    let written = after.written_bytes - before.written_bytes;
    report.line(
        "idle hub, one question waiting, one page open",
        "≤ 1 % of one core, no disk writes",
        format!("{share:.2} %, {written} bytes written in {seconds:.0} s"),
        Verdict::of(share <= 1.0 && written == 0),
    );
    drop((page, caller));
    Ok(())
}
