//! Trees of real processes that try to get away.

use std::path::Path;
use std::process::Stdio;

use processes::Identity;
use runner::launch::Launch;
use runner::tree::{Cgroup, MARK, Patience, Stopped, Tree};
use tokio::process::{Child, Command};

use crate::{SOON, number, until};

struct Attempt {
    tree: Tree,
    /// Scripts write their numbers here.
    directory: tempfile::TempDir,
    _child: Child,
}

impl Attempt {
    /// Starts a script; it has written `ready` when this returns.
    async fn start(script: &str, with_cgroup: bool) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let name = name_of(directory.path());
        let cgroup = with_cgroup.then(|| Cgroup::create(&name)).flatten();
        let script = format!("{script}\n: > ready; wait");
        let launch = Launch {
            cgroup: cgroup.as_ref().map(|cgroup| cgroup.directory().to_owned()),
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
        };
        let mut command = launcher();
        command
            .args(launch.to_arguments())
            .current_dir(directory.path())
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env(MARK, &name)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let child = command.spawn().expect("it starts");
        until(|| directory.path().join("ready").exists()).await;
        let root = child.id().and_then(Identity::of).expect("it runs");
        Self {
            tree: Tree::new(name, root, cgroup),
            directory,
            _child: child,
        }
    }

    async fn process(&self, file: &str) -> Identity {
        let path = self.directory.path().join(file);
        until(|| number(&path).is_some()).await;
        number(&path).and_then(Identity::of).expect("it runs")
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that starts processes in these tests"
)]
fn launcher() -> Command {
    let launcher = scripted_agent::launcher();
    let mut command = Command::new(&launcher[0]);
    command.args(&launcher[1..]);
    command
}

/// Names an attempt after its directory, of which there is one.
fn name_of(directory: &Path) -> String {
    let name = directory.file_name().unwrap_or_default().to_string_lossy();
    name.trim_start_matches('.').to_owned()
}

/// Ways to get away: the script, and the file in which the process that got away names itself.
const ESCAPES: &[(&str, &str)] = &[
    ("sleep 1000 & echo $! > pid", "a child"),
    ("(sh -c 'echo $$ > pid; exec sleep 1000' &)", "an orphan"),
    (
        "setsid sh -c 'echo $$ > pid; exec sleep 1000' &",
        "a session of its own",
    ),
    (
        "sh -c 'trap \"\" TERM HUP INT; echo $$ > pid; while :; do sleep 1; done' &",
        "deaf to being asked",
    ),
    (
        "(setsid sh -c '(trap \"\" TERM HUP; echo $$ > x; sh -c \"echo \\$\\$ > pid; exec sleep 1000\") & exit' &)",
        "an orphan's orphan in a session of its own",
    ),
    (
        "sleep 1000 & (setsid env -i /bin/sh -c '(echo $$ > x; /bin/sh -c \"echo \\$\\$ > pid; exec sleep 1000\") & exit' &)",
        "an orphan without the session and the environment",
    ),
];

#[tokio::test]
async fn stop_leaves_no_process_alive_that_tried_to_escape() {
    for (script, what) in ESCAPES {
        for with_cgroup in [false, true] {
            let mut attempt = Attempt::start(script, with_cgroup).await;
            let escaped = attempt.process("pid").await;
            let living = attempt.tree.living();
            assert!(living.contains(&escaped), "{what} is not seen");
            let stopped = attempt.tree.stop(SOON).await;
            assert!(
                matches!(stopped, Stopped::Asked | Stopped::Killed),
                "{what}: {stopped:?}"
            );
            assert!(!escaped.can_act(), "{what} lives on");
            assert_eq!(attempt.tree.living(), []);
        }
    }
}

#[tokio::test]
async fn stop_does_not_kill_processes_that_exit_on_request() {
    let mut attempt = Attempt::start("sleep 1000 &", false).await;
    assert_eq!(attempt.tree.stop(Patience::default()).await, Stopped::Asked);
}

#[tokio::test]
async fn tree_finds_processes_that_an_earlier_hub_started() {
    let script = "(setsid sh -c 'echo $$ > pid; exec sleep 1000' &)";
    let mut attempt = Attempt::start(script, false).await;
    let escaped = attempt.process("pid").await;
    let name = name_of(attempt.directory.path());
    let mut found = Tree::found_again(name, None, None);
    assert!(found.living().contains(&escaped));
    let mut other = Tree::found_again("another".into(), None, None);
    assert_eq!(other.living(), []);
    found.stop(SOON).await;
    assert!(!escaped.can_act());
    assert_eq!(attempt.tree.living(), []);
}
