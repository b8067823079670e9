//! Whether an agent is there and could work, without letting it work.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use domain::task::output::{Entry, Stream};
use tokio::time::timeout;

use super::{Agent, Kind, presets};
use crate::acp::Extent;
use crate::attempt::{Ending, Order, Said};
use crate::program::{self, Missing};
use crate::supervise::{Attempt, Ended, StartError};
use crate::tree::Patience;

/// How long an agent may take to open a session. The slowest that was measured took 2.3 s to begin.
pub const HANDSHAKE_TIME_MAX: Duration = Duration::from_secs(30);

/// How long a program may take to tell its version.
const VERSION_TIME_MAX: Duration = Duration::from_secs(5);

/// An agent that is only asked something is not waited for.
const AT_ONCE: Patience = Patience {
    cancel: Duration::ZERO,
    terminate: Duration::from_millis(500),
    kill: Duration::from_secs(10),
};

/// What is needed to start an agent.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// See [`Order::launcher`].
    pub launcher: Vec<OsString>,
    /// See [`Order::environment`].
    pub environment: BTreeMap<OsString, OsString>,
}

/// What is known about an agent on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readiness {
    pub found: bool,
    /// Whether it could work now. Only [`check`] tells for agents with a login.
    pub ready: bool,
    /// Why it is not there or not ready, and what to do.
    pub reason: Option<String>,
    pub version: Option<String>,
}

/// Finds the program of an agent.
pub fn find(agent: &Agent, environment: &BTreeMap<OsString, OsString>) -> Result<PathBuf, Missing> {
    let own = agent.environment.get("PATH").map(OsStr::new);
    let path = own.or(environment.get(OsStr::new("PATH")).map(OsString::as_os_str));
    let program = agent.command.first().map(String::as_str);
    program::find(program.unwrap_or_default(), path.unwrap_or_default())
}

/// Says that an agent is not there, and how to get it.
fn missing(agent: &Agent, missing: &Missing) -> Readiness {
    let reason = match presets::of(agent) {
        // The way to get it comes first: the list of directories is often long.
        Some(preset) => format!("to install {}: {}; {missing}", preset.name, preset.install),
        None => missing.to_string(),
    };
    Readiness {
        found: false,
        ready: false,
        reason: Some(reason),
        version: None,
    }
}

/// Looks for an agent without talking to it. Only programs that sayso knows are asked for their
/// version: another one might begin to work.
pub async fn look(agent: &Agent, surroundings: &Surroundings) -> Readiness {
    if let Err(error) = find(agent, &surroundings.environment) {
        return missing(agent, &error);
    }
    let version = match presets::of(agent) {
        Some(_) => version(agent, surroundings).await,
        None => None,
    };
    let reason = match agent.kind {
        Kind::Acp => Some(format!(
            "its login has not been checked; run: sayso agents check {}",
            agent.id
        )),
        Kind::Command => None,
    };
    Readiness {
        found: true,
        ready: reason.is_none(),
        reason,
        version,
    }
}

/// Opens a session with an agent in an empty directory, and sends no prompt.
pub async fn check(agent: &Agent, surroundings: &Surroundings, time_max: Duration) -> Readiness {
    if agent.kind == Kind::Command {
        return look(agent, surroundings).await;
    }
    if let Err(error) = find(agent, &surroundings.environment) {
        return missing(agent, &error);
    }
    let (reason, version) =
        match run(agent.clone(), surroundings, Extent::Handshake, time_max).await {
            // The handshake ends with the version that the agent told.
            Ok((
                Ended {
                    ending: Ending::Turn { closing, .. },
                    ..
                },
                _,
            )) => (None, Some(closing).filter(|version| !version.is_empty())),
            Ok((
                Ended {
                    ending: Ending::NeedsLogin { message } | Ending::Failed { message },
                    ..
                },
                _,
            )) => (Some(message), None),
            Ok((
                Ended {
                    ending: Ending::Stopped,
                    ..
                },
                _,
            )) => {
                let seconds = time_max.as_secs();
                (
                    Some(format!("it did not open a session within {seconds} s")),
                    None,
                )
            }
            Err(error) => (Some(error.to_string()), None),
        };
    Readiness {
        found: true,
        ready: reason.is_none(),
        reason,
        version,
    }
}

/// Finds another program that agents and people use, and asks it for its version.
pub async fn program_version(
    name: &str,
    surroundings: &Surroundings,
) -> Result<Option<String>, Missing> {
    let program = Agent {
        id: name.to_owned(),
        name: name.to_owned(),
        kind: Kind::Command,
        command: vec![name.to_owned()],
        environment: BTreeMap::new(),
    };
    find(&program, &surroundings.environment)?;
    Ok(version(&program, surroundings).await)
}

async fn version(agent: &Agent, surroundings: &Surroundings) -> Option<String> {
    let asked = Agent {
        kind: Kind::Command,
        command: vec![agent.command.first()?.clone(), "--version".into()],
        ..agent.clone()
    };
    let ran = run(asked, surroundings, Extent::WholeTurn, VERSION_TIME_MAX).await;
    let (ended, said) = ran.ok()?;
    if !matches!(ended.ending, Ending::Turn { .. }) {
        return None;
    }
    said.into_iter().find_map(|said| match said {
        Said::Entry(Entry::Printed {
            stream: Stream::Stdout,
            text,
        }) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Said::Entry(_) | Said::Session { .. } | Said::Request { .. } | Said::Withdrawn { .. } => {
            None
        }
    })
}

/// Runs an agent in an empty directory that is gone afterwards.
async fn run(
    agent: Agent,
    surroundings: &Surroundings,
    extent: Extent,
    time_max: Duration,
) -> Result<(Ended, Vec<Said>), StartError> {
    let directory = tempfile::Builder::new().prefix("sayso-check-").tempdir();
    let directory =
        directory.map_err(|error| StartError::Directory(std::env::temp_dir(), error))?;
    let name = directory.path().file_name().unwrap_or_default();
    let order = Order {
        name: name.to_string_lossy().into_owned(),
        agent,
        directory: directory.path().to_owned(),
        prompt: String::new(),
        session: None,
        history: String::new(),
        full_auto: false,
        mcp: None,
        launcher: surroundings.launcher.clone(),
        environment: surroundings.environment.clone(),
    };
    let mut attempt = Attempt::start_to(order, extent)?;
    let mut said = Vec::new();
    let reading = async {
        while let Some(next) = attempt.next().await {
            said.push(next);
        }
    };
    // Whether it was over in time shows in how it ended.
    let _ = timeout(time_max, reading).await;
    let ended = attempt.finish(AT_ONCE).await;
    Ok((ended, said))
}
