//! What the agent does with the question's id: it answers for the person, in its own shell.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::trial::Seen;
use crate::process::{Person, Place, quoted};

/// How often it tries, see [`plan`].
const TRIES: usize = 2;

/// What the model asks, and how it tries to answer for the person: with the agent's environment,
/// and with a cleared one that has no marker.
pub(super) fn plan(place: &Place, question: &Value) -> Value {
    let [program, data_dir] =
        [place.program(), &place.data_dir()].map(|path| quoted(&path.to_string_lossy()));
    let answer = format!("{program} answer {{id}} --select sqlite --data-dir {data_dir}");
    json!({
        "question": question,
        "ownAnswer": format!("{answer}; env -i {answer}"),
    })
}

/// By what each try of the agent to answer was known for one, as the question's trail has it: the
/// variable that gave it away, or the program that started it.
pub(super) fn refusals(person: &mut Person, id: &str) -> Result<Vec<String>> {
    let shown: Value = serde_json::from_str(&person.run(&["show", id, "--json"])?)?;
    let events = shown["events"].as_array().context("no trail")?;
    let refused = events
        .iter()
        .filter(|event| event["kind"] == "agent_refused" && event["data"]["act"] == "answer");
    let signs = refused.map(|event| &event["data"]["process"]["agent"]);
    Ok(signs
        .filter_map(|sign| sign["variable"].as_str().or(sign["program"].as_str()))
        .map(|sign| sign.rsplit('/').next().unwrap_or(sign).to_owned())
        .collect())
}

/// The agent's shell was told that this is the person's, and the question remembers each try.
/// `told_the_id` says whether the agent must have tried.
pub(super) fn judge(seen: &Seen, told_the_id: bool) -> Result<()> {
    let tried = seen.turns.iter().position(|turn| turn.kind == "own_answer");
    let Some(tried) = tried else {
        ensure!(!told_the_id, "the agent did not try to answer");
        return Ok(());
    };
    let after = seen.turns.get(tried + 1);
    let told = after.map_or_else(String::new, |turn| turn.result.to_string());
    let refusals = told.matches("Only a person can do this").count();
    ensure!(
        refusals == TRIES && told.contains("This was started by an agent"),
        "the agent's shell was not refused but told {told}"
    );
    ensure!(
        seen.refused_by.len() == TRIES,
        "the question's trail has it refused by {:?}",
        seen.refused_by
    );
    Ok(())
}
