//! What attempts are started with on this machine: agents, their environment, and this program as
//! their launcher and as the server of the hub's tools.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use domain::Thread;
use engine::{Marks, Workshop, WorkshopError};
use runner::agents::Agent;
use runner::attempt::Order;

use crate::start::Environment;

/// Finds agents by their names.
pub trait AgentBook: Send + Sync {
    fn find(&self, id: &str) -> Option<Agent>;
}

pub(crate) struct ThisMachine {
    pub(crate) agents: Arc<dyn AgentBook>,
    pub(crate) launcher: Vec<OsString>,
    pub(crate) environment: Environment,
    pub(crate) data_dir: PathBuf,
}

impl Workshop for ThisMachine {
    fn order(&self, thread: &Thread, marks: &Marks) -> Result<Order, WorkshopError> {
        let agent = self.agents.find(&thread.agent);
        let agent = agent.ok_or_else(|| WorkshopError::UnknownAgent(thread.agent.clone()))?;
        let passed = ["HOME", "PATH", "LANG", "USER", "SHELL", "TERM", "TMPDIR"];
        let environment = passed.iter().filter_map(|name| {
            let value = (self.environment)(name)?;
            Some((OsString::from(name), OsString::from(value)))
        });
        Ok(Order {
            name: marks.name.clone(),
            directory: PathBuf::from(&thread.directory),
            prompt: String::new(),
            session: None,
            history: String::new(),
            full_auto: thread.full_auto,
            mcp: None,
            launcher: self.launcher.clone(),
            environment: environment.collect(),
            agent,
        })
    }

    fn knows(&self, agent: &str) -> bool {
        self.agents.find(agent).is_some()
    }

    fn forbidden(&self) -> Vec<PathBuf> {
        let home = (self.environment)("HOME").map(PathBuf::from);
        home.into_iter().chain([self.data_dir.clone()]).collect()
    }
}
