//! Starts what works for a person, and ends it whole.
//!
//! The only crate that starts other people's programs. A program is started for an attempt;
//! everything that the attempt started, however it tried to get away, is its [`tree::Tree`].

mod acp;
pub mod agents;
pub mod attempt;
mod closing;
mod command;
pub mod launch;
mod lines;
pub mod program;
mod requests;
mod supervise;
pub mod tree;

pub use command::UnfitPrompt;
pub use supervise::{Attempt, Control, Ended, StartError, Trace};
