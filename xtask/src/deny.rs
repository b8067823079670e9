//! Licences, bans and sources of everything we depend on; the rules are in `deny.toml`.
//!
//! Not part of `test`: the tool has to be built first when it is missing. Advisories need their
//! database from the network, so they are a separate step.

use anyhow::{Context, Result};

use xtask::workspace::Workspace;
use xtask::{process, tools};

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let advisories = crate::only_flag(arguments, "--advisories")?;
    let cargo_deny = tools::cargo_deny(workspace)?;
    let mut command = process::command(cargo_deny);
    command
        .current_dir(&workspace.root)
        .args(["--workspace", "check", "--hide-inclusion-graph"]);
    command.args(["bans", "licenses", "sources"]);
    if advisories {
        command.arg("advisories");
    }
    process::run(&mut command).context("the rules and their reasons are in deny.toml")
}
