//! The hub under attack: `cargo xtask attack`.
//!
//! Every attack has a twin: the same request, made legitimate, which must succeed; so a refusal is
//! never just a hub that refuses everything. Attacks are rows in small files, one per group; each
//! group gets a separate hub, started from the real binary in a temporary directory.

mod agents;
mod directories;
mod forms;
mod framing;
mod gate;
mod leaks;
mod limits;
mod own_hand;
mod report;
mod shape;
mod slow;
mod sockets;
pub(crate) mod stage;
mod users;

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};

use crate::arguments::Arguments;
use report::Row;
use stage::Stage;
use xtask::workspace::Workspace;

/// Something done to a hub; returns what the hub did, in words.
type Play = Box<dyn Fn(&Stage) -> Result<String> + Send + Sync>;

/// The same as a plain function.
type Scene = fn(&Stage) -> Result<String>;

/// An attack, on one or several targets.
struct Attack {
    group: &'static str,
    name: String,
    tries: Vec<Try>,
}

/// An attack on one target, with its twin.
struct Try {
    target: &'static str,
    attempt: Play,
    refused: String,
    twin: Play,
    accepted: String,
}

impl Attack {
    /// An attack that is more than one request.
    fn scene(
        group: &'static str,
        name: &str,
        target: &'static str,
        [refused, accepted]: [&str; 2],
        attempt: impl Fn(&Stage) -> Result<String> + Send + Sync + 'static,
        twin: impl Fn(&Stage) -> Result<String> + Send + Sync + 'static,
    ) -> Self {
        let only = Try {
            target,
            attempt: Box::new(attempt),
            refused: refused.into(),
            twin: Box::new(twin),
            accepted: accepted.into(),
        };
        Self {
            group,
            name: name.into(),
            tries: vec![only],
        }
    }
}

/// How a group's attacks are run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// One after the other.
    InTurn,
    /// All at the same time: they wait more than they work.
    AtOnce,
}

struct Group {
    name: &'static str,
    pace: Pace,
    attacks: fn() -> Vec<Attack>,
}

const fn group(name: &'static str, attacks: fn() -> Vec<Attack>) -> Group {
    Group {
        name,
        pace: Pace::InTurn,
        attacks,
    }
}

const GROUPS: &[Group] = &[
    group("gate", gate::attacks),
    group("framing", framing::attacks),
    group("socket", sockets::attacks),
    group("forms", forms::attacks),
    group("agents", agents::attacks),
    group("limits", limits::attacks),
    Group {
        pace: Pace::AtOnce,
        ..group("slow", slow::attacks)
    },
    group("directories", directories::attacks),
    group("users", users::attacks),
    group("leaks", leaks::attacks),
];

/// Acts as another user's process; `None` in an ordinary run. Comes first, because such a process
/// cannot even read the workspace.
pub(crate) fn as_another_user(arguments: &[String]) -> Option<Result<()>> {
    let [flag, path] = arguments else { return None };
    users::as_another(flag, Path::new(path))
}

/// Runs the attacks on a fresh debug build and prints the table.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let arguments = Arguments::read(arguments, &["--markdown"], &["--only"])?;
    let chosen = choose(arguments.text("--only"))?;
    let sayso = workspace.build_sayso()?;
    let started = Instant::now();
    let rows = attack_with(&chosen, &workspace.target.join("attack"), &sayso)?;
    if arguments.has("--markdown") {
        print!("{}", report::markdown(&rows));
    } else {
        print!("{}", report::table(&rows));
    }
    let seconds = started.elapsed().as_secs_f64();
    println!("\n{}, {seconds:.0} s", report::summary(&rows));
    let failed = rows.iter().filter(|row| !row.holds()).count();
    if failed > 0 {
        bail!("{failed} attacks were not refused, or their twins were; see FAILED above");
    }
    Ok(())
}

/// Each group has its own thread and its own hub.
fn attack_with(groups: &[&'static Group], scratch: &Path, sayso: &Path) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    thread::scope(|scope| {
        let running: Vec<_> = groups
            .iter()
            .map(|group| scope.spawn(|| run_group(group, scratch.join(group.name), sayso)))
            .collect();
        for (group, thread) in groups.iter().zip(running) {
            let done = thread.join().map_err(|_| anyhow!("a thread panicked"));
            let done = done.and_then(|done| done);
            rows.extend(done.with_context(|| format!("group {:?}", group.name))?);
        }
        Ok(rows)
    })
}

fn run_group(group: &Group, directory: PathBuf, sayso: &Path) -> Result<Vec<Row>> {
    let attacks = (group.attacks)();
    let stage = Stage::start(&directory, sayso)?;
    let run_one = |attack: &Attack| Row::of(attack, &stage);
    match group.pace {
        Pace::InTurn => Ok(attacks.iter().map(run_one).collect()),
        Pace::AtOnce => thread::scope(|scope| {
            let running: Vec<_> = attacks
                .iter()
                .map(|attack| scope.spawn(|| Row::of(attack, &stage)))
                .collect();
            running
                .into_iter()
                .map(|thread| thread.join().map_err(|_| anyhow!("a thread panicked")))
                .collect()
        }),
    }
}

fn choose(only: Option<&str>) -> Result<Vec<&'static Group>> {
    let Some(only) = only else {
        return Ok(GROUPS.iter().collect());
    };
    let names = || GROUPS.iter().map(|group| group.name).collect::<Vec<_>>();
    match GROUPS.iter().find(|group| group.name == only) {
        Some(group) => Ok(vec![group]),
        None => bail!("no group {only:?}; there are {}", names().join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attack_list_is_long_enough_and_has_unique_names() {
        let all: Vec<Attack> = GROUPS.iter().flat_map(|group| (group.attacks)()).collect();
        let mut names: Vec<_> = all
            .iter()
            .map(|attack| (attack.group, &attack.name))
            .collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(count >= 60, "only {count}");
        for attack in &all {
            assert!(GROUPS.iter().any(|group| group.name == attack.group));
            assert!(!attack.tries.is_empty(), "{}", attack.name);
        }
    }

    #[test]
    fn unknown_attack_group_is_refused_with_the_known_ones() {
        let error = choose(Some("dns")).err().unwrap().to_string();
        assert!(error.starts_with("no group \"dns\"; there are gate, framing"));
    }
}
