//! Many hubs want one data directory: one lives, the others give way and write nothing (I14).

use anyhow::{Result, ensure};

use super::{Stage, work};
use crate::process::{Hub, Place};

const HUBS: usize = 50;

pub(super) fn run(stage: &Stage<'_>) -> Result<String> {
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    let hub = place.started()?;
    work::some(&place, 8)?;
    let before = work::contents(&place)?;
    hub.kill()?;

    let hubs: Vec<_> = (0..HUBS)
        .map(|_| Ok(place.serve()?.spawn()?))
        .collect::<Result<_>>()?;
    let mut living = Vec::new();
    for child in hubs {
        let pid = child.id();
        // One that fails would come back as `None`; one that gave way names the living one.
        if let Some(hub) = Hub::settled(&place, child)? {
            living.push((pid == hub.pid, hub));
        }
    }
    ensure!(
        living.len() == HUBS,
        "{} of {HUBS} failed",
        HUBS - living.len()
    );
    let winners = living.iter().filter(|(is_own, _)| *is_own).count();
    ensure!(winners == 1, "{winners} hubs serve one directory");
    let pid = living[0].1.pid;
    ensure!(living.iter().all(|(_, hub)| hub.pid == pid), "two hubs");
    ensure!(work::contents(&place)? == before, "something was written");

    let second = place.command(&["serve"]).output()?;
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    ensure!(
        second.status.code() == Some(1) && said.contains("already runs"),
        "a second `sayso serve`: {said}"
    );
    work::require_sound(&place)?;
    ensure!(place.stop(), "it does not stop");
    Ok(format!(
        "1 serves, {} give way with exit code 0, nothing written; `sayso serve` is refused by name",
        HUBS - 1
    ))
}
