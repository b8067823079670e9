//! Real agents that the hub runs: a permission, a question, a reply, a cancelled task, a killed hub
//! and a missing key, with everything that the person does done through the portal's API.

mod desk;
mod remains;
mod scenes;
mod table;

use std::thread;

use anyhow::{Context, Result, bail};

use self::desk::Desk;
use self::scenes::SCENE_SECONDS_MAX;
pub(super) use self::scenes::{SCENES, Scene};
use super::Bench;
use super::kinds::Agent;

/// What was seen of one agent.
struct Report {
    agent: &'static Agent,
    version: String,
    /// In the order of the scenes.
    seen: Vec<Result<String>>,
}

/// Shows every scene with every agent, the agents side by side, and prints a table.
pub(super) fn run(bench: &Bench, agents: &[&'static Agent], scenes: &[&Scene]) -> Result<()> {
    println!(
        "{} agents run by the hub, at most {} s each; their logs are in {}",
        agents.len(),
        scenes.len() as u64 * SCENE_SECONDS_MAX,
        bench.workspace.target.join("e2e/agents").display()
    );
    let reports: Vec<Report> = thread::scope(|scope| {
        let running: Vec<_> = agents
            .iter()
            .map(|agent| scope.spawn(|| show(bench, agent, scenes)))
            .collect();
        running
            .into_iter()
            .map(|agent| agent.join().expect("a scene reports its failure"))
            .collect()
    });
    println!("\n{}", table::render(scenes, &reports));
    let failed: Vec<String> = reports
        .iter()
        .flat_map(|report| {
            let named = scenes.iter().zip(&report.seen);
            named.filter_map(|(scene, seen)| {
                let error = seen.as_ref().err()?;
                Some(format!("{}-{}: {error:#}", report.agent.preset, scene.name))
            })
        })
        .collect();
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

fn show(bench: &Bench, agent: &'static Agent, scenes: &[&Scene]) -> Report {
    let mut version = None;
    let seen = scenes.iter().map(|scene| {
        let name = format!("{}-{}", agent.preset, scene.name);
        let directory = bench.workspace.target.join("e2e/agents").join(&name);
        let seen = Desk::open(bench, agent, scene.login, &directory)
            .and_then(|mut desk| {
                version = desk.version().or(version.take());
                (scene.play)(&mut desk)
            })
            .with_context(|| format!("logs: {}", directory.display()));
        println!("{}: {name}", if seen.is_ok() { "ok" } else { "failed" });
        seen
    });
    let seen = seen.collect();
    Report {
        agent,
        version: version.unwrap_or_default(),
        seen,
    }
}
