//! Schemathesis over our OpenAPI document: no 5xx, and every reply as documented.
//!
//! The portal's routes are called as a browser does, with cookie, key and Origin; those of agents
//! and of the person at this machine through the Unix socket. Each is called once with invented ids
//! and once with those of an existing question.

use anyhow::{Context, Result};

use super::Run;
use crate::forwarder::Forwarder;
use xtask::{process, tools};

const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance";
/// What would end the run itself, or is not a request with a reply.
const LEFT_OUT: &[&str] = &[
    "/api/v1/logout",
    "/api/v1/shutdown",
    "/api/v1/events",
    "/api/v1/openapi.json",
];

/// The caller, and the part of the document that it may use.
struct Caller {
    name: &'static str,
    over_socket: bool,
    tags: &'static [&'static str],
    /// In braces: things of the stage.
    headers: &'static [&'static str],
    ids_are_questions: bool,
}

const CALLERS: &[Caller] = &[
    Caller {
        name: "browser",
        over_socket: false,
        tags: &["people", "public"],
        headers: &["Cookie: {cookie}", "X-Hub-Key: {key}", "Origin: {origin}"],
        ids_are_questions: true,
    },
    Caller {
        name: "agent",
        over_socket: true,
        tags: &["agents"],
        headers: &[r#"X-Sayso-Asker: {"client":"victim","directory":"/src/trials"}"#],
        ids_are_questions: true,
    },
    Caller {
        name: "person at this machine",
        over_socket: true,
        tags: &["local"],
        headers: &[],
        ids_are_questions: false,
    },
];

pub(super) fn run(run: &Run<'_>) -> Result<String> {
    let relay = Forwarder {
        hub: run.stage.place.local(),
        token: None,
        translate: None,
    };
    let relay = relay.start()?;
    let mut cases = 0;
    for caller in CALLERS {
        let port = if caller.over_socket {
            relay
        } else {
            run.stage.place.port()
        };
        let ids: &[bool] = if caller.ids_are_questions {
            &[false, true]
        } else {
            &[false]
        };
        for &known_id in ids {
            cases += call(run, caller, port, known_id)
                .with_context(|| format!("schemathesis as {}", caller.name))?;
        }
    }
    Ok(format!("{cases} requests as documented, no 5xx"))
}

fn call(run: &Run<'_>, caller: &Caller, port: u16, known_id: bool) -> Result<u64> {
    let python = tools::python_with(run.workspace, "schemathesis")?;
    let directory = run.stage.place.directory();
    let config = directory.join("schemathesis.toml");
    // No test of the waiting itself: a request must come back.
    let mut parameters = String::from("[parameters]\n\"query.wait_seconds\" = 0\n");
    if known_id {
        parameters.push_str(&format!("\"path.id\" = \"{}\"\n", run.stage.ask()?));
    }
    std::fs::write(&config, parameters)?;
    let mut tool = run.stage.place.isolated(process::command(python));
    tool.args(["-m", "schemathesis.cli", "--config-file"])
        .arg(&config)
        .arg("run")
        .arg(run.workspace.root.join("docs/reference/openapi.json"))
        .args(["--url", &format!("http://localhost:{port}")])
        .args(["--checks", CHECKS, "--phases", "coverage,fuzzing"])
        .args(["--warnings", "off", "--request-timeout", "20", "--no-color"])
        .args(["--max-examples", &run.rounds.to_string()])
        .args(["--seed", &run.seed.to_string()])
        .current_dir(directory);
    for tag in caller.tags {
        tool.args(["--include-tag", tag]);
    }
    for path in LEFT_OUT {
        tool.args(["--exclude-path", path]);
    }
    for header in caller.headers {
        tool.args(["--header", &run.stage.fill(header)?]);
    }
    let said = process::stdout(&mut tool)?;
    let counted = said
        .lines()
        .find_map(|line| line.trim().split_once(" generated, "));
    let (cases, _) = counted.with_context(|| format!("no figures in: {said}"))?;
    Ok(cases.parse()?)
}
