//! For tests only: an agent that does what a script says.
//!
//! It is a real process. [`program`] finds it for the tests of every crate, and builds it where
//! `cargo` had no reason to.

mod locate;

use std::ffi::OsString;

pub use locate::program;

/// The first argument that makes the program a [`Launch`](runner::launch::Launch).
pub const LAUNCH: &str = "launch";

/// Returns what starts programs in tests as the hidden command of `sayso` does.
pub fn launcher() -> Vec<OsString> {
    vec![program().into(), LAUNCH.into()]
}
