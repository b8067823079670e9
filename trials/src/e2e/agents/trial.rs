//! One agent, one question, one late answer.
//!
//! The person answers a few seconds after the client's limit on one call has passed. Below that
//! limit our call hands back `pending` in time and is polled; above it the client gives up first,
//! and the repeated question must find the one that is still open. An agent that was told the
//! question's id also tries to answer it in its own shell, and must be refused.

use std::fs::{self, File};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::kinds::{Agent, Patience, Surroundings};
use super::model::{Model, Turn};
use super::own_answer;
use super::recorder::{Introduction, Recorder};
use super::running::{CLOSE_SECONDS_MAX, Running};
use super::{Bench, Limits};
use crate::process::{Person, Place};
use xtask::process;
use xtask::tools::Node;

const TITLE: &str = "Which database?";
const LOWERED_LIMIT_SECONDS: u64 = 20;
/// Our window and each poll, when the limit is lowered and we respect it.
const LOWERED_WINDOW_SECONDS: u64 = 8;
/// Longer than any trial.
const WINDOW_ABOVE_SECONDS: u64 = 3600;
/// How much later than the limit the person answers: clients need a moment to give up.
const LATE_SECONDS: u64 = 8;
/// How long a client may take to call again.
const REPEAT_SECONDS_MAX: u64 = 60;
/// Agents all start at the same time, and some look around for a while first.
const START_SECONDS_MAX: u64 = 120;

pub(super) struct Trial {
    pub(super) agent: &'static Agent,
    pub(super) window: Window,
    pub(super) limits: Limits,
}

/// How long our call waits, compared with the client's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Window {
    BelowLimit,
    AboveLimit,
}

/// How a trial went.
pub(super) struct Report {
    pub(super) name: String,
    pub(super) seen: Result<Seen>,
}

/// What was seen in a trial that went well.
pub(super) struct Seen {
    pub(super) introduction: Introduction,
    pub(super) limit_seconds: u64,
    pub(super) answered_after: Duration,
    /// By what the hub knew that it was the agent who tried to answer, for each try.
    pub(super) refused_by: Vec<String>,
    pub(super) turns: Vec<Turn>,
}

impl Trial {
    /// The longest this can take.
    pub(super) fn seconds_max(&self) -> u64 {
        let answered = self.limit_seconds() + LATE_SECONDS + REPEAT_SECONDS_MAX;
        START_SECONDS_MAX + answered + CLOSE_SECONDS_MAX
    }

    pub(super) fn run(&self, bench: &Bench) -> Report {
        let name = self.name();
        let directory = bench.workspace.target.join("e2e/agents").join(&name);
        let seen = Place::fresh(bench.sayso, &directory, "agent_guard = true\n")
            .and_then(|place| {
                let _hub = place.started()?;
                self.on(bench, &place)
            })
            .with_context(|| format!("logs: {}", directory.display()));
        println!("{}: {}", if seen.is_ok() { "ok" } else { "failed" }, name);
        Report { name, seen }
    }

    fn name(&self) -> String {
        let window = match self.window {
            Window::BelowLimit => "below",
            Window::AboveLimit => "above",
        };
        format!("{}-{window}", self.agent.client)
    }

    fn limit_seconds(&self) -> u64 {
        match self.limits {
            Limits::Lowered => LOWERED_LIMIT_SECONDS,
            Limits::Full => self.agent.limit_seconds,
        }
    }

    fn on(&self, bench: &Bench, place: &Place) -> Result<Seen> {
        let mut person = Person::at(place)?;
        self.set_window(&mut person)?;
        let model = Model::start(bench, place, &own_answer::plan(place, &question()))?;
        let surroundings = Surroundings {
            home: place.home(),
            model_port: model.port,
            limit_seconds: match self.limits {
                Limits::Lowered => Some(LOWERED_LIMIT_SECONDS),
                Limits::Full => None,
            },
        };
        (self.agent.configure)(&surroundings)?;
        let recorder = Recorder::install(place, self.agent.client)?;
        let mut agent = self.start(place, &surroundings, bench.programs)?;
        let (id, answered_after) = self.answer_late(&mut person, &mut agent)?;
        agent.wait_for_exit()?;
        let seen = Seen {
            introduction: recorder.introduction()?,
            limit_seconds: self.limit_seconds(),
            answered_after,
            refused_by: own_answer::refusals(&mut person, &id)?,
            turns: model.turns()?,
        };
        self.judge(place, &mut person, &seen)?;
        own_answer::judge(&seen, self.is_told_the_id())?;
        Ok(seen)
    }

    /// Makes our calls wait shorter or longer than the client; at full limits what we know of
    /// the client must do for the first.
    fn set_window(&self, person: &mut Person) -> Result<()> {
        let seconds = match (self.window, self.limits) {
            (Window::BelowLimit, Limits::Full) => return Ok(()),
            (Window::BelowLimit, Limits::Lowered) => {
                let poll = LOWERED_WINDOW_SECONDS.to_string();
                person.run(&["config", "set", "poll_window_seconds", &poll])?;
                LOWERED_WINDOW_SECONDS
            }
            (Window::AboveLimit, Limits::Lowered | Limits::Full) => WINDOW_ABOVE_SECONDS,
        };
        let windows = format!("{}={seconds}", self.agent.announces);
        person.run(&["config", "set", "client_windows", &windows])?;
        Ok(())
    }

    fn start(
        &self,
        place: &Place,
        surroundings: &Surroundings,
        programs: &Node,
    ) -> Result<Running> {
        let project = place.directory().join("project");
        fs::create_dir_all(&project)?;
        // Otherwise agents would take the repository around the target directory for theirs.
        let mut git = place.isolated(process::command("git"));
        process::run(git.args(["init", "--quiet"]).current_dir(&project))?;
        let prepared = (self.agent.command)(surroundings, programs);
        let variables: Vec<_> = prepared
            .get_envs()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
            .collect();
        let mut command = place.isolated(prepared);
        command
            .envs(variables)
            .current_dir(&project)
            .stdin(std::process::Stdio::null())
            .stdout(File::create(place.directory().join("agent.out"))?)
            .stderr(File::create(place.directory().join("agent.err"))?);
        let process = command.spawn().context("cannot start the agent")?;
        Ok(Running { process })
    }

    /// Answers as a person at a shell would, once the client's limit is over; returns the question
    /// and how long after it that was.
    fn answer_late(&self, person: &mut Person, agent: &mut Running) -> Result<(String, Duration)> {
        let id = agent.while_running("the question", START_SECONDS_MAX, || {
            Ok(pending(person)?.and_then(|row| row["session_id"].as_str().map(str::to_owned)))
        })?;
        let asked = Instant::now();
        let late = Duration::from_secs(self.limit_seconds() + LATE_SECONDS);
        agent.while_running("the time to answer", late.as_secs() + 1, || {
            Ok((asked.elapsed() >= late).then_some(()))
        })?;
        // While no call waits, the answer would be saved for a poll, and a client that gave up
        // before it was told the id does not poll: its repeated question would be a new one.
        agent.while_running("the next call", REPEAT_SECONDS_MAX, || {
            let row = pending(person)?.filter(|row| row["session_id"] == id.as_str());
            Ok(row.filter(|row| row["asker_state"] == "waiting").map(drop))
        })?;
        let note = self.note();
        person.run(&["answer", &id, "--select", "postgres", "--annotation", &note])?;
        Ok((id, asked.elapsed()))
    }

    /// Text that only the person of this trial sends.
    fn note(&self) -> String {
        format!("said in {}", self.name())
    }

    /// Compares what the agent got, said and did with what it should have.
    fn judge(&self, place: &Place, person: &mut Person, seen: &Seen) -> Result<()> {
        let count = |kind: &str| seen.turns.iter().filter(|turn| turn.kind == kind).count();
        let close = seen.turns.iter().find(|turn| turn.kind == "close");
        let received = close.map_or(&Value::Null, |turn| &turn.received);
        ensure!(
            received["selected_ids"] == json!(["postgres"])
                && received["global_annotation"] == self.note().as_str(),
            "the model did not get the person's answer but {received}"
        );
        let said = fs::read_to_string(place.directory().join("agent.out"))?;
        ensure!(
            said.contains(&self.note()),
            "the agent did not say the answer"
        );
        let rows = listed(person)?;
        let deliveries: Vec<&Value> = rows.iter().map(|row| &row["delivery"]).collect();
        ensure!(
            deliveries == [&json!("delivered")],
            "expected one delivered question, got {rows:?}"
        );
        ensure!(
            seen.introduction.name == self.agent.announces,
            "it announces itself as {:?}, not {:?}",
            seen.introduction.name,
            self.agent.announces
        );
        ensure!(
            (count("repeat") > 0) == self.client_gives_up(),
            "the client gave up on {} calls",
            count("repeat")
        );
        Ok(())
    }

    /// Whether our first call surely ends before the person answers. At full limits there is a
    /// client that waits for the person and is never told.
    fn is_told_the_id(&self) -> bool {
        self.window == Window::BelowLimit && self.limits == Limits::Lowered
    }

    /// What we believe about the client: whether it ends a call before we do.
    fn client_gives_up(&self) -> bool {
        match (self.window, self.agent.patience, self.limits) {
            (Window::BelowLimit, _, _) | (_, Patience::Renewed, _) => false,
            (Window::AboveLimit, Patience::EndsWhenSet, limits) => limits == Limits::Lowered,
            (Window::AboveLimit, Patience::Ends, _) => true,
        }
    }
}

/// Returns the question while it is pending.
fn pending(person: &mut Person) -> Result<Option<Value>> {
    let mut rows = listed(person)?.into_iter();
    Ok(rows.find(|row| row["title"] == TITLE && row["status"] == "pending"))
}

fn listed(person: &mut Person) -> Result<Vec<Value>> {
    Ok(serde_json::from_str(&person.run(&["list", "--json"])?)?)
}

fn question() -> Value {
    json!({
        "title": TITLE,
        "prompt": "The service needs storage. Both fit; the choice decides how it is deployed.",
        "selection_mode": "single",
        "options": [
            {"id": "sqlite", "label": "SQLite", "description": "one file"},
            {"id": "postgres", "label": "PostgreSQL", "description": "a server"},
        ],
        "interface": "web",
        "timeout_seconds": 3600,
    })
}
