//! The disk does not confirm a write: the hub ends itself, and the next one knows what is true.

use anyhow::{Context, Result, ensure};

use super::{Stage, work};
use crate::process::{PATIENCE, Place};

/// The commit that fails; the ones before are acknowledged.
const COMMIT: usize = 12;

pub(super) fn run(stage: &Stage<'_>) -> Result<String> {
    let place = Place::made_in(stage.sayso, &stage.directory, "")?;
    let point = format!("sync_error:{COMMIT}");
    let mut hub = work::start_with(&place, &point)?.context("no hub")?;
    let mut acknowledged = Vec::new();
    let refused = loop {
        let title = format!("question {}", acknowledged.len());
        match work::try_ask(&place, &title, 3_600) {
            Ok(reply) if reply.status == 201 => {
                acknowledged.push(reply.json()?["interaction"]["session_id"].take());
            }
            Ok(reply) => break format!("{} {}", reply.status, reply.body),
            Err(error) => break format!("{error:#}"),
        }
        ensure!(acknowledged.len() < COMMIT, "no write failed");
    };
    let in_order = hub.ended_within(PATIENCE)?.context("the hub lives on")?;
    ensure!(!in_order, "its exit code says that all is well");
    let log = std::fs::read_to_string(place.log_path())?;
    ensure!(log.contains("did not confirm a write"), "{log}");

    // Any client starts a fresh one.
    let listed = place
        .command(&["list", "--json", "--filter", "active"])
        .output()?;
    let rows: serde_json::Value = serde_json::from_slice(&listed.stdout)?;
    let found = rows.as_array().map_or(0, Vec::len);
    ensure!(
        found == acknowledged.len(),
        "{found} of {} are there",
        acknowledged.len()
    );
    work::ask(&place, "on the fresh hub", 3_600)?;
    work::require_sound(&place)?;
    place.stop();
    ensure!(
        refused.starts_with('5'),
        "the failed write was told as {refused}"
    );
    Ok(format!(
        "the write is refused, the hub logs why and exits non-zero; the next client's hub has all \
         {found} acknowledged questions and takes new ones"
    ))
}
