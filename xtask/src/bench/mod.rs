//! Benchmarks of the promises in figures: `cargo xtask bench`.
//!
//! Each row drives the release binary from outside, as a client would, on a data directory of its
//! own. Machines are noisy: medians and percentiles of many rounds, never a pass or a failure.

mod figures;
mod portal;
mod rows;
mod running_hub;
mod sockets;
mod websocket;

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::process::run as run_to_end;
use crate::workspace::Workspace;
use rows::{ROWS, Row};

/// Builds the release binary, or takes the one that is given, measures the named rows, or all, and
/// prints the table as Markdown.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let (binary, names) = match arguments {
        [flag, binary, names @ ..] if flag == "--binary" => (Some(binary), names),
        names => (None, names),
    };
    let chosen = choose(names)?;
    let sayso = match binary {
        Some(binary) => std::path::absolute(binary)?,
        None => build(workspace)?,
    };
    let scratch = workspace.target.join("bench");
    println!("\n| what | measured | to reach |\n|---|---|---|");
    for row in chosen {
        let directory = scratch.join(row.name);
        if directory.exists() {
            std::fs::remove_dir_all(&directory)?;
        }
        let bench = rows::Bench {
            workspace,
            sayso: &sayso,
            directory: &directory,
        };
        println!(
            "| {} | {} | {} |",
            row.what,
            (row.measure)(&bench)?,
            row.goal
        );
    }
    Ok(())
}

fn choose(names: &[String]) -> Result<Vec<&'static Row>> {
    if names.is_empty() {
        return Ok(ROWS.iter().collect());
    }
    let known = || ROWS.iter().map(|row| row.name).collect::<Vec<_>>();
    names
        .iter()
        .map(|name| match ROWS.iter().find(|row| row.name == name) {
            Some(row) => Ok(row),
            None => bail!("no row {name:?}; there are {}", known().join(", ")),
        })
        .collect()
}

fn build(workspace: &Workspace) -> Result<PathBuf> {
    run_to_end(
        workspace
            .cargo()
            .args(["build", "--release", "--package", "cli"]),
    )?;
    Ok(workspace.target.join("release/sayso"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_means_all_rows_and_an_unknown_one_is_refused() {
        assert_eq!(choose(&[]).unwrap().len(), ROWS.len());
        let error = choose(&["speed".to_owned()]).err().unwrap();
        assert!(
            error
                .to_string()
                .starts_with("no row \"speed\"; there are start, cold")
        );
    }
}
