//! What is shown of every agent. Each scene has a new hub, a new home and a new model.

use std::fs;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::desk::{Desk, Login, STEP_SECONDS_MAX};
use crate::e2e::agents::kinds::Asks;

pub(in crate::e2e::agents) struct Scene {
    pub(in crate::e2e::agents) name: &'static str,
    pub(super) login: Login,
    /// Returns what was seen, in a few words.
    pub(super) play: fn(&mut Desk) -> Result<String>,
}

pub(in crate::e2e::agents) const SCENES: &[Scene] = &[
    Scene {
        name: "permission",
        login: Login::Given,
        play: permission,
    },
    Scene {
        name: "refusal",
        login: Login::Given,
        play: refusal,
    },
    Scene {
        name: "question",
        login: Login::Given,
        play: question,
    },
    Scene {
        name: "hub-tool",
        login: Login::Given,
        play: hub_tool,
    },
    Scene {
        name: "reply",
        login: Login::Given,
        play: reply,
    },
    Scene {
        name: "cancel",
        login: Login::Given,
        play: cancel,
    },
    Scene {
        name: "killed-hub",
        login: Login::Given,
        play: killed_hub,
    },
    Scene {
        name: "missing-key",
        login: Login::Missing,
        play: missing_key,
    },
];

/// No scene waits more often than this for something.
const STEPS_MAX: u64 = 6;
pub(super) const SCENE_SECONDS_MAX: u64 = STEPS_MAX * STEP_SECONDS_MAX;

const MAKE: &str = "Make the file made.txt.";
const SPOIL: &str = "Make the file spoiled.txt.";
const NOT_MADE: &str = "The file is not made.";
const ASK: &str = "Ask me where to store the orders.";
const CALL: &str = "Let me choose where to store the orders.";
const CHOOSE: &str = "Look at both ways and tell me.";
const WORK: &str = "Run the long job.";
/// What the hub tells an agent that goes on after an interruption.
const GO_ON: &str = "Please continue where you left off.";

const WHERE: &str = "Where do the orders go?";
const WHICH: &str = "Both ways work. Which one do you prefer?";
/// Three lines, with what is easily lost on the way.
const REPLY: &str = "  The second way.  \r\n\r\nNot the first 🙂\t";

/// A shell that ignores being asked to leave, and one that has left its session.
const LONG_JOB: &str = "setsid sh -c 'trap \"\" TERM HUP; echo $$ > orphan.pid; while :; do sleep 1; done' & \
                        trap '' TERM HUP; echo $$ > shell.pid; while :; do sleep 1; done";

/// What the model does about each prompt; see `prompts.mjs`.
pub(super) fn plan() -> Value {
    let question = json!({
        "title": WHERE,
        "prompt": "The orders need a place. Both fit; the choice decides how it is deployed.",
        "options": [
            {"id": "sqlite", "label": "SQLite", "description": "one file"},
            {"id": "postgres", "label": "PostgreSQL", "description": "a server"},
        ],
    });
    json!({"prompts": {
        MAKE: [{"run": "echo made > made.txt"}, {"say": "The file is made."}],
        SPOIL: [{"run": "echo spoiled > spoiled.txt"}, {"say": NOT_MADE}],
        ASK: [{"ask": question}, {"say": "The orders have a place."}],
        CALL: [{"choose": question}, {"say": "The orders have a place."}],
        CHOOSE: [{"say": WHICH}],
        REPLY: [{"say": "The second way is taken."}],
        WORK: [{"run": LONG_JOB}, {"say": "The job is done."}],
        GO_ON: [{"say": "The rest is done."}],
    }})
}

/// The agent asks before it acts; the person allows it, and then it is done.
fn permission(desk: &mut Desk) -> Result<String> {
    let id = desk.give(MAKE)?;
    make(desk, &id)
}

/// Lets the agent make its file; returns what allowing it is called.
fn make(desk: &mut Desk, id: &str) -> Result<String> {
    let asked = wants(desk, id, "echo made > made.txt")?;
    let made = desk.project().join("made.txt");
    ensure!(!made.exists(), "it acted before it was allowed to");
    let option = decide(desk, &asked, "allow_once")?;
    let task = desk.until(id, "COMPLETE")?;
    let said = &task["output"];
    ensure!(said == "The file is made.", "it said {said}");
    let text = fs::read_to_string(made).context("nothing was made")?;
    ensure!(text == "made\n", "it made {text:?}");
    Ok(option)
}

/// What the person does not allow is not done. An agent that gives up then has not completed its task.
fn refusal(desk: &mut Desk) -> Result<String> {
    let id = desk.give(SPOIL)?;
    let asked = wants(desk, &id, "echo spoiled > spoiled.txt")?;
    let option = decide(desk, &asked, "reject_once")?;
    let task = desk.over(&id)?;
    let spoiled = desk.project().join("spoiled.txt");
    ensure!(!spoiled.exists(), "it acted although it was refused");
    let then = match (task["status"].as_str(), task["output"].as_str()) {
        (Some("COMPLETE"), Some(NOT_MADE)) => "it went on",
        (Some("AWAITING_RESPONSE"), _) => "it stopped",
        _ => bail!("then it was {task}"),
    };
    Ok(format!("{option}: {then}"))
}

/// Waits until the agent wants to run this command, and returns the question.
fn wants(desk: &Desk, id: &str, command: &str) -> Result<Value> {
    let (_, asked) = desk.waits(id, "permission")?;
    let shown = asked["question"]["tool"]["command"].as_str();
    ensure!(
        shown.is_some_and(|shown| shown.contains(command)),
        "the command is not shown: {asked}"
    );
    Ok(asked)
}

/// Takes the agent's own option of this kind; returns what it is called.
fn decide(desk: &mut Desk, asked: &Value, kind: &str) -> Result<String> {
    let options = asked["question"]["options"].as_array();
    let mut options = options.into_iter().flatten();
    let option = options
        .find(|option| option["permission"] == kind)
        .with_context(|| format!("it has no {kind}: {asked}"))?;
    desk.answer(asked, &json!({"selected_ids": [option["id"]]}))?;
    let label = option["label"].as_str().context("no label")?;
    Ok(label.to_owned())
}

/// The agent asks something in the middle of its turn with a tool of its own.
fn question(desk: &mut Desk) -> Result<String> {
    match desk.agent.asks {
        Asks::Form => {}
        Asks::Tool => return Ok("–".into()),
    }
    let id = desk.give(ASK)?;
    let (_, asked) = desk.waits(&id, "elicitation")?;
    let fields = asked["question"]["fields"].as_array();
    let mut fields = fields.into_iter().flatten();
    let field = fields.find(|field| field["kind"]["type"] == "one");
    let field = field.and_then(|field| field["name"].as_str());
    let field = field.with_context(|| format!("it asked {asked}"))?;
    let value = json!({"type": "text", "value": "PostgreSQL"});
    desk.answer(&asked, &json!({"fields": {field: value}}))?;
    desk.until(&id, "COMPLETE")?;
    told_postgres(desk, ASK)?;
    Ok("form".into())
}

/// The same with the hub's tool, which needs no permission: it only asks the person.
fn hub_tool(desk: &mut Desk) -> Result<String> {
    let id = desk.give(CALL)?;
    let (_, asked) = desk.waits(&id, "question")?;
    ensure!(asked["title"] == WHERE, "it asked {asked}");
    desk.answer(&asked, &json!({"selected_ids": ["postgres"]}))?;
    desk.until(&id, "COMPLETE")?;
    told_postgres(desk, CALL)?;
    Ok("`provide_choice`".into())
}

fn told_postgres(desk: &Desk, prompt: &str) -> Result<()> {
    let steps = desk.steps(prompt)?;
    let told = steps.last().map(|step| step.result.to_string());
    let told = told.unwrap_or_default();
    ensure!(
        told.to_lowercase().contains("postgres"),
        "the model was told {told}"
    );
    Ok(())
}

/// A turn that ends with a question waits for a reply, and the same conversation goes on.
fn reply(desk: &mut Desk) -> Result<String> {
    let id = desk.give(CHOOSE)?;
    let (asked, _) = desk.waits(&id, "question")?;
    ensure!(asked["output"] == WHICH, "it said {}", asked["output"]);
    desk.of_task(&id, "reply", &json!({"text": REPLY}))?;
    let task = desk.until(&id, "COMPLETE")?;
    ensure!(
        task["replies"][0]["text"] == REPLY,
        "kept: {}",
        task["replies"]
    );
    let steps = desk.steps(REPLY)?;
    let step = steps.last().context("the model did not get the reply")?;
    ensure!(
        step.texts.iter().any(|text| text.ends_with(REPLY)),
        "the model got {:?}",
        step.texts
    );
    ensure!(
        step.texts.iter().any(|text| text.contains(CHOOSE)),
        "the model has forgotten what it was about"
    );
    Ok(way_on(&task))
}

/// How the second attempt of a task went on.
fn way_on(task: &Value) -> String {
    let session = |number: usize| task["attempts"][number]["session_id"].as_str();
    match session(0).is_some() && session(0) == session(1) {
        true => "same session".into(),
        false => "told again".into(),
    }
}

/// A cancelled task leaves no process.
fn cancel(desk: &mut Desk) -> Result<String> {
    let id = desk.give(WORK)?;
    let running = begin_long_job(desk, &id)?;
    let asked = Instant::now();
    desk.of_task(&id, "cancel", &json!({}))?;
    desk.until(&id, "CANCELLED")?;
    let seconds = asked.elapsed().as_secs_f64();
    nothing_runs(desk)?;
    Ok(format!("{running} processes, none after {seconds:.1} s"))
}

/// Lets the agent start its long job; returns how many processes it then has.
fn begin_long_job(desk: &mut Desk, id: &str) -> Result<usize> {
    let asked = wants(desk, id, "orphan.pid")?;
    decide(desk, &asked, "allow_once")?;
    let running = desk.look("the long job", || {
        let ids = ["shell.pid", "orphan.pid"].map(|name| {
            let text = fs::read_to_string(desk.project().join(name)).ok()?;
            text.trim().parse::<u32>().ok()
        });
        let [Some(shell), Some(orphan)] = ids else {
            return Ok(None);
        };
        let running = desk.processes()?;
        let runs = |pid| running.iter().any(|process| process.pid == pid);
        Ok((runs(shell) && runs(orphan)).then_some(running))
    })?;
    Ok(running.len())
}

fn nothing_runs(desk: &Desk) -> Result<()> {
    let left = desk.processes()?;
    ensure!(left.is_empty(), "still running: {left:?}");
    Ok(())
}

/// A hub that is killed in the middle of a turn ends what it left behind, and the agent goes on.
fn killed_hub(desk: &mut Desk) -> Result<String> {
    let id = desk.give(WORK)?;
    begin_long_job(desk, &id)?;
    desk.replace_hub()?;
    let (_, asked) = desk.waits(&id, "interrupted")?;
    nothing_runs(desk)?;
    desk.answer(&asked, &json!({"selected_ids": ["continue"]}))?;
    let task = desk.until(&id, "COMPLETE")?;
    let steps = desk.steps(GO_ON)?;
    let step = steps.last().context("the model was not told to go on")?;
    ensure!(
        step.texts.iter().any(|text| text.contains(WORK)),
        "the model has forgotten what it was about"
    );
    Ok(way_on(&task))
}

/// Without a login nothing is sent to any model, and the person is told what is missing. With it the
/// same task goes on.
fn missing_key(desk: &mut Desk) -> Result<String> {
    let id = desk.give(MAKE)?;
    let (task, asked) = desk.waits(&id, "auth_required")?;
    let said = asked["question"]["prompt"].as_str().unwrap_or_default();
    for word in ["is not logged in", "sayso agents add"] {
        ensure!(said.contains(word), "it does not say {word:?}: {said}");
    }
    ensure!(task["attempts"][0]["ending"] == "needs_login", "{task}");
    ensure!(desk.requests()? == 0, "something was sent to the model");
    ensure!(!desk.project().join("made.txt").exists(), "it acted");
    nothing_runs(desk)?;
    let sentence = said.split(". ").next().unwrap_or_default().to_owned();
    desk.add_agent(Login::Given)?;
    desk.answer(&asked, &json!({"selected_ids": ["continue"]}))?;
    make(desk, &id)?;
    Ok(sentence)
}
