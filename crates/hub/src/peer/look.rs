//! Looks at the process behind a connection.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::{BootId, LocalProcess};
use processes::{Identity, ticks_since_boot};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::agents::Agents;
use super::lineage::Lineage;
use super::process::{self, Program};
use super::{Opener, Sighting, Unseen, programs, verdict};

/// How long looking at a peer may take. A process can make its own memory hard to read.
const LOOK_MAX: Duration = Duration::from_secs(2);

/// Looks at peers, and remembers which processes are agents.
#[derive(Clone)]
pub(crate) struct Peers {
    agents: Arc<Agents>,
    own_program: Option<Program>,
}

impl Peers {
    /// Whether it can look at all.
    pub(crate) const SEES: bool = true;

    /// Describes who has just connected.
    pub(crate) fn arrived(pid: Option<i32>) -> Opener {
        Opener {
            pid: pid
                .and_then(|pid| u32::try_from(pid).ok())
                .filter(|pid| *pid > 0),
            accepted: ticks_since_boot(),
        }
    }

    /// `file` keeps the known agents for the next hub.
    pub(crate) fn load(file: PathBuf, boot: &BootId) -> Self {
        Self {
            agents: Arc::new(Agents::load(file, boot)),
            own_program: process::own_program(),
        }
    }

    /// Looks at the process behind a connection, and at its ancestors.
    pub(crate) async fn look(&self, opener: Opener) -> Result<Sighting, Unseen> {
        let peers = self.clone();
        in_time(move || peers.look_now(opener)).await
    }

    fn look_now(&self, opener: Opener) -> Result<Sighting, Unseen> {
        let lineage = Lineage::of(opener)?;
        let verdict = verdict::judge(lineage.processes(), &self.agents.known());
        let process = lineage.peer();
        let own = process.is_program(self.own_program.as_ref());
        let command = own
            .then(|| programs::sayso_command(&process.arguments))
            .flatten();
        let sighting = Sighting {
            process: LocalProcess {
                pid: process.identity.pid,
                program: process.program.clone(),
                terminal: process.terminal.map(process::terminal_name),
                agent: verdict,
            },
            choosing: command
                .filter(|(command, _)| *command == "choose" && process.reads_its_terminal)
                .and_then(|(_, id)| id.map(str::to_owned)),
            command: command.map(|(command, _)| command.to_owned()),
        };
        lineage.still_true()?;
        Ok(sighting)
    }

    /// Remembers who started the `sayso mcp` behind a connection. Code that runs an agent inside
    /// the hub remembers it in the same way, with [`Agents::remember`].
    pub(crate) async fn note_mcp(&self, opener: Opener) {
        let Some(identity) = opener.pid.and_then(Identity::of) else {
            return; // it has gone already, or lives elsewhere
        };
        if self.agents.has_noted(identity) {
            return;
        }
        let peers = self.clone();
        let noted = in_time(move || {
            let lineage = Lineage::of(opener)?;
            peers
                .agents
                .remember(identity, verdict::starters(lineage.processes()));
            Ok(())
        });
        if noted.await.is_err() {
            tracing::debug!(?opener, "cannot tell who started this sayso mcp");
        }
    }
}

/// Looks at processes away from the threads that serve requests.
async fn in_time<T: Send + 'static>(
    look: impl FnOnce() -> Result<T, Unseen> + Send + 'static,
) -> Result<T, Unseen> {
    match timeout(LOOK_MAX, spawn_blocking(look)).await {
        Ok(Ok(seen)) => seen,
        Ok(Err(_)) | Err(_) => Err(Unseen),
    }
}
