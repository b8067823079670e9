//! The official Python SDK: stdio and HTTP, both protocol eras. The checks are in `e2e/python`.

use anyhow::Result;

use super::hub::Hub;
use crate::workspace::Workspace;
use crate::{process, tools};

pub(super) fn run(workspace: &Workspace, hub: &Hub) -> Result<()> {
    let python = tools::python(workspace)?;
    let mut script = hub.isolated(process::command(python));
    script
        .arg(workspace.root.join("e2e/python/provide_choice.py"))
        .arg("--sayso")
        .arg(hub.program())
        .arg("--data-dir")
        .arg(hub.data_dir())
        .args(["--url", &hub.mcp_url()])
        .env("SAYSO_E2E_TOKEN", hub.token("python-e2e")?)
        .env("PYTHONDONTWRITEBYTECODE", "1");
    process::run(&mut script)
}
