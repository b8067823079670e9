//! Faults of the surroundings, one scenario each: what was done to the hub and what was seen.
//!
//! A scenario that cannot be made on this machine says so instead of passing.

mod damage;
mod disk;
mod lost_reply;
mod migration;
mod pausing;
mod read_only;
mod sync;
mod tmpfs;
mod work;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::process::Place;
use xtask::workspace::Workspace;

/// What a scenario has to work with.
pub(crate) struct Stage<'s> {
    /// The program with fail points.
    pub(crate) sayso: &'s Path,
    /// The root of the sources.
    pub(crate) root: &'s Path,
    /// An empty directory for this scenario.
    pub(crate) directory: PathBuf,
    pub(crate) seed: u64,
}

struct Scenario {
    name: &'static str,
    /// Returns what was seen; a broken promise is an error.
    run: fn(&Stage<'_>) -> Result<String>,
}

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "the disk is full",
        run: disk::run,
    },
    Scenario {
        name: "the data directory cannot be written",
        run: read_only::run,
    },
    Scenario {
        name: "truncated database files",
        run: damage::truncated,
    },
    Scenario {
        name: "flipped bits in database files",
        run: damage::flipped,
    },
    Scenario {
        name: "killed while creating the database",
        run: migration::creating,
    },
    Scenario {
        name: "killed inside a migration",
        run: migration::upgrading,
    },
    Scenario {
        name: "the disk does not confirm a write (fsync error)",
        run: sync::run,
    },
    Scenario {
        name: "the hub dies between storing a question and its reply",
        run: lost_reply::run,
    },
    Scenario {
        name: "SIGSTOP and SIGCONT of the hub",
        run: pausing::run,
    },
];

/// Plays every scenario whose name contains one of `wanted`, or all, and prints one row for each.
pub(crate) fn play(
    workspace: &Workspace,
    sayso: &Path,
    seed: u64,
    wanted: &[String],
) -> Result<()> {
    let known = |part: &String| SCENARIOS.iter().any(|one| one.name.contains(part));
    if let Some(unknown) = wanted.iter().find(|part| !known(part)) {
        bail!("no scenario has {unknown:?} in its name");
    }
    println!("\n| fault | what was seen | s |\n|---|---|---|");
    let mut failed = Vec::new();
    for (number, scenario) in SCENARIOS.iter().enumerate() {
        if !wanted.is_empty() && !wanted.iter().any(|part| scenario.name.contains(part)) {
            continue;
        }
        let directory = workspace
            .target
            .join("chaos")
            .join(format!("scenario-{number}"));
        let begun = Instant::now();
        let played = set_up(&directory).and_then(|()| {
            (scenario.run)(&Stage {
                sayso,
                root: &workspace.root,
                directory: directory.clone(),
                seed,
            })
        });
        // A client may have started a hub that the scenario did not end.
        Place::existing(sayso, &directory).stop();
        let lasted = begun.elapsed().as_secs_f64();
        match played {
            Ok(seen) => println!("| {} | {seen} | {lasted:.1} |", scenario.name),
            Err(error) => {
                println!("| {} | FAILED | {lasted:.1} |", scenario.name);
                failed.push(format!("{}: {error:#}", scenario.name));
            }
        }
    }
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

fn set_up(directory: &Path) -> Result<()> {
    if directory.exists() {
        std::fs::remove_dir_all(directory)
            .with_context(|| format!("cannot clear {}", directory.display()))?;
    }
    Ok(std::fs::create_dir_all(directory.join("home"))?)
}
