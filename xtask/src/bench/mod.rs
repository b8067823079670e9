//! Benchmarks of the promises in figures: `cargo xtask bench`.
//!
//! Each row drives the release binary from outside, as a client would, on a data directory of its
//! own. Machines are noisy: medians and percentiles of many rounds, never a pass or a failure.

mod figures;
mod local_http;
mod mcp_process;
mod rows;

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::process::run as run_to_end;
use crate::workspace::Workspace;

/// Builds the release binary, or takes the one that is given, measures every row and prints the
/// table as Markdown.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let sayso = match arguments {
        [] => build(workspace)?,
        [flag, binary] if flag == "--binary" => std::path::absolute(binary)?,
        _ => bail!("this command takes only --binary PATH"),
    };
    let scratch = workspace.target.join("bench");
    println!("\n| what | measured | to reach |\n|---|---|---|");
    for row in rows::ROWS {
        let directory = scratch.join(row.name);
        if directory.exists() {
            std::fs::remove_dir_all(&directory)?;
        }
        let bench = rows::Bench {
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

fn build(workspace: &Workspace) -> Result<PathBuf> {
    run_to_end(
        workspace
            .cargo()
            .args(["build", "--release", "--package", "cli"]),
    )?;
    Ok(workspace.target.join("release/sayso"))
}
