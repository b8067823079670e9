//! Runs an approved command: exactly its arguments, no shell, our own input and output.
//!
//! While it runs this process only waits. Ctrl+C reaches the command directly because both share
//! the terminal; SIGTERM and SIGHUP are forwarded to it.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, kill_process};
use tokio::signal::unix::{SignalKind, signal};

use super::prepared::{Prepared, Start};

/// What shells add to the number of a signal.
const SIGNAL_BASE: i32 = 128;

/// Starts the command, waits, and returns the code it ended with; 128 and the signal's number if
/// one ended it.
pub(crate) async fn run(prepared: Prepared) -> io::Result<u8> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut quit = signal(SignalKind::quit())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    let child = spawn(&prepared)?;
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
fn spawn(prepared: &Prepared) -> io::Result<Child> {
    let start = &prepared.start;
    if let Some(script) = &start.script {
        // The interpreter reads it by its number; nothing else is started in between.
        fcntl_setfd(script, FdFlags::empty())?;
    }
    let mut command = Command::new(program(start));
    if let Some(name) = start.argv.first() {
        command.arg0(name);
    }
    command
        .args(start.argv.iter().skip(1))
        .current_dir(&prepared.action.directory)
        .env_clear()
        .envs(prepared.environment.all())
        .spawn()
}

/// The descriptor that was hashed, so that no other file can take the program's place.
fn program(start: &Start) -> PathBuf {
    let by_number = |file: &File| PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    let descriptor = start.descriptor.as_ref();
    let descriptor = descriptor.filter(|_| cfg!(target_os = "linux"));
    descriptor.map_or_else(|| start.program.clone(), by_number)
}

fn wait(mut child: Child) -> io::Result<ExitStatus> {
    child.wait()
}

fn code(status: ExitStatus) -> u8 {
    let signal = status.signal().map(|signal| SIGNAL_BASE + signal);
    let code = status.code().or(signal).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}
