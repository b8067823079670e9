//! Where things are: root, target directory, our packages, our files.
//!
//! Cargo and git are asked; nothing is guessed from names.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process;

pub struct Workspace {
    pub root: PathBuf,
    pub target: PathBuf,
    /// `cargo metadata` with the resolved graph.
    pub metadata: Value,
}

impl Workspace {
    /// Asks cargo about the workspace that contains xtask.
    pub fn load() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .context("xtask has no parent directory")?
            .to_owned();
        let text = process::stdout(
            process::cargo()
                .args(["metadata", "--format-version", "1"])
                .current_dir(&root),
        )?;
        let metadata: Value = serde_json::from_str(&text).context("cargo metadata is not JSON")?;
        let target = metadata["target_directory"]
            .as_str()
            .context("no target_directory")?
            .into();
        Ok(Self {
            root,
            target,
            metadata,
        })
    }

    /// Prepares cargo in the root of the workspace.
    pub fn cargo(&self) -> std::process::Command {
        let mut cargo = process::cargo();
        cargo.current_dir(&self.root);
        cargo
    }

    /// Returns every file that is tracked, or would be with `git add`, relative to the root.
    pub fn files(&self) -> Result<Vec<String>> {
        let listed = process::stdout(
            process::command("git")
                .args([
                    "ls-files",
                    "-z",
                    "--cached",
                    "--others",
                    "--exclude-standard",
                ])
                .current_dir(&self.root),
        )?;
        let mut files: Vec<String> = listed
            .split('\0')
            // A file deleted in the work tree is still in the index.
            .filter(|file| !file.is_empty() && self.root.join(file).is_file())
            .map(str::to_owned)
            .collect();
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// Reads a file as text; `None` when it is binary.
    pub fn text(&self, file: &str) -> Result<Option<String>> {
        let bytes =
            std::fs::read(self.root.join(file)).with_context(|| format!("cannot read {file}"))?;
        Ok(String::from_utf8(bytes).ok())
    }

    /// Builds the debug binary and returns its path.
    pub fn build_sayso(&self) -> Result<PathBuf> {
        process::run(
            self.cargo()
                .args(["build", "--workspace", "--bin", "sayso"]),
        )?;
        Ok(self
            .target
            .join("debug")
            .join(format!("sayso{}", std::env::consts::EXE_SUFFIX)))
    }

    /// Builds an example and returns its path.
    pub fn build_example(&self, package: &str, name: &str, release: bool) -> Result<PathBuf> {
        let mut cargo = self.cargo();
        cargo.args(["build", "--example", name]);
        let profile = match release {
            true => {
                cargo.args(["--release", "--package", package]);
                "release"
            }
            // Together with everything else: alone it would compile our dependencies once more.
            false => {
                cargo.arg("--workspace");
                "debug"
            }
        };
        process::run(&mut cargo)?;
        Ok(self.target.join(profile).join("examples").join(name))
    }
}
