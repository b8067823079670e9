//! Real coding agents with a scripted model: each asks, the person answers later than the client
//! waits for one call, and the agent must have the answer in the end.
//!
//! Opt-in, because the agents are large and waiting takes minutes. Offline apart from npm: the
//! model is the loopback server of `e2e/agents/model`.

mod kinds;
mod model;
mod recorder;
mod table;
mod trial;

use std::path::Path;
use std::thread;

use anyhow::{Result, bail};

use kinds::{AGENTS, Agent};
use trial::{Report, Trial, Window};
use xtask::tools;
use xtask::workspace::Workspace;

/// Which agents, and against which limits.
pub(super) struct Chosen {
    agents: Vec<&'static Agent>,
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

/// Reads what stands behind `--agents`.
pub(super) fn choose(arguments: &[String]) -> Result<Chosen> {
    let mut chosen = Chosen {
        agents: Vec::new(),
        limits: Limits::Lowered,
    };
    for argument in arguments {
        if argument == "--full-limits" {
            chosen.limits = Limits::Full;
        } else if let Some(agent) = AGENTS.iter().find(|agent| agent.client == argument) {
            chosen.agents.push(agent);
        } else {
            let known: Vec<&str> = AGENTS.iter().map(|agent| agent.client).collect();
            bail!("no agent {argument:?}; there are {}", known.join(", "));
        }
    }
    if chosen.agents.is_empty() {
        chosen.agents = AGENTS.iter().collect();
    }
    Ok(chosen)
}

/// Runs all trials side by side, since nearly all of their time is waiting, and prints a table.
pub(super) fn run(workspace: &Workspace, sayso: &Path, chosen: &Chosen) -> Result<()> {
    let programs = tools::agents(workspace)?;
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
        workspace.target.join("e2e/agents").display()
    );
    let reports: Vec<Report> = thread::scope(|scope| {
        let running: Vec<_> = trials
            .iter()
            .map(|trial| scope.spawn(|| trial.run(workspace, sayso, &programs)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_chosen_by_name_and_an_unknown_one_is_refused() {
        let words = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        let all = choose(&[]).unwrap();
        assert_eq!(
            (all.agents.len(), all.limits),
            (AGENTS.len(), Limits::Lowered)
        );
        let one = choose(&words(&["--full-limits", "codex"])).unwrap();
        assert_eq!((one.agents[0].client, one.limits), ("codex", Limits::Full));
        assert_eq!(
            choose(&words(&["eliza"])).err().unwrap().to_string(),
            "no agent \"eliza\"; there are codex, gemini, opencode, claude-code"
        );
    }
}
