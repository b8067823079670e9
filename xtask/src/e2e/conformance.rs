//! The MCP conformance suite's server scenarios against `/mcp`, for each revision we serve.
//!
//! Many scenarios call fixture tools of a made-up server; those are listed, each with its reason,
//! in `e2e/conformance`. The lists are strict both ways: an unlisted failure fails the run, and so
//! does a listed scenario that passes.

use anyhow::{Result, bail};

use super::forwarder::Forwarder;
use super::hub::Hub;
use crate::workspace::Workspace;
use crate::{process, tools};

const REVISIONS: &[&str] = &["2025-06-18", "2025-11-25", "2026-07-28"];

pub(super) fn run(workspace: &Workspace, hub: &Hub) -> Result<()> {
    let node = tools::node(workspace)?;
    let forwarder = Forwarder::start(hub.port(), hub.token("conformance-e2e")?)?;
    let url = format!("http://127.0.0.1:{}/mcp", forwarder.port);
    let mut failed = Vec::new();
    for revision in REVISIONS {
        println!("\nrevision {revision}");
        let expected = format!("e2e/conformance/expected-failures-{revision}.yaml");
        let mut suite = hub.isolated(node.program("conformance"));
        suite.args([
            "server",
            "--url",
            &url,
            "--suite",
            "all",
            "--spec-version",
            revision,
        ]);
        suite
            .arg("--expected-failures")
            .arg(workspace.root.join(&expected));
        suite
            .arg("--output-dir")
            .arg(hub.directory().join(revision));
        // The other revisions are still worth seeing.
        if let Err(error) = process::run(&mut suite) {
            println!("{error:#}");
            failed.push(expected);
        }
    }
    if !failed.is_empty() {
        bail!(
            "a scenario failed unexpectedly, or passes though it is listed in {}",
            failed.join(", ")
        );
    }
    Ok(())
}
