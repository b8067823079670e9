//! An agent's own hand: it asks through `sayso mcp`, and what it starts answers for the person.
//!
//! Here this program is the agent, on a hub with its guard on. Which processes count as an agent's
//! is shown in the hub's `peer/verdict`, every command that is refused in the command line's
//! `tests/it/guarding.rs`, and real agents by `cargo xtask e2e --agents`.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::stage::Stage;
use super::{Attack, Try};
use crate::calls::{self, question};
use crate::process::{McpProcess, Person, Place};
use xtask::process;

/// Answers a question; returns what was said to that.
type Hand = fn(&Place, &mut Person, &str) -> Result<String>;

pub(super) fn attack() -> Attack {
    let hands: [(&str, Hand); 3] = [
        ("sayso answer", with_our_command),
        ("env -i sayso answer", without_environment),
        ("Unix socket (change)", at_the_socket),
    ];
    let tries = hands.map(|(target, hand)| Try {
        target,
        attempt: Box::new(move |stage| answered_by(stage, hand)),
        refused: "started_by_agent, pending".into(),
        twin: Box::new(|stage| answered_by(stage, in_their_own_shell)),
        accepted: "taken, submitted".into(),
    });
    Attack {
        group: "agents",
        name: "an agent's shell answers".into(),
        tries: tries.into(),
    }
}

/// Asks as an agent, lets this hand answer, and says what became of the question.
fn answered_by(stage: &Stage, hand: Hand) -> Result<String> {
    let directory = stage.new_directory();
    let place = Place::fresh(stage.place.program(), &directory, "agent_guard = true\n")?;
    let _hub = place.started()?;
    let mut agent = McpProcess::start(place.mcp("own-hand"), "codex")?;
    let mut asked = question("Which index?", 600);
    // Then the agent is told the id immediately.
    asked["interface"] = "terminal".into();
    let call = agent.begin(
        "tools/call",
        &json!({"name": "provide_choice", "arguments": asked}),
    )?;
    let told = agent.finish(call)?;
    let id = told["structuredContent"]["session_id"].as_str();
    let id = id.with_context(|| format!("nothing was asked: {told}"))?;
    let mut person = Person::at(&place)?;
    let said = hand(&place, &mut person, id)?;
    let shown: Value = serde_json::from_str(&person.run(&["show", id, "--json"])?)?;
    let status = shown["status"].as_str().unwrap_or_default();
    Ok(format!("{said}, {status}"))
}

fn in_their_own_shell(_: &Place, person: &mut Person, id: &str) -> Result<String> {
    person.run(&["answer", id, "--select", "a"])?;
    Ok("taken".into())
}

fn with_our_command(place: &Place, _: &mut Person, id: &str) -> Result<String> {
    said_to(place.command(&["answer", id, "--select", "a"]))
}

fn without_environment(place: &Place, _: &mut Person, id: &str) -> Result<String> {
    let mut command = process::command("env");
    command.arg("-i").arg(place.program());
    command.args(["answer", id, "--select", "a", "--data-dir"]);
    command.arg(place.data_dir());
    said_to(command)
}

fn said_to(mut command: std::process::Command) -> Result<String> {
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    Ok(match output.status.success() {
        true => "taken".into(),
        false if said.contains("This was started by an agent") => "started_by_agent".into(),
        false => said.into_owned(),
    })
}

fn at_the_socket(place: &Place, _: &mut Person, id: &str) -> Result<String> {
    let answer = calls::answer(id, &"1".repeat(32), "a");
    let reply = place.local().send(&answer)?;
    let body: Value = serde_json::from_str(&reply.body).unwrap_or_default();
    let code = body["error"]["code"].as_str().unwrap_or("taken");
    Ok(code.to_owned())
}
