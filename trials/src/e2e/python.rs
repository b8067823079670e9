//! The official Python SDK: stdio and HTTP, both protocol eras. The checks are in `e2e/python`.

use anyhow::Result;

use super::hub::Hub;
use xtask::workspace::Workspace;
use xtask::{process, tools};

/// In this order: the last changes the setting `delivery` for good.
const SCRIPTS: &[&str] = &["provide_choice.py", "hitl_request.py", "elicitation.py"];

pub(super) fn run(workspace: &Workspace, hub: &Hub) -> Result<()> {
    let python = tools::python(workspace)?;
    let token = hub.token("python-e2e")?;
    for name in SCRIPTS {
        println!("\n{name}");
        let mut script = hub.isolated(process::command(&python));
        script
            .arg(workspace.root.join("e2e/python").join(name))
            .arg("--sayso")
            .arg(hub.program())
            .arg("--data-dir")
            .arg(hub.data_dir())
            .args(["--url", &hub.mcp_url()])
            .env("SAYSO_E2E_TOKEN", &token)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        process::run(&mut script)?;
    }
    Ok(())
}
