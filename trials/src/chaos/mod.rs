//! `cargo xtask chaos`: the real hub under crashes and faults, with a checker of what every caller
//! saw. `--seed` repeats the schedule, the workload and the kill times.

mod agent;
mod asker;
mod checker;
mod history;
mod person;
mod plan;
pub(crate) mod races;
mod recorder;
mod report;
mod scenarios;
mod storm;
mod wire;

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::arguments::Arguments;
use xtask::process;
use xtask::workspace::Workspace;

/// Kills in the normal test run.
const KILLS: usize = 200;

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let with_value = ["--kills", "--seed", "--only", "--binary"];
    let arguments = Arguments::read(arguments, &[], &with_value)?;
    let kills = arguments.number("--kills", KILLS)?;
    let seed = arguments.number("--seed", 1)?;
    // Parts of the names of scenarios; then there is no storm.
    let only = arguments.all("--only");
    let sayso = match arguments.text("--binary") {
        Some(binary) => std::path::absolute(binary)?,
        None => build(workspace)?,
    };
    println!("seed {seed} (repeat with --seed {seed})");
    let played = scenarios::play(workspace, &sayso, seed, &only);
    if only.is_empty() {
        let storm = workspace.target.join("chaos/storm");
        report::storm(&storm::run(&sayso, &storm, seed, kills)?)?;
    }
    played
}

/// Builds the program with its fail points, beside the ordinary one.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    let features = [
        "--workspace",
        "--bin",
        "sayso",
        "--features",
        "cli/fail-points",
    ];
    process::run(workspace.cargo().arg("build").args(features))?;
    let built = workspace.target.join("debug/sayso");
    let own = workspace.target.join("chaos/sayso");
    std::fs::create_dir_all(workspace.target.join("chaos"))?;
    // A program that still runs cannot be overwritten, only replaced.
    let fresh = own.with_extension("fresh");
    std::fs::copy(built, &fresh).context("cannot keep the program with fail points")?;
    std::fs::rename(fresh, &own)?;
    Ok(own)
}
