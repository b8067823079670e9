//! Finds the built program beside the test that asks for it.
//!
//! `cargo nextest run --workspace` builds it before the first test runs. With `-p` it does not, so a
//! program that is missing or older than its sources is built here; cargo wrote those down in the
//! dep-info file beside the program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::SystemTime;

const NAME: &str = "scripted-agent";

/// Returns the path of the scripted agent, built from the present sources.
pub fn program() -> PathBuf {
    static FOUND: OnceLock<PathBuf> = OnceLock::new();
    FOUND.get_or_init(find).clone()
}

fn find() -> PathBuf {
    let directory = directory();
    let program = directory.join(NAME);
    if !is_fresh(&program) {
        build(&directory);
    }
    program
}

/// Where cargo puts programs in the profile of this test.
fn directory() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let directory = test.parent().expect("a program is in a directory");
    if directory.ends_with("deps") {
        return directory.parent().unwrap_or(directory).to_owned();
    }
    directory.to_owned()
}

fn is_fresh(program: &Path) -> bool {
    let Some(built) = changed(program) else {
        return false;
    };
    let Ok(listed) = std::fs::read_to_string(program.with_extension("d")) else {
        return false;
    };
    let sources = listed.split_once(": ").map_or("", |(_, sources)| sources);
    // A space within a path is written with a backslash before it.
    let sources = sources.trim_end().replace("\\ ", "\0");
    sources
        .split(' ')
        .map(|source| PathBuf::from(source.replace('\0', " ")))
        .all(|source| changed(&source).is_some_and(|changed| changed <= built))
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place of this crate that builds the program"
)]
fn build(directory: &Path) {
    let profile = match directory.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(profile) => profile,
    };
    let target = directory.parent().expect("a profile is in a directory");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--package", NAME, "--profile", profile])
        .arg("--target-dir")
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    let built = built.expect("cargo can be started");
    assert!(built.success(), "cargo cannot build {NAME}");
}
