//! A disk without room: nothing is acknowledged, reading goes on, and room is all that is needed
//! to go on writing.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::tmpfs::Tmpfs;
use super::{Stage, work};
use crate::calls::question;
use crate::process::{McpProcess, Place};

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
    let mut agent = McpProcess::start(place.mcp("disk"), "agent")?;
    let early = call(&mut agent, &handed("before the disk was full"))?;
    let early = early["session_id"].as_str().context("not handed off")?;
    disk.fill()?;

    agent_is_told(&place, &mut agent)?;
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

    let waiting = agent.begin("tools/call", &tool(&json!({ "session_id": early })))?;
    disk.remount(&format!("size={ROOMY}"))?;
    agent_goes_on(&place, &mut agent, early, waiting)?;
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
         with 507 and nothing of them is stored, all can be read, an agent behind `sayso mcp` is \
         told that nothing was stored; with room again the same answer ids succeed on the same hub, \
         the agent's waiting call gets its answer, and its repeated question is asked once",
        refused.len()
    ))
}

const ON_FULL_DISK: &str = "an agent on a full disk";

/// The agent learns that nothing was stored, and nothing is.
fn agent_is_told(place: &Place, agent: &mut McpProcess) -> Result<()> {
    let told = call(agent, &handed(ON_FULL_DISK))?;
    ensure!(told["error"]["code"] == "disk_full", "{told}");
    ensure!(titled(place, ON_FULL_DISK)?.is_empty(), "it was stored");
    Ok(())
}

/// The call that waited all along gets its answer; the question that was refused is asked, once.
fn agent_goes_on(place: &Place, agent: &mut McpProcess, early: &str, waiting: u64) -> Result<()> {
    let answered = work::answer(place, early, &"e".repeat(32))?;
    ensure!(answered.status == 200, "{}", answered.body);
    let received = agent.finish(waiting)?["structuredContent"].take();
    ensure!(received["selected_ids"] == json!(["a"]), "{received}");
    let again = call(agent, &handed(ON_FULL_DISK))?;
    ensure!(again["action_status"] == "pending", "{again}");
    let asked = titled(place, ON_FULL_DISK)?;
    ensure!(asked.len() == 1, "{asked:?}");
    Ok(())
}

/// A question for a terminal: its call returns immediately.
fn handed(title: &str) -> Value {
    let mut asked = question(title, 3_600);
    asked["interface"] = "terminal".into();
    asked
}

fn tool(arguments: &Value) -> Value {
    json!({"name": "provide_choice", "arguments": arguments})
}

fn call(agent: &mut McpProcess, arguments: &Value) -> Result<Value> {
    let call = agent.begin("tools/call", &tool(arguments))?;
    Ok(agent.finish(call)?["structuredContent"].take())
}

fn titled(place: &Place, title: &str) -> Result<Vec<Value>> {
    let mut rows = place.pending()?;
    rows.retain(|row| row["title"] == title);
    Ok(rows)
}
