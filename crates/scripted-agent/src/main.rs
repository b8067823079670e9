//! The scripted agent as a program; see the library beside it.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use runner::launch::Launch;
use scripted_agent::{Agent, LAUNCH, RUN};

/// Set once signals are ignored; the program starts itself again for that.
const IS_DEAF: &str = "SCRIPTED_AGENT_IS_DEAF";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    match arguments.next() {
        Some(mode) if mode == LAUNCH => launch(arguments),
        Some(mode) if mode == RUN => run(arguments.next()),
        Some(_) | None => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: scripted-agent {RUN} SCRIPT | scripted-agent {LAUNCH} CGROUP PROGRAM …");
    ExitCode::from(2)
}

fn launch(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let Some(launch) = Launch::from_arguments(arguments) else {
        return usage();
    };
    let program = launch.program.clone();
    let error = launch.run();
    eprintln!("cannot start {}: {error}", program.display());
    ExitCode::from(127)
}

fn run(script: Option<OsString>) -> ExitCode {
    let Some(script) = script.as_ref().and_then(|script| script.to_str()) else {
        return usage();
    };
    let agent = Agent::read(script);
    if agent.is_deaf() && std::env::var_os(IS_DEAF).is_none() {
        return become_deaf();
    }
    agent.serve();
    ExitCode::SUCCESS
}

/// A signal that a shell ignores stays ignored in the program that it becomes.
#[expect(
    clippy::disallowed_methods,
    reason = "the process is replaced by itself"
)]
fn become_deaf() -> ExitCode {
    let error = Command::new("sh")
        .args(["-c", r#"trap "" TERM; exec "$0" "$@""#])
        .args(std::env::current_exe())
        .args(std::env::args_os().skip(1))
        .env(IS_DEAF, "1")
        .exec();
    eprintln!("cannot start again: {error}");
    ExitCode::FAILURE
}
