//! The official Python SDK: stdio and HTTP, both protocol eras. The checks are in `e2e/python`.

use anyhow::Result;

use crate::process::Place;
use xtask::workspace::Workspace;
use xtask::{process, tools};

/// In this order: the last changes the setting `delivery` for good.
const SCRIPTS: &[&str] = &["provide_choice.py", "hitl_request.py", "elicitation.py"];

pub(super) fn run(workspace: &Workspace, place: &Place) -> Result<()> {
    let python = tools::python(workspace)?;
    let token = place.token("python-e2e")?;
    for name in SCRIPTS {
        println!("\n{name}");
        let mut script = place.isolated(process::command(&python));
        script
            .arg(workspace.root.join("e2e/python").join(name))
            .arg("--sayso")
            .arg(place.program())
            .arg("--data-dir")
            .arg(place.data_dir())
            .args(["--url", &place.mcp_url()])
            .env("SAYSO_E2E_TOKEN", &token)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        process::run(&mut script)?;
    }
    Ok(())
}
