//! A hub that is stopped and goes on: clients wait it out, deadlines stay where they were.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::process::Signal;

use super::super::wire;
use super::{Stage, work};
use crate::calls;
use crate::process::{Place, pause, until};

/// Longer than the short question's timeout.
const STOPPED: Duration = Duration::from_millis(2_600);
const SHORT_SECONDS: u64 = 2;

pub(super) fn run(stage: &Stage<'_>) -> Result<String> {
    let place = Place::made_in(stage.sayso, &stage.directory, "timeout_min_seconds = 1\n")?;
    let hub = place.started()?;
    let long = work::ask(&place, "long", 60)?;
    let short = work::ask(&place, "short", SHORT_SECONDS)?;
    let deadline = |id: &str| -> Result<Option<i64>> {
        Ok(wire::millis(&work::show(&place, id)?["deadline_at"]))
    };
    let long_deadline = deadline(&long)?.context("no deadline")?;
    let short_deadline = deadline(&short)?.context("no deadline")?;

    let (waited, late) = std::thread::scope(|scope| -> Result<_> {
        let waiting = scope.spawn(|| place.local().send(&calls::result("long", &long, 30)));
        until("the wait", || {
            let row = work::show(&place, &long)?;
            Ok((row["asker_state"] == "waiting").then_some(()))
        })?;
        ensure!(hub.signal(Signal::STOP), "cannot stop it");
        // Sent while the hub is paused: the kernel keeps it until the hub continues.
        let late = scope.spawn(|| work::answer(&place, &short, &"1".repeat(32)));
        pause(STOPPED);
        ensure!(hub.signal(Signal::CONT), "cannot let it go on");
        let late = late
            .join()
            .map_err(|_| anyhow::anyhow!("a client panicked"))??;
        let answered = work::answer(&place, &long, &"2".repeat(32))?;
        ensure!(answered.status == 200, "{}", answered.body);
        let waited = waiting
            .join()
            .map_err(|_| anyhow::anyhow!("a client panicked"))?;
        Ok((waited.map_err(anyhow::Error::from)?, late))
    })?;
    let found = wire::outcome_in(&waited.body)?.context("no outcome")?;
    ensure!(found.note == Some("2".repeat(32)), "{found:?}");

    ensure!(late.status == 409, "{} {}", late.status, late.body);
    let winner = late.json()?["error"]["winner"].take();
    ensure!(winner["status"] == "timeout", "{winner}");
    let expired = wire::millis(&winner["at"]).context("no time")?;
    ensure!(expired >= short_deadline, "it expired early");
    let moved = wire::millis(&work::show(&place, &long)?["started_at"]);
    ensure!(
        moved.is_some_and(|asked| asked + 60_000 == long_deadline),
        "moved"
    );
    work::require_sound(&place)?;
    hub.kill()?;
    Ok(format!(
        "stopped for {} ms: the waiting call gets its answer, an answer that came after its \
         deadline is told `timeout`, no deadline moved",
        STOPPED.as_millis()
    ))
}
