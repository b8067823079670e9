//! `cargo xtask chaos`: the real hub under crashes and faults, with a checker of what everybody
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

use anyhow::{Context, Result, bail};

use xtask::process;
use xtask::workspace::Workspace;

/// Kills in the normal test run.
const KILLS: usize = 200;

struct Options {
    kills: usize,
    seed: u64,
    binary: Option<PathBuf>,
    /// Parts of the names of scenarios; then there is no storm.
    only: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let options = Options::parse(arguments)?;
    let sayso = match &options.binary {
        Some(binary) => std::path::absolute(binary)?,
        None => build(workspace)?,
    };
    let scratch = workspace.target.join("chaos");
    println!(
        "seed {} (repeat with --seed {})",
        options.seed, options.seed
    );
    let played = scenarios::play(workspace, &sayso, options.seed, &options.only);
    if options.only.is_empty() {
        let storm = scratch.join("storm");
        let aftermath = storm::run(&sayso, &storm, options.seed, options.kills)?;
        report::storm(&aftermath)?;
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

impl Options {
    fn parse(arguments: &[String]) -> Result<Self> {
        let mut options = Self {
            kills: KILLS,
            seed: 1,
            binary: None,
            only: Vec::new(),
        };
        let mut rest = arguments.iter();
        while let Some(flag) = rest.next() {
            let mut value = || rest.next().with_context(|| format!("{flag} needs a value"));
            match flag.as_str() {
                "--kills" => options.kills = value()?.parse().context("--kills")?,
                "--seed" => options.seed = value()?.parse().context("--seed")?,
                "--binary" => options.binary = Some(value()?.into()),
                "--only" => options.only.push(value()?.clone()),
                other => {
                    bail!("unknown argument {other:?}; there are --kills, --seed, --binary, --only")
                }
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Options> {
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        Options::parse(&arguments)
    }

    #[test]
    fn flags_choose_the_storm_and_unknown_ones_are_refused() {
        let options = parse(&["--kills", "5", "--seed", "9", "--only", "disk"]).unwrap();
        assert_eq!((options.kills, options.seed), (5, 9));
        assert_eq!(options.only, ["disk"]);
        assert_eq!(parse(&[]).unwrap().kills, KILLS);
        for wrong in [&["--kill", "5"] as &[&str], &["--kills"], &["--seed", "x"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
