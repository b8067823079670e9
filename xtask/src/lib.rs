//! What the menu and the trials share: where things are, how programs are started, outside tools.

#![expect(clippy::print_stdout, reason = "xtask is a command-line program")]

pub mod process;
pub mod tools;
pub mod workspace;
