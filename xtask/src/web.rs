//! The portal's front end: checks its sources and builds its bundle.
//!
//! The bundle is committed, so that building sayso needs no Node. `cargo xtask web` writes it;
//! the check builds it again elsewhere and compares byte for byte.

#[path = "../../crates/hub/build/stamp.rs"]
mod stamp;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use xtask::workspace::Workspace;
use xtask::{process, tools};

const DIST: &str = "web/dist";
const FIX: &str = "cargo xtask web";

/// Builds the bundle and writes it into the tree.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    crate::no_arguments(arguments)?;
    tools::web(workspace)?;
    build(workspace, &workspace.root.join(DIST))?;
    println!("web: wrote {DIST}");
    Ok(())
}

/// Everything CI wants to know about the front end.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    tools::web(workspace)?;
    let script = |name: &str, hint: &str| {
        process::run(tools::npm(&workspace.root.join("web")).args(["run", "--silent", name]))
            .with_context(|| hint.to_owned())
    };
    script("format:check", "to format: npm run format, in web/")?;
    script("check", "svelte-check's findings are above")?;
    script(
        "test",
        "a unit test of the portal failed; it is named above",
    )?;
    let fresh = workspace.target.join("web-dist");
    build(workspace, &fresh)?;
    compare(&fresh, &workspace.root.join(DIST))
}

fn build(workspace: &Workspace, out: &Path) -> Result<()> {
    let mut vite = tools::npm(&workspace.root.join("web"));
    vite.args(["exec", "--", "vite", "build", "--logLevel", "warn"]);
    vite.arg("--emptyOutDir").arg("--outDir").arg(out);
    process::run(&mut vite)?;
    std::fs::write(out.join("STAMP"), stamp::stamp(&workspace.root)?)?;
    Ok(())
}

fn compare(fresh: &Path, committed: &Path) -> Result<()> {
    let (fresh, committed) = (read(fresh)?, read(committed)?);
    let differing = differing(&fresh, &committed);
    if !differing.is_empty() {
        bail!("{DIST} is stale in {}; {FIX}", differing.join(", "));
    }
    println!("web: the {} files of {DIST} are up to date", fresh.len());
    Ok(())
}

type Tree = BTreeMap<PathBuf, Vec<u8>>;

fn read(root: &Path) -> Result<Tree> {
    let mut tree = Tree::new();
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        let entries = std::fs::read_dir(&directory)
            .with_context(|| format!("cannot read {}; {FIX}", directory.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root)?.to_owned();
                tree.insert(name, std::fs::read(&path)?);
            }
        }
    }
    Ok(tree)
}

fn differing(one: &Tree, other: &Tree) -> Vec<String> {
    let names: std::collections::BTreeSet<_> = one.keys().chain(other.keys()).collect();
    names
        .into_iter()
        .filter(|name| one.get(*name) != other.get(*name))
        .map(|name| name.display().to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_check_names_missing_added_and_changed_files() {
        let tree = |files: &[(&str, &str)]| -> Tree {
            files
                .iter()
                .map(|(name, text)| (PathBuf::from(name), text.as_bytes().to_vec()))
                .collect()
        };
        let one = tree(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let other = tree(&[("b", "2"), ("c", "1"), ("d", "1")]);
        assert_eq!(differing(&one, &other), ["a", "b", "d"]);
        assert_eq!(differing(&one, &one), Vec::<String>::new());
    }
}
