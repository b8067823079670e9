//! Agents that the hub runs: how soon the first words are there, many that talk at the same time,
//! and a very long log.

use std::fs;
use std::io::BufRead;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail, ensure};
use protocol::parse_rfc3339;
use serde_json::{Value, json};

use super::Load;
use super::answers::one_caller;
use super::figures::{Figures, thousands};
use super::process_facts::peak_mib;
use super::report::{Report, Verdict};
use super::running_hub::RunningHub;
use crate::http::Request;
use crate::process::{McpProcess, until, within};
use xtask::process::command;

const AGENT: &str = "measured";
/// The agent that plays a script; it is built with `sayso` and lies beside it.
pub(super) const SCRIPTED: &str = "scripted-agent";
/// How long all agents together may take to end.
const PATIENCE: Duration = Duration::from_secs(300);
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// What a person sees of a long log at once.
const TAIL_RECORDS: u64 = 1_000;

/// From the prompt to the first words of the agent, less what the agent itself takes for them.
#[expect(
    clippy::disallowed_methods,
    reason = "the hub's time stamps are compared with the clock on the wall"
)]
pub(super) fn first_words(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let agent = load.scripted(&json!([{ "do": "text", "text": "Done." }]))?;
    let hub = load.hub()?;
    hub.add_agent("acp", &agent)?;
    let mut shares = Vec::new();
    let mut readable = Vec::new();
    for round in 0..load.sizes.jobs {
        let alone = words_alone(&agent, &load.directory)?;
        let (begun, given) = (Instant::now(), SystemTime::now());
        let task = hub.run("one")?;
        let said = until("the first words", || {
            let path = format!("/api/v1/tasks/{task}/output?attempt=1&wait_ms=1000");
            let records = hub.get(&path)?;
            Ok(records["records"][0]["at"]
                .as_str()
                .and_then(parse_rfc3339)
                .map(|at| at.0))
        })?;
        let total = begun.elapsed();
        hub.until_complete(&task)?;
        // The first start of a program reads it from the disk.
        if round > 0 {
            shares.push(until_said(given, said)?.saturating_sub(alone));
            readable.push(total.saturating_sub(alone));
        }
    }
    let (shares, readable) = (Figures::new(shares), Figures::new(readable));
    report.line(
        "prompt given → first words of the agent: the hub's share",
        "p50 ≤ 20 ms",
        shares.describe(),
        Verdict::of(shares.ms(50) <= 20.0),
    );
    report.line(
        "same, until they are stored and readable",
        "",
        readable.describe(),
        Verdict::Shown,
    );
    Ok(())
}

/// How long it took until the hub had the agent's words, which it notes in whole milliseconds.
fn until_said(given: SystemTime, said_ms: i64) -> Result<Duration> {
    let given = given.duration_since(SystemTime::UNIX_EPOCH)?;
    // Rounded up, so that the figure is never too good.
    let said = Duration::from_millis(u64::try_from(said_ms)? + 1);
    Ok(said.saturating_sub(given))
}

/// How long the agent takes from its start to its first words when nothing is between.
fn words_alone(agent: &[String], directory: &Path) -> Result<Duration> {
    let (program, arguments) = agent.split_first().context("no program")?;
    let begun = Instant::now();
    let mut started = command(program);
    started.args(arguments);
    let mut process = McpProcess::spawn(started, Stdio::null())?;
    let hello = json!({ "protocolVersion": 1, "clientCapabilities": {} });
    let id = process.begin("initialize", &hello)?;
    process.finish(id)?;
    let new = json!({ "cwd": directory, "mcpServers": [] });
    let id = process.begin("session/new", &new)?;
    let session = process.finish(id)?["sessionId"].take();
    let prompt = json!([{ "type": "text", "text": "Mend the cart" }]);
    let asked = json!({ "sessionId": session, "prompt": prompt });
    process.begin("session/prompt", &asked)?;
    let mut line = String::new();
    process.take_output()?.read_line(&mut line)?;
    ensure!(
        line.contains("session/update"),
        "not the first words: {line}"
    );
    Ok(begun.elapsed())
}

/// Many agents talk at the same time, while somebody else asks and is answered.
pub(super) fn talkers(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let sizes = load.sizes;
    let gate = load.directory.join("gate");
    let agent = load.scripted(&json!([
        { "do": "wait_for", "file": gate },
        { "do": "flood", "per_second": sizes.updates_per_second, "seconds": sizes.talk_seconds },
    ]))?;
    let hub = load.hub_with(&format!("tasks_running_max = {}\n", sizes.talkers))?;
    hub.add_agent("acp", &agent)?;
    let tasks = (0..sizes.talkers)
        .map(|number| hub.run(&format!("talker-{number}")))
        .collect::<Result<Vec<_>>>()?;
    for task in &tasks {
        hub.until_status(task, "RUNNING")?;
    }
    fs::write(&gate, "")?;
    let until = Instant::now() + Duration::from_secs(sizes.talk_seconds);
    let answers = one_caller(&hub, |_| Ok(Instant::now() < until))?;
    for task in &tasks {
        hub.until_complete(task)?;
    }
    let peak = peak_mib(hub.pid())?;
    let expected = sizes.updates_per_second * sizes.talk_seconds;
    for task in &tasks {
        check_updates(&hub, task, expected)?;
    }
    let who = format!(
        "{} agents, {} updates a second each",
        sizes.talkers, sizes.updates_per_second
    );
    report.line(
        format!("{who}: updates stored, in order"),
        "all",
        format!("all {}", thousands(expected * tasks.len() as u64)),
        Verdict::Met,
    );
    report.line(
        format!("{who}: answer posted → tool result out meanwhile"),
        "p99 ≤ 50 ms",
        answers.describe(),
        Verdict::of(answers.ms(99) <= 50.0),
    );
    report.line(
        format!("{who}: most memory of the hub"),
        "≤ 250 MiB",
        format!("{peak:.1} MiB"),
        Verdict::of(peak <= 250.0),
    );
    Ok(())
}

/// Reads the whole log and compares every update with what the agent said.
fn check_updates(hub: &RunningHub, task: &str, expected: u64) -> Result<()> {
    let mut read = 0;
    loop {
        let path = format!("/api/v1/tasks/{task}/output?attempt=1&after={read}");
        let page = hub.get(&path)?;
        let records = page["records"].as_array().context("no records")?;
        if records.is_empty() {
            break;
        }
        for record in records {
            let said = format!("update {read}\n");
            read += 1;
            let is_it = record["position"] == read && record["entry"]["text"] == said;
            ensure!(is_it, "not {said:?}: {record}");
        }
    }
    ensure!(read == expected, "{read} updates instead of {expected}");
    Ok(())
}

/// One agent prints a million lines; then its end is looked at.
pub(super) fn long_log(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let lines = load.sizes.log_lines;
    let print = format!("cat > /dev/null; seq 1 {lines}");
    let agent = ["/bin/sh", "-c", &print].map(str::to_owned);
    let hub = load.hub_with("task_log_mib = 4096\n")?;
    hub.add_agent("command", &agent)?;
    let begun = Instant::now();
    let task = hub.run("one")?;
    hub.until_complete(&task)?;
    let took = begun.elapsed().as_secs_f64();
    let path = format!("/api/v1/tasks/{task}/output?attempt=1&tail={TAIL_RECORDS}");
    let mut rounds = Vec::new();
    for _ in 0..load.sizes.list_rounds {
        let begun = Instant::now();
        let tail = hub.get(&path)?;
        rounds.push(begun.elapsed());
        let records = tail["records"].as_array().context("no records")?;
        ensure!(records.len() as u64 == TAIL_RECORDS, "not a whole tail");
        let last = records.last().context("no records")?;
        ensure!(
            last["entry"]["text"].as_str().map(str::trim) == Some(&lines.to_string()),
            "not the last line: {last}"
        );
        ensure!(
            tail["last"] == lines && tail["cut"] == 0,
            "lines are missing"
        );
    }
    let figures = Figures::new(rounds);
    let shown = thousands(lines);
    report.line(
        format!(
            "log of {shown} lines: its last {} lines",
            thousands(TAIL_RECORDS)
        ),
        "p99 ≤ 20 ms",
        figures.describe(),
        Verdict::of(figures.ms(99) <= 20.0),
    );
    report.line(
        format!("log of {shown} lines: printed → stored"),
        "",
        format!("{took:.1} s"),
        Verdict::Shown,
    );
    Ok(())
}

impl Load<'_> {
    /// The command of an agent that does these steps for every prompt.
    fn scripted(&self, steps: &Value) -> Result<Vec<String>> {
        let program = self.sayso.with_file_name(SCRIPTED);
        ensure!(program.exists(), "there is no {}", program.display());
        fs::create_dir_all(&self.directory)?;
        let script = json!({ "turns": [steps] }).to_string();
        Ok(vec![text(&program)?, "run".into(), script])
    }
}

impl RunningHub {
    fn add_agent(&self, kind: &str, agent: &[String]) -> Result<()> {
        let new = json!({ "id": AGENT, "kind": kind, "command": agent });
        self.place.call(&Request::post("/api/v1/agents", &new))?;
        Ok(())
    }

    /// Gives the agent a job in a project, and returns the task.
    fn run(&self, project: &str) -> Result<String> {
        let directory = self.place.home().join(project);
        fs::create_dir_all(&directory)?;
        let job = json!({
            "prompt": "Mend the cart", "agent": AGENT, "directory": text(&directory)?,
            "profile": "extended",
        });
        let given = self.place.call(&Request::post("/api/v1/tasks", &job))?;
        let id = given["task_id"].as_str();
        Ok(id
            .with_context(|| format!("not given: {given}"))?
            .to_owned())
    }

    fn until_complete(&self, task: &str) -> Result<()> {
        self.until_status(task, "COMPLETE")
    }

    fn until_status(&self, task: &str, wanted: &str) -> Result<()> {
        let mut status = Value::Null;
        let found = within(PATIENCE, LOOK_EVERY, || {
            status = self.get(&format!("/api/v1/tasks/{task}"))?["status"].take();
            Ok((status == wanted).then_some(()))
        })?;
        match found {
            Some(()) => Ok(()),
            None => bail!("the task is {status} instead of {wanted}"),
        }
    }
}

fn text(path: &Path) -> Result<String> {
    let text = path.to_str().context("a path that is not text")?;
    Ok(text.to_owned())
}
