//! One agent, the stub model and a hub of their own, and a person who is signed in to the portal.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::remains;
use super::scenes::plan;
use crate::calls::Browser;
use crate::e2e::agents::Bench;
use crate::e2e::agents::kinds::{Agent, Surroundings};
use crate::e2e::agents::model::{Model, Step};
use crate::http::Request;
use crate::process::{Hub, Place, within};
use xtask::process;

/// How long one step of a scene may take on a busy machine, with four agents starting at once.
pub(super) const STEP_SECONDS_MAX: u64 = 90;
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Whether the agent has what it needs to reach its model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Login {
    Given,
    Missing,
}

pub(super) struct Desk<'a> {
    bench: &'a Bench<'a>,
    pub(super) agent: &'static Agent,
    place: Place,
    hub: Option<Hub>,
    model: Model,
    browser: Browser,
    answers: u128,
}

impl<'a> Desk<'a> {
    pub(super) fn open(
        bench: &'a Bench,
        agent: &'static Agent,
        login: Login,
        directory: &Path,
    ) -> Result<Self> {
        let place = Place::fresh(bench.sayso, directory, "")?;
        let hub = place.started()?;
        let model = Model::start(bench, &place, &plan())?;
        let browser = Browser::sign_in(&place)?;
        let desk = Self {
            bench,
            agent,
            place,
            hub: Some(hub),
            model,
            browser,
            answers: 0,
        };
        desk.add_agent(login)?;
        fs::create_dir_all(desk.project())?;
        // Otherwise agents would take the repository around the target directory for theirs.
        let mut git = desk.place.isolated(process::command("git"));
        git.args(["init", "--quiet"]).current_dir(desk.project());
        process::run(&mut git)?;
        Ok(desk)
    }

    /// Tells sayso where the agent is and which model it has, as a person would.
    pub(super) fn add_agent(&self, login: Login) -> Result<()> {
        let surroundings = Surroundings {
            home: self.place.home(),
            model_port: self.model.port,
            limit_seconds: None,
        };
        let mut variables = (self.agent.model)(&surroundings);
        match login {
            Login::Given => (self.agent.configure)(&surroundings)?,
            Login::Missing => variables.retain(|(name, _)| !self.agent.login.contains(name)),
        }
        let node = self.bench.programs.node.parent().unwrap_or(Path::new(""));
        let path = std::env::var("PATH").unwrap_or_default();
        variables.push(("PATH", format!("{}:{path}", node.display())));
        let mut arguments = vec!["agents".to_owned(), "add".into(), self.agent.preset.into()];
        for (name, value) in variables {
            arguments.extend(["--env".into(), format!("{name}={value}")]);
        }
        arguments.push("--".into());
        arguments.extend((self.agent.speaks)(self.bench.programs));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.place.run(&arguments)?;
        Ok(())
    }

    /// Where the agent works.
    pub(super) fn project(&self) -> PathBuf {
        self.place.directory().join("project")
    }

    /// What the agent says about itself when it is checked.
    pub(super) fn version(&self) -> Option<String> {
        let path = format!("/api/v1/agents/{}/check", self.agent.preset);
        let checked = self.send(Request::post(path, &json!({}))).ok()?;
        checked["version"].as_str().map(str::to_owned)
    }

    /// Calls the hub as the portal does; the call must succeed.
    pub(super) fn send(&self, request: Request) -> Result<Value> {
        let signed = request.with_all(&self.browser.headers(&self.place));
        let patience = Duration::from_secs(STEP_SECONDS_MAX);
        self.place.portal().call(&signed.within(patience))
    }

    /// Gives the agent a job in a new thread.
    pub(super) fn give(&self, prompt: &str) -> Result<String> {
        let job = json!({
            "prompt": prompt,
            "agent": self.agent.preset,
            "directory": self.project(),
        });
        let given = self.send(Request::post("/api/v1/tasks", &job))?;
        Ok(given["task_id"].as_str().context("no task")?.to_owned())
    }

    pub(super) fn task(&self, id: &str) -> Result<Value> {
        self.send(Request::get(format!("/api/v1/tasks/{id}")))
    }

    pub(super) fn of_task(&self, id: &str, what: &str, body: &Value) -> Result<Value> {
        self.send(Request::post(format!("/api/v1/tasks/{id}/{what}"), body))
    }

    /// Waits until the task waits for the person for this reason; returns it with its question.
    pub(super) fn waits(&self, id: &str, reason: &str) -> Result<(Value, Value)> {
        let task = self.until(id, "AWAITING_RESPONSE")?;
        ensure!(
            task["reason"] == reason,
            "it waits because of {}, not {reason}: {task}",
            task["reason"]
        );
        let question = task["interaction_id"].as_str().context("no question")?;
        let question = self.send(Request::get(format!("/api/v1/interactions/{question}")))?;
        Ok((task, question))
    }

    /// Waits until the task has this status; another one that is final fails at once.
    pub(super) fn until(&self, id: &str, status: &str) -> Result<Value> {
        let task = self.over(id)?;
        ensure!(task["status"] == status, "not {status}: {task}");
        Ok(task)
    }

    /// Waits until the agent does not work any more, and returns the task.
    pub(super) fn over(&self, id: &str) -> Result<Value> {
        self.look("the end of the agent's work", || {
            let task = self.task(id)?;
            let works = matches!(task["status"].as_str(), Some("QUEUED" | "RUNNING"));
            Ok((!works).then_some(task))
        })
    }

    /// Answers a question as the portal does.
    pub(super) fn answer(&mut self, question: &Value, answer: &Value) -> Result<()> {
        self.answers += 1;
        let id = question["session_id"].as_str().context("no id")?;
        let body = json!({
            "answer_id": format!("{:032x}", self.answers),
            "digest": question["digest"],
            "answer": answer,
        });
        self.send(Request::post(
            format!("/api/v1/interactions/{id}/answer"),
            &body,
        ))?;
        Ok(())
    }

    /// What the model was told for this prompt, step by step.
    pub(super) fn steps(&self, prompt: &str) -> Result<Vec<Step>> {
        let mut steps = self.model.steps()?;
        steps.retain(|step| step.prompt == prompt);
        Ok(steps)
    }

    /// How many requests of any kind the model got.
    pub(super) fn requests(&self) -> Result<usize> {
        self.model.requests()
    }

    /// Looks again and again until there is something to find.
    pub(super) fn look<T>(&self, what: &str, look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
        let limit = Duration::from_secs(STEP_SECONDS_MAX);
        within(limit, LOOK_EVERY, look)?
            .with_context(|| format!("{what} did not come within {STEP_SECONDS_MAX} s"))
    }

    /// Everything that runs here besides the hub and the model.
    pub(super) fn processes(&self) -> Result<Vec<remains::Process>> {
        let own = [self.hub.as_ref().map_or(0, |hub| hub.pid), self.model.pid()];
        remains::of(self.place.directory(), &own)
    }

    /// Kills the hub, and starts another one.
    pub(super) fn replace_hub(&mut self) -> Result<()> {
        self.hub.take().context("a hub")?.kill()?;
        self.hub = Some(self.place.started()?);
        Ok(())
    }
}
