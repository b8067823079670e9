//! The scripted agent as a program; see the library beside it.

use std::process::ExitCode;

use runner::launch::Launch;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let mode = arguments.next().unwrap_or_default();
    if mode != scripted_agent::LAUNCH {
        eprintln!("scripted-agent: say what to do");
        return ExitCode::from(2);
    }
    let Some(launch) = Launch::from_arguments(arguments) else {
        eprintln!("scripted-agent: no program to launch");
        return ExitCode::from(2);
    };
    let program = launch.program.clone();
    let error = launch.run();
    eprintln!("cannot start {}: {error}", program.display());
    ExitCode::from(127)
}
