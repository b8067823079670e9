//! Directories that other users could have prepared: the hub must not put its secrets or its socket
//! there.
//!
//! Each row prepares a directory and starts the real program on it; its twin is the same start on
//! a directory as it should be. What the command line's `layout` and the hub's `tests/it/lifecycle.rs`
//! show of links, modes, taken ports and second hubs is not repeated here.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Attack;
use super::report::SKIPPED;
use super::stage::Stage;
use super::users::{NOBODY, is_root};
use xtask::process;

struct Place {
    name: &'static str,
    /// Makes the data directory at this path; `false` when this machine cannot.
    prepare: fn(&Path) -> Result<bool>,
    /// What the refusal says.
    words: &'static str,
}

const PLACES: &[Place] = &[
    Place {
        name: "data directory of another user",
        prepare: |path| {
            if !is_root() {
                return Ok(false);
            }
            private(path)?;
            chown(path, Some(NOBODY), Some(NOBODY))?;
            Ok(true)
        },
        words: "belongs to user 65534",
    },
    Place {
        name: "something else where the socket belongs",
        prepare: |path| {
            private(path)?;
            fs::write(path.join("hub.sock"), "mine")?;
            Ok(true)
        },
        words: "already exists where the hub needs its socket",
    },
    Place {
        name: "link where the socket belongs",
        prepare: |path| {
            private(path)?;
            symlink("/dev/null", path.join("hub.sock"))?;
            Ok(true)
        },
        words: "already exists where the hub needs its socket",
    },
    Place {
        name: "database of a future version or of nobody's making",
        prepare: |path| {
            private(path)?;
            fs::write(path.join("sayso.db"), "SQLite format 4\0not ours")?;
            Ok(true)
        },
        words: "database",
    },
];

/// The same for the user's own runtime directory.
const RUNTIME: &[Place] = &[
    Place {
        name: "runtime directory is a link",
        prepare: |path| {
            let real = path.with_extension("real");
            private(&real)?;
            symlink(&real, path)?;
            Ok(true)
        },
        words: "is not a directory",
    },
    Place {
        name: "runtime directory that all may write",
        prepare: |path| opened(path, 0o777),
        words: "is open to other users",
    },
];

pub(super) fn attacks() -> Vec<Attack> {
    let mut all: Vec<Attack> = Vec::new();
    for place in PLACES {
        all.push(attack(place, "data directory", |root, prepare| {
            let chosen = root.join("data");
            Ok(prepare(&chosen)?.then(|| vec![("SAYSO_DATA_DIR", chosen)]))
        }));
    }
    for place in RUNTIME {
        all.push(attack(place, "runtime directory", |root, prepare| {
            let runtime = root.join("run");
            private(&runtime)?;
            Ok(prepare(&runtime.join("sayso"))?.then(|| vec![("XDG_RUNTIME_DIR", runtime)]))
        }));
    }
    all
}

type Environment = Vec<(&'static str, PathBuf)>;
type Prepare = fn(&Path) -> Result<bool>;

fn attack(
    place: &'static Place,
    target: &'static str,
    environment: fn(&Path, Prepare) -> Result<Option<Environment>>,
) -> Attack {
    let refused = format!("refused: {}", place.words);
    let attempt = move |stage: &Stage| {
        let root = scratch(stage)?;
        match environment(&root, place.prepare)? {
            Some(made) => start(stage, &root, &made, place.words),
            None => Ok(format!("{SKIPPED}: needs root")),
        }
    };
    let twin = move |stage: &Stage| {
        let root = scratch(stage)?;
        let as_it_should_be: Prepare = |path| private(path).map(|()| true);
        let made = environment(&root, as_it_should_be)?.context("not prepared")?;
        serve_once(stage, &root, &made)
    };
    Attack::scene(
        "directories",
        place.name,
        target,
        [&refused, "served"],
        attempt,
        twin,
    )
}

/// A fresh directory for one start.
fn scratch(stage: &Stage) -> Result<PathBuf> {
    let root = stage.new_directory();
    private(&root)?;
    Ok(root)
}

/// Starts `sayso serve`, which must end immediately with these words.
fn start(
    stage: &Stage,
    root: &Path,
    environment: &[(&str, PathBuf)],
    words: &str,
) -> Result<String> {
    let mut serve = isolated(stage, root, environment);
    // A start that is not refused would last: the system ends it then.
    let output = serve
        .args(["30"])
        .arg(stage.place.program())
        .args(["serve", "--port", "0"]);
    let output = output.output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    Ok(match (output.status.code(), said.contains(words)) {
        (Some(124), _) => "served".into(),
        (Some(0), _) => "ended well".into(),
        (_, true) => format!("refused: {words}"),
        (_, false) => format!("refused with other words: {}", said.trim()),
    })
}

/// Starts a hub on demand by the first call, then ends it.
fn serve_once(stage: &Stage, root: &Path, environment: &[(&str, PathBuf)]) -> Result<String> {
    let run = |arguments: &[&str]| -> Result<std::process::Output> {
        let mut call = isolated(stage, root, environment);
        Ok(call
            .arg("30")
            .arg(stage.place.program())
            .args(arguments)
            .output()?)
    };
    let served = run(&["--port", "0", "list", "--json"])?;
    let stopped = run(&["stop"])?;
    Ok(match (served.status.success(), stopped.status.success()) {
        (true, true) => "served".into(),
        _ => format!(
            "not served: {}",
            String::from_utf8_lossy(&served.stderr).trim()
        ),
    })
}

fn isolated(stage: &Stage, root: &Path, environment: &[(&str, PathBuf)]) -> std::process::Command {
    let mut command = stage.place.isolated(process::command("timeout"));
    command
        .env_remove("SAYSO_DATA_DIR")
        .env("HOME", root.join("home"));
    for (name, value) in environment {
        command.env(name, value);
    }
    command
}

fn private(path: &Path) -> Result<()> {
    fs::create_dir_all(path)?;
    Ok(fs::set_permissions(path, Permissions::from_mode(0o700))?)
}

/// A directory with something in it: an empty one is closed to others instead.
fn opened(path: &Path, mode: u32) -> Result<bool> {
    private(path)?;
    fs::write(path.join("settings.toml"), "")?;
    fs::set_permissions(path, Permissions::from_mode(mode))?;
    Ok(true)
}
