//! The MCP inspector's command line: portable schemas, and one call in each selection mode, over
//! stdio in the older protocol era and over HTTP in the current one.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::cases::{self, Case};
use crate::process::Place;
use xtask::tools::Node;
use xtask::workspace::Workspace;
use xtask::{process, tools};

/// How the inspector reaches the server.
struct Route {
    label: &'static str,
    arguments: Vec<String>,
}

pub(super) fn run(workspace: &Workspace, place: &Place) -> Result<()> {
    let node = tools::node(workspace)?;
    let cases = cases::read(workspace)?;
    for route in routes(place)? {
        let mut list = inspect(&node, place, &route);
        list.args(["--method", "tools/list", "--strict"]);
        // Exit code 6 is a schema that some client cannot read.
        let listed = process::stdout(&mut list).context("tools/list --strict")?;
        if !listed.contains("\"provide_choice\"") {
            bail!(
                "inspector over {}: provide_choice is not listed",
                route.label
            );
        }
        println!("ok: {}, tools/list --strict", route.label);
        for case in &cases {
            call(&node, place, &route, case)
                .with_context(|| format!("inspector over {}, {}", route.label, case.name))?;
            println!("ok: {}, {}", route.label, case.name);
        }
    }
    Ok(())
}

fn routes(place: &Place) -> Result<Vec<Route>> {
    let sayso = place
        .program()
        .to_str()
        .context("the path of the binary is not UTF-8")?;
    let data_dir = place.data_dir();
    let data_dir = data_dir
        .to_str()
        .context("the data directory is not UTF-8")?;
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let authorization = format!("Authorization: Bearer {}", place.token("inspector-e2e")?);
    Ok(vec![
        Route {
            label: "stdio legacy",
            arguments: words(&[sayso, "mcp", "-e", &format!("SAYSO_DATA_DIR={data_dir}")]),
        },
        Route {
            label: "http modern",
            arguments: words(&[
                &place.mcp_url(),
                "--transport",
                "http",
                "--protocol-era",
                "modern",
                "--header",
                &authorization,
            ]),
        },
    ])
}

fn inspect(node: &Node, place: &Place, route: &Route) -> Command {
    let mut command = place.isolated(node.program("mcp-inspector"));
    command.arg("--cli").args(&route.arguments);
    command
}

/// Calls the tool, answers as a person at a shell would, and compares what came back.
fn call(node: &Node, place: &Place, route: &Route, case: &Case) -> Result<()> {
    let label = format!("inspector {}", route.label);
    let mut command = inspect(node, place, route);
    command
        .args([
            "--method",
            "tools/call",
            "--tool-name",
            "provide_choice",
            "--format",
            "json",
        ])
        .args(["--tool-args-json", &case.request(&label).to_string()])
        .stdout(Stdio::piped());
    let call = command.spawn().context("cannot start the inspector")?;
    let id = place.question(&case.title(&label))?;
    let mut answer = vec!["answer", &id];
    answer.extend(case.answer.iter().map(String::as_str));
    place.run(&answer)?;
    let output = call.wait_with_output()?;
    if !output.status.success() {
        bail!(
            "the inspector failed ({}): {}",
            output.status,
            String::from_utf8_lossy(&output.stdout)
        );
    }
    let result: Value =
        serde_json::from_slice(&output.stdout).context("the inspector printed no JSON")?;
    case.verify(structured(&result))
}

/// Finds the structured content, wrapped in an envelope or not.
fn structured(result: &Value) -> &Value {
    let inner = result.get("result").unwrap_or(result);
    &inner["structuredContent"]
}
