//! The portal in a real Chromium, against the real binary.
//!
//! The journeys are in `web/e2e`; each starts its own hub, so the one of this check is not used.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::Place;
use xtask::workspace::Workspace;
use xtask::{process, tools};

const CHROMIUM: &str = "/usr/bin/chromium";

pub(super) fn run(workspace: &Workspace, place: &Place) -> Result<()> {
    let mut node = script(workspace, "e2e/run.mjs", place.program())?;
    node.env("SAYSO_E2E_DIR", place.directory());
    process::run(&mut node).context("a journey failed; pictures of it are beside the logs")
}

/// Prepares a script of `web/` that drives `sayso` in a browser; installs what it needs.
pub(crate) fn script(workspace: &Workspace, name: &str, sayso: &Path) -> Result<Command> {
    tools::web(workspace)?;
    install_browser()?;
    let mut node = process::command("node");
    node.current_dir(workspace.root.join("web"))
        .arg(name)
        .env("SAYSO_BINARY", sayso)
        .env("SAYSO_CHROMIUM", CHROMIUM);
    Ok(node)
}

/// Debian's own package; no browser is downloaded from elsewhere.
fn install_browser() -> Result<()> {
    if Path::new(CHROMIUM).exists() {
        return Ok(());
    }
    println!("chromium is not installed: installing Debian's package");
    // A fresh machine knows no packages before its lists are read.
    apt_get(&["update"])?;
    apt_get(&[
        "install",
        "-y",
        "--no-install-recommends",
        "chromium",
        "fonts-noto-cjk",
    ])
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let mut apt = process::command("apt-get");
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    process::run(apt.args(arguments))
        .context("the portal's journeys need Chromium: apt-get install chromium fonts-noto-cjk")
}
