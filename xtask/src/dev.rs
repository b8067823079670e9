//! A hub to work against: debug build, its own data directory, so that no real question is touched.

use anyhow::Result;

use xtask::process;
use xtask::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let data_dir = workspace.target.join("dev");
    println!("data directory: {}", data_dir.display());
    println!(
        "other commands reach this hub with --data-dir {}\n",
        data_dir.display()
    );
    let mut cargo = workspace.cargo();
    cargo.args(["run", "--package", "cli", "--", "serve", "--data-dir"]);
    process::run(cargo.arg(&data_dir).args(arguments))
}
