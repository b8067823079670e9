//! Clippy over every crate and every target, warnings denied.

use anyhow::{Context, Result};

use xtask::process;
use xtask::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    crate::no_arguments(arguments)?;
    let mut cargo = workspace.cargo();
    cargo.args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]);
    process::run(&mut cargo).context(
        "clippy's findings are above; where a lint is wrong, say so with #[expect(…, reason = …)]",
    )
}
