//! Real coding agents with a scripted model, in two parts.
//!
//! In the first they are clients: each asks, the person answers later than the client waits for one
//! call, and the agent must have the answer in the end. The guard is on, and the agent's own try to
//! answer must fail. In the second (`tasks`) the hub runs them.
//!
//! Opt-in, because the agents are large and waiting takes minutes. Offline apart from npm: the
//! model is the loopback server of `e2e/agents/model`.

mod configuration;
mod kinds;
mod model;
mod own_answer;
mod recorder;
mod running;
mod table;
mod tasks;
mod trial;

use std::path::Path;
use std::thread;

use anyhow::{Result, bail};

use crate::arguments::Arguments;
use kinds::{AGENTS, Agent};
use tasks::{SCENES, Scene};
use trial::{Report, Trial, Window};
use xtask::tools::{self, Node};
use xtask::workspace::Workspace;

/// Which agents, in which parts, and against which limits.
pub(super) struct Chosen {
    agents: Vec<&'static Agent>,
    parts: Vec<&'static Part>,
    scenes: Vec<&'static Scene>,
    limits: Limits,
}

/// Which limit on one tool call the clients have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limits {
    /// A short one, set in the client's own configuration.
    Lowered,
    /// The client's own. Takes up to eleven minutes.
    Full,
}

/// What every trial needs.
struct Bench<'a> {
    workspace: &'a Workspace,
    sayso: &'a Path,
    programs: &'a Node,
}

/// One part of the trials.
struct Part {
    name: &'static str,
    run: fn(&Bench, &Chosen) -> Result<()>,
}

const PARTS: &[Part] = &[
    Part {
        name: "clients",
        run: clients,
    },
    Part {
        name: "tasks",
        run: |bench, chosen| tasks::run(bench, &chosen.agents, &chosen.scenes),
    },
];

/// Reads what was given besides `--agents`.
pub(super) fn choose(arguments: &Arguments) -> Result<Chosen> {
    Ok(Chosen {
        agents: arguments.choose(AGENTS, |agent| agent.client)?,
        parts: arguments.choose_by("--only", PARTS, |part| part.name)?,
        scenes: arguments.choose_by("--scene", SCENES, |scene| scene.name)?,
        limits: match arguments.has("--full-limits") {
            true => Limits::Full,
            false => Limits::Lowered,
        },
    })
}

/// Runs the chosen parts, all of them even if one fails.
pub(super) fn run(workspace: &Workspace, sayso: &Path, chosen: &Chosen) -> Result<()> {
    let bench = Bench {
        workspace,
        sayso,
        programs: &tools::agents(workspace)?,
    };
    let parts = chosen.parts.iter();
    let failed: Vec<String> = parts
        .filter_map(|part| (part.run)(&bench, chosen).err())
        .map(|error| format!("{error:#}"))
        .collect();
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// Runs the trials of clients side by side, since nearly all of their time is waiting, and prints a
/// table.
fn clients(bench: &Bench, chosen: &Chosen) -> Result<()> {
    let trials: Vec<Trial> = chosen
        .agents
        .iter()
        .flat_map(|agent| {
            [Window::BelowLimit, Window::AboveLimit].map(|window| Trial {
                agent,
                window,
                limits: chosen.limits,
            })
        })
        .collect();
    println!(
        "{} trials, at most {} s each; their logs are in {}",
        trials.len(),
        trials.iter().map(Trial::seconds_max).max().unwrap_or(0),
        bench.workspace.target.join("e2e/agents").display()
    );
    let reports: Vec<Report> = thread::scope(|scope| {
        let running: Vec<_> = trials
            .iter()
            .map(|trial| scope.spawn(|| trial.run(bench)))
            .collect();
        running
            .into_iter()
            .map(|trial| trial.join().expect("a trial reports its failure"))
            .collect()
    });
    println!("\n{}", table::render(&reports));
    let failed: Vec<String> = reports
        .iter()
        .filter_map(|report| {
            Some(format!(
                "{}: {:#}",
                report.name,
                report.seen.as_ref().err()?
            ))
        })
        .collect();
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}
