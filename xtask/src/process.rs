//! The one place where xtask starts programs.
//!
//! Output of the programs is shown as it comes, never captured, unless the output is the point.
//! A failure names the command line, so that it can be repeated by hand.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Prepares a program.
#[expect(
    clippy::disallowed_methods,
    reason = "starting programs is what a task runner does"
)]
pub fn command(program: impl AsRef<OsStr>) -> Command {
    Command::new(program)
}

/// Prepares the cargo that runs us, so that the toolchain stays the same.
pub fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs to the end with output shown; fails unless it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    let status = command
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Runs to the end and returns what it printed; its stderr is shown.
pub fn stdout(command: &mut Command) -> Result<String> {
    let line = line(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        bail!(
            "`{line}` failed ({}); it printed: {}",
            output.status,
            String::from_utf8_lossy(&output.stdout).trim()
        );
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` printed no UTF-8"))
}

/// Returns whether the command can be started and succeeds; shows nothing.
pub fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Returns the command line for messages.
pub fn line(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_names_a_failing_program_with_its_arguments() {
        let error = run(command("false").arg("--now")).unwrap_err();
        assert_eq!(error.to_string(), "`false --now` failed (exit status: 1)");
    }

    #[test]
    fn works_is_false_for_a_missing_program() {
        assert!(!works(&mut command("no-such-program-anywhere")));
    }
}
