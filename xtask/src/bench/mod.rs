//! Benchmarks of the promises in figures: `cargo xtask bench`.
//!
//! Each row drives the release binary from outside, as a client would, on a data directory of its
//! own. Machines are noisy: medians and percentiles of many rounds, never a pass or a failure.

mod figures;
mod local_http;
mod mcp_process;
mod rows;

use anyhow::Result;

use crate::no_arguments;
use crate::process::run as run_to_end;
use crate::workspace::Workspace;

/// Builds the release binary, measures every row and prints the table as Markdown.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    no_arguments(arguments)?;
    run_to_end(
        workspace
            .cargo()
            .args(["build", "--release", "--package", "cli"]),
    )?;
    let sayso = workspace.target.join("release/sayso");
    let scratch = workspace.target.join("bench");
    println!("\n| what | measured | to reach |\n|---|---|---|");
    for row in rows::ROWS {
        let directory = scratch.join(row.name);
        if directory.exists() {
            std::fs::remove_dir_all(&directory)?;
        }
        let measured = (row.measure)(&rows::Bench {
            sayso: &sayso,
            directory: &directory,
        })?;
        println!("| {} | {measured} | {} |", row.what, row.goal);
    }
    Ok(())
}
