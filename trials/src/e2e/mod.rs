//! End-to-end checks: real outside MCP clients and a real browser against the built binary.
//!
//! Each check gets a hub of its own on a fresh data directory under `target/e2e`, where its logs
//! stay for reading. People's answers are given with `sayso answer`.
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

use anyhow::{Context, Result, bail};

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
    let (binary, names) = match arguments {
        [flag, binary, names @ ..] if flag == "--binary" => (Some(binary), names),
        names => (None, names),
    };
    let build = || match binary {
        Some(binary) => Ok(std::path::absolute(binary)?),
        None => workspace.build_sayso(),
    };
    if let [flag, rest @ ..] = names
        && flag == "--agents"
    {
        let chosen = agents::choose(rest)?;
        return agents::run(workspace, &build()?, &chosen);
    }
    let chosen = choose(names)?;
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

fn choose(names: &[String]) -> Result<Vec<&'static Check>> {
    if names.is_empty() {
        return Ok(CHECKS.iter().collect());
    }
    names
        .iter()
        .map(
            |name| match CHECKS.iter().find(|check| check.name == name) {
                Some(check) => Ok(check),
                None => bail!("no end-to-end check {name:?}; there are {}", known()),
            },
        )
        .collect()
}

fn known() -> String {
    CHECKS
        .iter()
        .map(|check| check.name)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_means_all_and_an_unknown_one_is_refused() {
        assert_eq!(choose(&[]).unwrap().len(), CHECKS.len());
        let error = choose(&["browser".to_owned()]).err().unwrap();
        assert_eq!(
            error.to_string(),
            "no end-to-end check \"browser\"; there are python, inspector, conformance, portal"
        );
    }
}
