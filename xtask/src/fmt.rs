//! Formats the Rust sources, or says which are not formatted.

use anyhow::{Context, Result};

use xtask::process;
use xtask::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    format(workspace, crate::only_flag(arguments, "--check")?)
}

/// Runs rustfmt over every crate; with `check` it changes nothing.
pub(crate) fn format(workspace: &Workspace, check: bool) -> Result<()> {
    let mut cargo = workspace.cargo();
    cargo.args(["fmt", "--all"]);
    if check {
        cargo.arg("--check");
    }
    process::run(&mut cargo).context("to format: cargo xtask fmt")
}
