//! The one place where trials start, end and await the program under test.
//!
//! A `Place` is a data directory with the program in it, a `Hub` one process that serves it, an
//! `McpProcess` one agent's server, a `Person` a person at a shell. Nothing of the developer's own
//! settings or questions is touched.

mod hub;
mod mcp;
mod person;
mod place;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

pub(crate) use hub::Hub;
pub(crate) use mcp::McpProcess;
pub(crate) use person::Person;
pub(crate) use place::Place;

/// How long anything that must happen may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// Leaves only what programs need to run, so that a developer's settings decide nothing.
fn isolate(command: &mut Command, directory: &Path) {
    command.env_clear();
    for name in ["PATH", "TMPDIR", "LD_LIBRARY_PATH"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
        .env("HOME", place::home(directory))
        .env("LANG", "C.UTF-8")
        // A question for the web must not open the developer's browser.
        .env("BROWSER", "true")
        .env("SAYSO_DATA_DIR", place::data_dir(directory));
}

/// Makes one word of a shell's command line out of any text.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Asks `look` again and again until it finds something.
pub(crate) fn until<T>(what: &str, look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    match within(PATIENCE, LOOK_EVERY, look)? {
        Some(found) => Ok(found),
        None => bail!("{what} did not come within {} s", PATIENCE.as_secs()),
    }
}

/// The same with a given time limit; `None` when nothing was found in that time.
pub(crate) fn within<T>(
    limit: Duration,
    look_every: Duration,
    mut look: impl FnMut() -> Result<Option<T>>,
) -> Result<Option<T>> {
    let give_up = Instant::now() + limit;
    loop {
        let found = look()?;
        if found.is_some() || Instant::now() >= give_up {
            return Ok(found);
        }
        pause(look_every);
    }
}

/// Lets time pass, where a schedule is what is tested, or where another process can only be polled.
#[expect(
    clippy::disallowed_methods,
    reason = "a schedule of kills is made of durations"
)]
pub(crate) fn pause(duration: Duration) {
    std::thread::sleep(duration);
}

/// Waits for a moment of a schedule.
pub(crate) fn pause_until(moment: Instant) {
    pause(moment.saturating_duration_since(Instant::now()));
}
