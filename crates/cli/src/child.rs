//! Runs an approved command: its very arguments, no shell, our own input and output.
//!
//! While it runs this process only waits. Ctrl+C reaches the command by itself, being of the same
//! terminal; an end that is asked of us is asked of the command.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, kill_process};
use tokio::signal::unix::{SignalKind, signal};

/// What shells add to the number of a signal.
const SIGNAL_BASE: i32 = 128;

/// Starts `program` as `argv` in `directory`, waits, and returns the code it ended with; 128 and
/// the signal's number if one ended it.
pub(crate) async fn run(program: &Path, argv: &[String], directory: &Path) -> io::Result<u8> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut quit = signal(SignalKind::quit())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    let child = spawn(program, argv, directory)?;
    let pid = Pid::from_child(&child);
    let ended = tokio::task::spawn_blocking(move || wait(child));
    tokio::pin!(ended);
    loop {
        let pass_on = tokio::select! {
            status = &mut ended => return Ok(code(status.map_err(io::Error::other)??)),
            _ = interrupt.recv() => None,
            _ = quit.recv() => None,
            _ = terminate.recv() => Some(Signal::TERM),
            _ = hang_up.recv() => Some(Signal::HUP),
        };
        if let Some(signal) = pass_on
            && let Err(error) = kill_process(pid, signal)
        {
            tracing::debug!(%error, "the command had ended already");
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place that starts what a person approved"
)]
fn spawn(program: &Path, argv: &[String], directory: &Path) -> io::Result<Child> {
    let mut command = Command::new(program);
    if let Some(name) = argv.first() {
        command.arg0(name);
    }
    command
        .args(argv.iter().skip(1))
        .current_dir(directory)
        .spawn()
}

fn wait(mut child: Child) -> io::Result<ExitStatus> {
    child.wait()
}

fn code(status: ExitStatus) -> u8 {
    let signal = status.signal().map(|signal| SIGNAL_BASE + signal);
    let code = status.code().or(signal).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}
