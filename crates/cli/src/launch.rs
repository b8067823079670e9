//! The hidden command by which the hub starts agents: this process becomes the agent.

use std::process::ExitCode;

use runner::launch::Launch;

use crate::output;

/// The first argument of the hidden command.
pub(crate) const LAUNCH: &str = "__launch";

/// What a shell returns for a program that cannot be started.
const CANNOT_START: u8 = 127;

/// Becomes the program, if that is what this process was started for.
pub(crate) fn instead() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != LAUNCH {
        return None;
    }
    let launch = Launch::from_arguments(arguments)?;
    let program = launch.program.to_string_lossy().into_owned();
    let error = launch.run();
    output::note(&format!("cannot start {program}: {error}"));
    Some(CANNOT_START.into())
}
