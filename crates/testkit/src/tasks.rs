//! Real tasks on a real engine: agents are real processes, only the words are plain.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use domain::task::Status;
use domain::task::timeouts::{Limits, Profile};
use domain::{TaskId, Thread};
use engine::{
    Asking, ChangedSubject, FeedItem, Halt, Marks, NewThread, NoRoom, Place, Rules, Surroundings,
    TaskWords, Tasks, WaysOn, Workshop, WorkshopError,
};
use runner::agents::{Agent, Kind};
use runner::attempt::{Order, Stop};
use scripted_agent::Script;
use store::StoredTask;
use tempfile::TempDir;

use crate::TestEngine;

/// Tasks with everything below them. Dropping it does not stop agents; call [`TestTasks::stop`].
pub struct TestTasks {
    pub engine: TestEngine,
    pub tasks: Tasks,
    pub agents: Arc<TestWorkshop>,
    /// Directories for agents to work in.
    pub directory: Arc<TempDir>,
}

impl TestTasks {
    pub async fn start() -> Self {
        Self::start_with(Rules::default()).await
    }

    pub async fn start_with(rules: Rules) -> Self {
        let engine = TestEngine::start_with(rules).await;
        let directory = Arc::new(tempfile::tempdir().expect("a temporary directory"));
        Self::on(engine, Arc::new(TestWorkshop::default()), directory).await
    }

    async fn on(engine: TestEngine, agents: Arc<TestWorkshop>, directory: Arc<TempDir>) -> Self {
        let asking = Asking::new(engine.engine.clone(), Arc::new(Nowhere));
        let tasks = Tasks::start(asking, agents.clone(), Arc::new(PlainWords)).await;
        Self {
            tasks: tasks.expect("tasks"),
            engine,
            agents,
            directory,
        }
    }

    pub async fn stop(&self) {
        self.tasks.stop().await;
    }

    /// Ends this hub in order and starts another on the same database and clock.
    pub async fn restart(self) -> Self {
        self.tasks.stop().await;
        let engine = self.engine.restart().await;
        Self::on(engine, self.agents, self.directory).await
    }

    /// A directory of its own name, made when it is new.
    pub fn project(&self, name: &str) -> PathBuf {
        let path = self.directory.path().join(name);
        std::fs::create_dir_all(&path).expect("a directory");
        path
    }

    /// Runs a shell script as an agent, in a new thread in this project.
    pub async fn run(&self, project: &str, script: &str) -> StoredTask {
        self.run_within(project, script, Profile::Standard.limits())
            .await
    }

    pub async fn run_within(&self, project: &str, script: &str, limits: Limits) -> StoredTask {
        let thread = NewThread {
            directory: self.project(project),
            agent: "shell".into(),
            limits,
            full_auto: false,
        };
        self.give("shell", thread, script).await
    }

    pub async fn give(&self, agent: &str, thread: NewThread, prompt: &str) -> StoredTask {
        let thread = NewThread {
            agent: agent.into(),
            ..thread
        };
        let prompt = format!("# run\n{prompt}");
        let given = self.tasks.give(prompt, Place::New(thread)).await;
        given.expect("a task")
    }

    /// Gives a scripted agent a job, in a new thread in this project.
    pub async fn run_script(&self, project: &str, script: &Script, full_auto: bool) -> StoredTask {
        let file = self.directory.path().join(format!("{project}.json"));
        let command = script.write(&file);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        self.agents.add("scripted", Kind::Acp, &command);
        let thread = NewThread {
            directory: self.project(project),
            agent: "scripted".into(),
            limits: Profile::Standard.limits(),
            full_auto,
        };
        self.give("scripted", thread, "Mend the cart").await
    }

    /// Returns the task once it has this status.
    pub async fn until(&self, id: TaskId, status: Status) -> StoredTask {
        self.until_task(id, |stored| stored.task.status() == status)
            .await
    }

    pub async fn until_task(&self, id: TaskId, wanted: impl Fn(&StoredTask) -> bool) -> StoredTask {
        let mut feed = self.engine.engine.watch();
        loop {
            let stored = self.tasks.task(id).await.expect("the task");
            if wanted(&stored) {
                return stored;
            }
            loop {
                if let FeedItem::Change(change) = &*feed.recv().await.expect("the feed goes on")
                    && let ChangedSubject::Task { id: changed, .. } = &change.subject
                    && *changed == id
                {
                    break;
                }
            }
        }
    }
}

/// Runs what follows the last line `# run`: what comes before it is the conversation so far.
const SHELL: &str = r#"awk '/^# run/ { script = "" } { script = script $0 "\n" } END { printf "%s", script }' > .script
. ./.script"#;

/// Finds the agents of a test: `shell` runs its prompt.
#[derive(Default)]
pub struct TestWorkshop(Mutex<BTreeMap<String, Agent>>);

impl TestWorkshop {
    pub fn add(&self, id: &str, kind: Kind, command: &[&str]) {
        let agent = agent(id, kind, command);
        self.0
            .lock()
            .expect("no test panics here")
            .insert(id.into(), agent);
    }

    fn find(&self, id: &str) -> Option<Agent> {
        let known = self.0.lock().expect("no test panics here").get(id).cloned();
        known.or_else(|| {
            (id == "shell").then(|| agent(id, Kind::Command, &["/bin/sh", "-c", SHELL]))
        })
    }
}

fn agent(id: &str, kind: Kind, command: &[&str]) -> Agent {
    Agent {
        id: id.into(),
        name: id.into(),
        kind,
        command: command.iter().map(|word| (*word).into()).collect(),
        environment: BTreeMap::new(),
    }
}

impl Workshop for TestWorkshop {
    fn order(&self, thread: &Thread, marks: &Marks) -> Result<Order, WorkshopError> {
        let agent = self.find(&thread.agent);
        let agent = agent.ok_or_else(|| WorkshopError::UnknownAgent(thread.agent.clone()))?;
        Ok(Order {
            name: marks.name.clone(),
            agent,
            directory: PathBuf::from(&thread.directory),
            prompt: String::new(),
            session: None,
            history: String::new(),
            full_auto: false,
            mcp: None,
            launcher: scripted_agent::launcher(),
            environment: [("PATH".into(), "/usr/bin:/bin".into())].into(),
        })
    }

    fn knows(&self, agent: &str) -> Result<(), WorkshopError> {
        let known = self.find(agent).map(|_| ());
        known.ok_or_else(|| WorkshopError::UnknownAgent(agent.to_owned()))
    }

    fn forbidden(&self) -> Vec<PathBuf> {
        Vec::new()
    }
}

/// A machine without a screen and with room.
struct Nowhere;

impl Surroundings for Nowhere {
    fn reaches_portal(&self) -> bool {
        true
    }

    fn open_portal(&self) {}

    fn room(&self) -> Result<(), NoRoom> {
        Ok(())
    }
}

struct PlainWords;

impl TaskWords for PlainWords {
    fn ways_on(&self, halt: &Halt, _: &Thread) -> WaysOn {
        WaysOn {
            title: format!("{halt:?}"),
            prompt: "The agent was stopped. How shall it go on?".into(),
            go_on: "Continue".into(),
            complete: Some("Complete".into()),
            give_up: "Cancel".into(),
        }
    }

    fn allowed_unasked(&self, what: &str, _: bool) -> String {
        format!("allowed: {what}")
    }

    fn refused_unasked(&self, what: &str) -> String {
        format!("refused: {what}")
    }

    fn broken_off(&self, stop: Stop) -> String {
        format!("{stop:?}")
    }

    fn visit(&self, message: &str, url: &str) -> WaysOn {
        WaysOn {
            title: message.into(),
            prompt: format!("Please visit this page: {url}"),
            go_on: "Done".into(),
            complete: None,
            give_up: "Decline".into(),
        }
    }

    fn remains(&self, pids: &str) -> String {
        format!("remain: {pids}")
    }
}
