//! One agent, one question, one late answer.
//!
//! The person answers a few seconds after the client's limit on one call has passed. Below that
//! limit our call hands back `pending` in time and is polled; above it the client gives up first,
//! and the repeated question must find the one that is still open.

use std::fs::{self, File};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use super::Limits;
use super::kinds::{Agent, Patience, Surroundings};
use super::model::{Model, Turn};
use super::recorder::{Introduction, Recorder};
use crate::process::{Place, within};
use xtask::process;
use xtask::tools::Node;
use xtask::workspace::Workspace;

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
/// Agents start all at once, and some look around for a while first.
const START_SECONDS_MAX: u64 = 120;
const CLOSE_SECONDS_MAX: u64 = 120;
const LOOK_AGAIN: Duration = Duration::from_millis(200);

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
    pub(super) turns: Vec<Turn>,
}

impl Trial {
    /// The longest this can take.
    pub(super) fn seconds_max(&self) -> u64 {
        let answered = self.limit_seconds() + LATE_SECONDS + REPEAT_SECONDS_MAX;
        START_SECONDS_MAX + answered + CLOSE_SECONDS_MAX
    }

    pub(super) fn run(&self, workspace: &Workspace, sayso: &Path, programs: &Node) -> Report {
        let name = self.name();
        let directory = workspace.target.join("e2e/agents").join(&name);
        let seen = Place::fresh(sayso, &directory, "")
            .and_then(|place| {
                let _hub = place.started()?;
                self.on(workspace, &place, programs)
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

    fn on(&self, workspace: &Workspace, place: &Place, programs: &Node) -> Result<Seen> {
        self.set_window(place)?;
        let model = Model::start(workspace, programs, place, &question())?;
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
        let mut agent = self.start(place, &surroundings, programs)?;
        let answered_after = self.answer_late(place, &mut agent)?;
        agent.wait_for_exit()?;
        let seen = Seen {
            introduction: recorder.introduction()?,
            limit_seconds: self.limit_seconds(),
            answered_after,
            turns: model.turns()?,
        };
        self.judge(place, &seen)?;
        Ok(seen)
    }

    /// Makes our calls wait shorter or longer than the client; at full limits what we know of
    /// the client must do for the first.
    fn set_window(&self, place: &Place) -> Result<()> {
        let seconds = match (self.window, self.limits) {
            (Window::BelowLimit, Limits::Full) => return Ok(()),
            (Window::BelowLimit, Limits::Lowered) => {
                let poll = LOWERED_WINDOW_SECONDS.to_string();
                place.run(&["config", "set", "poll_window_seconds", &poll])?;
                LOWERED_WINDOW_SECONDS
            }
            (Window::AboveLimit, Limits::Lowered | Limits::Full) => WINDOW_ABOVE_SECONDS,
        };
        let windows = format!("{}={seconds}", self.agent.announces);
        place.run(&["config", "set", "client_windows", &windows])?;
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

    /// Answers as a person at a shell would, once the client's limit is over; returns how long
    /// after the question that was.
    fn answer_late(&self, place: &Place, agent: &mut Running) -> Result<Duration> {
        let id = agent.while_running("the question", START_SECONDS_MAX, || {
            Ok(pending(place)?.and_then(|row| row["session_id"].as_str().map(str::to_owned)))
        })?;
        let asked = Instant::now();
        let late = Duration::from_secs(self.limit_seconds() + LATE_SECONDS);
        agent.while_running("the time to answer", late.as_secs() + 1, || {
            Ok((asked.elapsed() >= late).then_some(()))
        })?;
        // While nobody waits the answer would be saved for a poll, and a client that gave up before
        // it was told the id does not poll: its repeated question would be a new one.
        agent.while_running("the next call", REPEAT_SECONDS_MAX, || {
            let row = pending(place)?.filter(|row| row["session_id"] == id.as_str());
            Ok(row.filter(|row| row["asker_state"] == "waiting").map(drop))
        })?;
        place.run(&[
            "answer",
            &id,
            "--select",
            "postgres",
            "--annotation",
            &self.note(),
        ])?;
        Ok(asked.elapsed())
    }

    /// What only the person of this very trial says.
    fn note(&self) -> String {
        format!("said in {}", self.name())
    }

    /// Compares what the agent got, said and did with what it should have.
    fn judge(&self, place: &Place, seen: &Seen) -> Result<()> {
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
        let rows: Value = serde_json::from_str(&place.run(&["list", "--json"])?)?;
        let deliveries: Vec<&Value> = rows
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| &row["delivery"])
            .collect();
        ensure!(
            deliveries == [&json!("delivered")],
            "expected one delivered question, got {rows}"
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
fn pending(place: &Place) -> Result<Option<Value>> {
    let mut rows = place.pending()?.into_iter();
    Ok(rows.find(|row| row["title"] == TITLE))
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

/// An agent at work. It does not outlive its trial.
struct Running {
    process: Child,
}

impl Running {
    /// Looks again and again until there is something to find, but not after the agent has ended.
    fn while_running<T>(
        &mut self,
        what: &str,
        seconds_max: u64,
        mut look: impl FnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let mut ended = None;
        let found = within(Duration::from_secs(seconds_max), LOOK_AGAIN, || {
            let found = look()?;
            ended = self.process.try_wait()?;
            Ok(found.map(Some).or(ended.map(|_| None)))
        })?;
        match (found.flatten(), ended) {
            (Some(found), _) => Ok(found),
            (None, Some(status)) => bail!("the agent ended before {what} ({status})"),
            (None, None) => bail!("{what} did not come within {seconds_max} s"),
        }
    }

    fn wait_for_exit(&mut self) -> Result<()> {
        match within(Duration::from_secs(CLOSE_SECONDS_MAX), LOOK_AGAIN, || {
            Ok(self.process.try_wait()?)
        })? {
            Some(status) if status.success() => Ok(()),
            Some(status) => bail!("the agent failed ({status})"),
            None => bail!("the agent did not end within {CLOSE_SECONDS_MAX} s of the answer"),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself. The servers it started end with their input.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
