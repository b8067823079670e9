//! For tests only: an agent that does what a script says.
//!
//! It is a real process that speaks the Agent Client Protocol by hand. [`program`] finds it for the
//! tests of every crate, and builds it where `cargo` had no reason to; [`Script`] says what it does.
//! Steps wait for files and write files, so that tests need not wait for a duration.

mod agent;
mod locate;
mod mcp;
mod script;
mod steps;
mod wire;

use std::ffi::OsString;

pub use agent::Agent;
pub use locate::program;
pub use script::{Failing, Script, Step};

/// The first argument that makes the program a [`Launch`](runner::launch::Launch).
pub const LAUNCH: &str = "launch";

/// The first argument that makes the program play the script in the second one.
pub const RUN: &str = "run";

/// Returns what starts programs in tests as the hidden command of `sayso` does.
pub fn launcher() -> Vec<OsString> {
    vec![program().into(), LAUNCH.into()]
}
