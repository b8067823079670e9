//! The processes that ask through sayso, remembered for as long as they live: also when their
//! `sayso mcp` is gone, and across a restart of the hub.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::Mutex;

use domain::BootId;
use processes::Identity;
use serde::{Deserialize, Serialize};

use super::process::Process;

/// More agents than a person runs at the same time. Beyond it the oldest are forgotten.
const AGENTS_MAX: usize = 1_024;
/// Connections of `sayso mcp` whose starters are known already, so that each is looked up once.
const NOTED_MAX: usize = 4_096;

/// A process whose descendants are not the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Agent {
    #[serde(flatten)]
    pub(super) identity: Identity,
    pub(super) program: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) terminal: Option<u32>,
}

impl Agent {
    pub(super) fn of(process: &Process) -> Self {
        Self {
            identity: process.identity,
            program: process.program.clone(),
            terminal: process.terminal,
        }
    }
}

/// The file's content. Start times mean something within one boot only.
#[derive(Serialize, Deserialize)]
struct Kept {
    boot: String,
    agents: Vec<Agent>,
}

pub(super) struct Agents {
    file: PathBuf,
    boot: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Oldest first.
    agents: Vec<Agent>,
    noted: HashSet<Identity>,
}

impl Agents {
    pub(super) fn load(file: PathBuf, boot: &BootId) -> Self {
        let boot = boot.0.clone();
        let kept = fs::read(&file).ok().and_then(|bytes| match serde_json::from_slice(&bytes) {
            Ok(kept) => Some(kept),
            Err(error) => {
                tracing::warn!(%error, file = %file.display(), "cannot read which processes are agents");
                None
            }
        });
        let agents = kept
            .filter(|kept: &Kept| kept.boot == boot)
            .map(|kept| kept.agents)
            .unwrap_or_default();
        let mut state = State {
            agents,
            noted: HashSet::new(),
        };
        state.forget_the_dead();
        Self {
            file,
            boot,
            state: Mutex::new(state),
        }
    }

    pub(super) fn known(&self) -> Vec<Agent> {
        self.state().agents.clone()
    }

    /// Whether the starters of this `sayso mcp` are remembered already.
    pub(super) fn has_noted(&self, mcp: Identity) -> bool {
        self.state().noted.contains(&mcp)
    }

    /// Remembers `agents` as those behind the process `asks`.
    pub(super) fn remember(&self, asks: Identity, agents: Vec<Agent>) {
        let mut state = self.state();
        state.forget_the_dead();
        if state.noted.len() >= NOTED_MAX {
            state.noted.clear();
        }
        state.noted.insert(asks);
        let before = state.agents.len();
        for agent in agents {
            if !state
                .agents
                .iter()
                .any(|known| known.identity == agent.identity)
            {
                tracing::info!(
                    pid = agent.identity.pid,
                    program = agent.program,
                    "an agent asks from here"
                );
                state.agents.push(agent);
            }
        }
        if state.agents.len() == before {
            return;
        }
        let surplus = state.agents.len().saturating_sub(AGENTS_MAX);
        state.agents.drain(..surplus);
        if let Err(error) = self.save(&state.agents) {
            tracing::warn!(%error, "the next hub will not know which processes are agents");
        }
    }

    fn save(&self, agents: &[Agent]) -> std::io::Result<()> {
        let kept = Kept {
            boot: self.boot.clone(),
            agents: agents.to_vec(),
        };
        let fresh = self.file.with_extension("new");
        let mut file = fs::OpenOptions::new();
        let mut file = file
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&fresh)?;
        file.write_all(&serde_json::to_vec(&kept)?)?;
        fs::rename(fresh, &self.file)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state
            .lock()
            .expect("agents are remembered without panicking")
    }
}

impl State {
    fn forget_the_dead(&mut self) {
        self.agents.retain(|agent| agent.identity.is_alive());
        self.noted.retain(|mcp| mcp.is_alive());
    }
}
