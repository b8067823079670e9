//! End-to-end checks: real outside MCP clients and a real browser against the built binary.
//!
//! Each check gets a separate hub on a new data directory under `target/e2e`, where its logs stay
//! for reading. People's answers are given with `sayso answer`.
//!
//! Real coding agents (`--agents`) run only when asked for: they are large and take minutes.

mod agents;
mod cases;
mod conformance;
mod inspector;
pub(crate) mod portal;
mod python;
mod stand_in;

use std::time::Instant;

use anyhow::{Context, Result};

use crate::arguments::Arguments;
use crate::process::Place;
use xtask::workspace::Workspace;

struct Check {
    name: &'static str,
    run: fn(&Workspace, &Place) -> Result<()>,
}

const CHECKS: &[Check] = &[
    Check {
        name: "python",
        run: python::run,
    },
    Check {
        name: "inspector",
        run: inspector::run,
    },
    Check {
        name: "conformance",
        run: conformance::run,
    },
    Check {
        name: "portal",
        run: portal::run,
    },
];

/// Runs the named checks, or all of them, against a fresh debug build or the binary that is given.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let flags = ["--agents", "--full-limits"];
    let arguments = Arguments::read(arguments, &flags, &["--binary", "--only", "--scene"])?;
    let build = || match arguments.text("--binary") {
        Some(binary) => Ok(std::path::absolute(binary)?),
        None => workspace.build_sayso(),
    };
    if arguments.has("--agents") {
        let chosen = agents::choose(&arguments)?;
        return agents::run(workspace, &build()?, &chosen);
    }
    let chosen = arguments.choose(CHECKS, |check| check.name)?;
    let sayso = build()?;
    for check in chosen {
        println!("\n--- e2e {} ---", check.name);
        let started = Instant::now();
        let place = Place::fresh(&sayso, &workspace.target.join("e2e").join(check.name), "")?;
        let _hub = place.started()?;
        (check.run)(workspace, &place).with_context(|| {
            format!(
                "e2e {} failed; logs: {}",
                check.name,
                place.directory().display()
            )
        })?;
        println!(
            "--- e2e {}: ok, {:.1} s ---",
            check.name,
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
