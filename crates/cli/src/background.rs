//! Leaves a command of this program running after the process that started it has ended.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Starts `program` away from the terminal: Ctrl+C there does not reach it, and it prints nothing.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that starts background processes"
)]
pub(crate) fn start(program: &Path, arguments: &[String]) -> io::Result<()> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map(drop)
}
