//! What attempts are started with on this machine: agents, their environment, and this program as
//! their launcher and as the server of the hub's tools.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use domain::Thread;
use engine::{Marks, Workshop, WorkshopError};
use protocol::route::{ATTEMPT_KEY_VARIABLE, TICKET_SECONDS_VARIABLE};
use runner::agents::{
    Agent, Catalogue, CatalogueError, Readiness, Surroundings, environment, look, presets,
};
use runner::attempt::{McpServer, Order};

/// Where agents come from, and how they are started.
#[derive(Debug, Clone)]
pub struct Agents {
    /// Where the person's own agents are kept.
    pub file: PathBuf,
    /// This program and the arguments that make it start an agent.
    pub launcher: Vec<OsString>,
    /// This program and the arguments that make it serve the hub's tools.
    pub tools: Vec<String>,
    /// The hub's own environment; an agent gets a part of it.
    pub variables: Vec<(OsString, OsString)>,
}

impl Agents {
    pub(crate) fn catalogue(&self) -> Catalogue {
        Catalogue::new(self.file.clone())
    }

    /// Looks at every agent, without talking to one.
    pub async fn look(&self) -> Result<Vec<(Agent, Readiness)>, CatalogueError> {
        let known = self.catalogue().list()?;
        let looks = known.into_iter().map(async |agent| {
            let found = look(&agent, &self.surroundings(&agent)).await;
            (agent, found)
        });
        Ok(futures_util::future::join_all(looks).await)
    }

    pub(crate) fn surroundings(&self, agent: &Agent) -> Surroundings {
        Surroundings {
            launcher: self.launcher.clone(),
            environment: environment(agent, self.variables.iter().cloned()),
        }
    }
}

pub(crate) struct ThisMachine {
    pub(crate) agents: Agents,
    pub(crate) data_dir: PathBuf,
}

impl Workshop for ThisMachine {
    fn order(&self, thread: &Thread, marks: &Marks) -> Result<Order, WorkshopError> {
        let agent = self.find(&thread.agent)?;
        let surroundings = self.agents.surroundings(&agent);
        Ok(Order {
            name: marks.name.clone(),
            directory: PathBuf::from(&thread.directory),
            prompt: String::new(),
            session: None,
            history: String::new(),
            full_auto: thread.full_auto,
            mcp: self.tools(marks, &agent),
            launcher: surroundings.launcher,
            environment: surroundings.environment,
            agent,
        })
    }

    fn knows(&self, agent: &str) -> Result<(), WorkshopError> {
        self.find(agent).map(|_| ())
    }

    fn forbidden(&self) -> Vec<PathBuf> {
        let home = self
            .agents
            .variables
            .iter()
            .find(|(name, _)| name == "HOME");
        let home = home.map(|(_, home)| PathBuf::from(home));
        home.into_iter().chain([self.data_dir.clone()]).collect()
    }
}

impl ThisMachine {
    fn find(&self, id: &str) -> Result<Agent, WorkshopError> {
        let found = self.agents.catalogue().find(id);
        let found = found.map_err(|error| WorkshopError::Unusable(error.to_string()))?;
        found.ok_or_else(|| WorkshopError::UnknownAgent(id.to_owned()))
    }

    /// The hub's own tools, by which the agent asks in the name of its thread.
    fn tools(&self, marks: &Marks, agent: &Agent) -> Option<McpServer> {
        let (command, arguments) = self.agents.tools.split_first()?;
        let seconds = presets::call_seconds(agent).to_string();
        let variables = [
            (ATTEMPT_KEY_VARIABLE.to_owned(), marks.secret.clone()),
            (TICKET_SECONDS_VARIABLE.to_owned(), seconds),
        ];
        Some(McpServer {
            name: "sayso".into(),
            command: PathBuf::from(command),
            arguments: arguments.to_vec(),
            environment: BTreeMap::from(variables),
        })
    }
}
