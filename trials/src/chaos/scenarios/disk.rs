//! A disk without room: nothing is acknowledged, reading goes on, and room is all that is needed
//! to go on writing.

use anyhow::{Result, ensure};

use super::tmpfs::Tmpfs;
use super::{Stage, work};
use crate::process::Place;

/// More than the reserve below which no new question is taken; memory is used only as needed.
const ROOMY: &str = "400m";
/// Answers tried on the full disk. A page or two may still have room, then there is none.
const ATTEMPTS: usize = 60;

pub(super) fn run(stage: &Stage<'_>) -> Result<String> {
    let Some(disk) = Tmpfs::mount(&stage.directory.join("data"), ROOMY)? else {
        return Ok(
            "not checked: mounting a small file system needs root (the store's own test is)".into(),
        );
    };
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    let hub = place.started()?;
    let ids: Vec<String> = (0..ATTEMPTS)
        .map(|number| work::ask(&place, &format!("question {number}"), 3_600))
        .collect::<Result<_>>()?;
    disk.fill()?;

    let asked = work::try_ask(&place, "on a full disk", 60)?;
    ensure!(asked.status == 507, "{} {}", asked.status, asked.body);
    let mut refused = Vec::new();
    let mut accepted = Vec::new();
    for (number, id) in ids.iter().enumerate() {
        let act_id = format!("{number:032x}");
        let reply = work::answer(&place, id, &act_id)?;
        match reply.status {
            200 => accepted.push(id),
            507 => refused.push((id, act_id)),
            _ => anyhow::bail!("{} {}", reply.status, reply.body),
        }
    }
    ensure!(!refused.is_empty(), "the disk was not full");
    for (id, _) in &refused {
        ensure!(work::show(&place, id)?["status"] == "pending", "{id}");
    }

    disk.remount(&format!("size={ROOMY}"))?;
    for (id, act_id) in &refused {
        let reply = work::answer(&place, id, act_id)?;
        ensure!(reply.status == 200, "{} {}", reply.status, reply.body);
    }
    work::ask(&place, "when there is room again", 60)?;
    for id in accepted
        .iter()
        .copied()
        .chain(refused.iter().map(|(id, _)| *id))
    {
        ensure!(work::show(&place, id)?["status"] == "submitted", "{id}");
    }
    hub.kill()?;
    let hub = place.started()?;
    for id in &ids {
        ensure!(work::show(&place, id)?["status"] == "submitted", "{id}");
    }
    work::require_sound(&place)?;
    hub.kill()?;
    Ok(format!(
        "tmpfs shrunk to what it held: a new question and {} of {ATTEMPTS} answers are refused \
         with 507 and nothing of them is stored, all can be read; with room again the same answer \
         ids succeed on the same hub",
        refused.len()
    ))
}
