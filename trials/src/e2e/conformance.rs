//! The MCP conformance suite's server scenarios against `/mcp`, for each revision we serve.
//!
//! Many scenarios call fixture tools of a made-up server; those are listed, each with its reason,
//! in `e2e/conformance`. The tasks extension is judged with `slow_compute` played by a real question. The lists are strict both ways: an unlisted failure fails the run, and so
//! does a listed scenario that passes.

use std::sync::Arc;

use anyhow::{Result, bail};

use super::stand_in::StandIn;
use crate::forwarder::Forwarder;
use crate::process::Place;
use xtask::workspace::Workspace;
use xtask::{process, tools};

const REVISIONS: &[&str] = &["2025-06-18", "2025-11-25", "2026-07-28"];
/// The scenarios of the tasks extension, which belong to no revision.
const TASKS: &[&str] = &[
    "tasks-lifecycle",
    "tasks-capability-negotiation",
    "tasks-wire-fields",
    "tasks-request-state-removal",
    "tasks-mrtr-input",
    "tasks-request-headers",
    "tasks-dispatch-and-envelope",
    "tasks-status-notifications",
    "tasks-required-task-error",
    "tasks-mrtr-composition",
];

pub(super) fn run(workspace: &Workspace, place: &Place) -> Result<()> {
    let token = place.token("conformance-e2e")?;
    let plain = Forwarder {
        hub: place.portal(),
        token: Some(token),
        translate: None,
    };
    let port = plain.clone().start()?;
    let mut failed = Vec::new();
    for revision in REVISIONS {
        println!("\nrevision {revision}");
        let arguments = ["--suite", "all", "--spec-version", revision];
        // The other revisions are still worth seeing.
        if let Err(error) = suite(workspace, place, port, revision, &arguments) {
            println!("{error:#}");
            failed.push(*revision);
        }
    }
    place.run(&["config", "set", "delivery", "task"])?;
    let stand_in = StandIn::new(place.clone(), place.directory().join("stand-in.log"));
    let playing = Forwarder {
        translate: Some(Arc::new(move |head, body| stand_in.translate(head, body))),
        ..plain
    };
    let port = playing.start()?;
    for scenario in TASKS {
        println!("\n{scenario}");
        let arguments = ["--scenario", scenario];
        if let Err(error) = suite(workspace, place, port, "tasks", &arguments) {
            println!("{error:#}");
            failed.push(*scenario);
        }
    }
    if !failed.is_empty() {
        bail!(
            "a scenario failed unexpectedly, or passes though it is listed in \
             e2e/conformance, in {}",
            failed.join(", ")
        );
    }
    Ok(())
}

/// Runs a part of the suite against the list of failures called `list`.
fn suite(
    workspace: &Workspace,
    place: &Place,
    port: u16,
    list: &str,
    arguments: &[&str],
) -> Result<()> {
    let node = tools::node(workspace)?;
    let expected = format!("e2e/conformance/expected-failures-{list}.yaml");
    let mut suite = place.isolated(node.program("conformance"));
    suite
        .args(["server", "--url"])
        .arg(format!("http://127.0.0.1:{port}/mcp"))
        .args(arguments)
        .arg("--expected-failures")
        .arg(workspace.root.join(expected))
        .arg("--output-dir")
        .arg(place.directory().join(list));
    process::run(&mut suite)
}
