//! A hub is killed between storing a question and replying: the agent repeats its call, and the
//! person is asked once.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::{Stage, work};
use crate::process::{Place, until};

/// The moments between the commit and the last byte of the reply.
const POINTS: [&str; 3] = ["after_commit", "before_notify", "before_acknowledge"];
/// Other work of the hub passes these points too; one of the first passes is the question's.
const PASSES: u64 = 3;
/// How long a hub may take to reach its end once it is asked.
const DEATH: Duration = Duration::from_secs(5);

pub(super) fn run(stage: &Stage<'_>) -> Result<String> {
    let mut deaths = 0;
    for point in POINTS {
        for pass in 1..=PASSES {
            let directory = stage.directory.join(format!("{point}-{pass}"));
            let place = Place::fresh(stage.sayso, &directory, "")?;
            let died = ask_through_death(&place, &format!("{point}:{pass}"));
            place.stop();
            deaths += u32::from(died.with_context(|| format!("{point}:{pass}"))?);
        }
    }
    ensure!(deaths >= POINTS.len() as u32, "only {deaths} hubs died");
    Ok(format!(
        "{deaths} hubs died under `sayso ask`; each time it asked the next hub and there was one question"
    ))
}

/// Returns whether the hub exited during the call.
fn ask_through_death(place: &Place, fail_point: &str) -> Result<bool> {
    let Some(mut hub) = work::start_with(place, fail_point)? else {
        return Ok(false); // it got no further than its own start
    };
    let prompt = "One of the two must be taken for the build to go on.";
    let arguments = [
        "ask",
        "--title",
        "Which one?",
        "--prompt",
        prompt,
        "--option",
        "a=A",
        "--option",
        "b=B",
        "--interface",
        "web",
    ];
    let mut asking = place
        .command(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let died = hub.ended_within(DEATH)?.is_some();
    let seen = died.then(|| only_question(place)).transpose();
    asking.kill()?;
    asking.wait()?;
    seen?;
    Ok(died)
}

fn only_question(place: &Place) -> Result<()> {
    // The asker starts the next hub, and says again what it asked.
    let waits = |row: &serde_json::Value| row["asker_state"] == "waiting";
    until("the question's asker", || {
        let Ok(rows) = place.export() else {
            return Ok(None); // no hub yet
        };
        ensure!(rows.len() <= 1, "{} questions", rows.len());
        Ok(rows.iter().any(waits).then_some(()))
    })?;
    work::require_sound(place)
}
