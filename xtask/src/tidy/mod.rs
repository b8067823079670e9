//! Rules that no compiler checks: which crate may use which, and what every file must look like.
//!
//! Each rule is a function from what it reads to a list of problems; all of them are shown
//! together, each with the file it is about.

mod edges;
mod links;
mod locales;
mod packages;
mod paths;
mod project;
mod sources;
mod unused;

use anyhow::{Result, bail};

use packages::Packages;
use xtask::workspace::Workspace;

/// One file of the repository as text.
struct SourceFile {
    path: String,
    text: String,
}

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    crate::no_arguments(arguments)?;
    let files = read_all(workspace)?;
    let packages = Packages::read(&workspace.metadata)?;
    let mut problems = edges::check(&packages);
    problems.extend(unused::check(&packages, &files));
    problems.extend(sources::check(&files));
    problems.extend(paths::check(&files));
    problems.extend(links::check(&workspace.root, &files));
    problems.extend(project::check(&files));
    problems.extend(locales::check(&files)?);
    for problem in &problems {
        println!("tidy: {problem}");
    }
    if !problems.is_empty() {
        bail!(
            "{} found by tidy; the rules are in xtask/src/tidy",
            count(problems.len())
        );
    }
    println!(
        "tidy: {} files, {} crates, nothing to complain about",
        files.len(),
        packages.ours.len()
    );
    Ok(())
}

fn count(problems: usize) -> String {
    if problems == 1 {
        "1 problem".into()
    } else {
        format!("{problems} problems")
    }
}

fn read_all(workspace: &Workspace) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    for path in workspace.files()? {
        if let Some(text) = workspace.text(&path)? {
            files.push(SourceFile { path, text });
        }
    }
    Ok(files)
}

/// Returns whether `byte` may be part of a Rust identifier.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
