//! Finds the program of an agent and starts it.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use processes::Identity;
use tokio::process::{Child, Command};

use super::Trace;
use crate::agents::Kind;
use crate::attempt::Order;
use crate::launch::Launch;
use crate::program::{self, Missing};
use crate::tree::{Cgroup, MARK, Tree};
use crate::{acp, command};

/// Why nothing was started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("the agent {0} has no command")]
    NoCommand(String),
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error("cannot use the directory {}", .0.display())]
    Directory(PathBuf, #[source] io::Error),
    #[error("{0}")]
    Prompt(#[from] command::UnfitPrompt),
    #[error("cannot start {}", .program.display())]
    Spawn {
        program: PathBuf,
        #[source]
        error: io::Error,
    },
}

/// A program that has just been started.
#[derive(Debug)]
pub(super) struct Started {
    pub(super) child: Child,
    pub(super) tree: Tree,
    pub(super) trace: Trace,
}

pub(super) fn start(order: &Order) -> Result<Started, StartError> {
    let environment = environment(order);
    let directory = directory(&order.directory)?;
    let (program, arguments) = program(order, &environment)?;
    let failed = |error| StartError::Spawn {
        program: program.clone(),
        error,
    };
    let cgroup = Cgroup::create(&order.name);
    let launch = Launch {
        cgroup: cgroup.as_ref().map(|cgroup| cgroup.directory().to_owned()),
        program: program.clone().into(),
        arguments,
    };
    let child = spawn(order, &directory, &environment, &launch);
    let child = child.map_err(|error| {
        remove(cgroup.as_ref());
        failed(error)
    })?;
    // A child keeps its pid until it is waited for, so it is always found.
    let root = child.id().and_then(Identity::of).ok_or_else(|| {
        remove(cgroup.as_ref());
        failed(io::Error::other("it is gone already"))
    })?;
    let trace = Trace {
        name: order.name.clone(),
        root,
        cgroup: launch.cgroup,
    };
    let tree = Tree::new(order.name.clone(), root, cgroup);
    Ok(Started { child, tree, trace })
}

fn remove(cgroup: Option<&Cgroup>) {
    if let Some(Err(error)) = cgroup.map(Cgroup::remove) {
        tracing::warn!(%error, "cannot remove the control group of an attempt");
    }
}

/// Everything that the agent gets, with the mark of the attempt.
fn environment(order: &Order) -> BTreeMap<OsString, OsString> {
    let own = order.agent.environment.iter();
    let own = own.map(|(name, value)| (name.into(), value.into()));
    let mut environment = order.environment.clone();
    environment.extend(own);
    environment.insert(MARK.into(), order.name.clone().into());
    environment
}

fn directory(path: &Path) -> Result<PathBuf, StartError> {
    let failed = |error| StartError::Directory(path.to_owned(), error);
    let path = path.canonicalize().map_err(failed)?;
    if !path.is_dir() {
        return Err(failed(io::ErrorKind::NotADirectory.into()));
    }
    Ok(path)
}

fn program(
    order: &Order,
    environment: &BTreeMap<OsString, OsString>,
) -> Result<(PathBuf, Vec<OsString>), StartError> {
    let path = environment.get(OsStr::new("PATH"));
    let Some((name, arguments)) = order.agent.command.split_first() else {
        return Err(StartError::NoCommand(order.agent.id.clone()));
    };
    let program = program::find(name, path.map(OsString::as_os_str).unwrap_or_default())?;
    let arguments = match order.agent.kind {
        Kind::Acp => acp::arguments(arguments),
        Kind::Command => command::arguments(arguments, order)?,
    };
    Ok((program, arguments))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that starts agents; what it starts is in a tree that is ended whole"
)]
fn spawn(
    order: &Order,
    directory: &Path,
    environment: &BTreeMap<OsString, OsString>,
    launch: &Launch,
) -> io::Result<Child> {
    let Some((launcher, arguments)) = order.launcher.split_first() else {
        return Err(io::Error::other("no launcher was given"));
    };
    Command::new(launcher)
        .args(arguments)
        .args(launch.to_arguments())
        .current_dir(directory)
        .env_clear()
        .envs(environment)
        // Programs that read it instead of asking the kernel must not see the hub's own directory.
        .env("PWD", directory.as_os_str())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}
