//! Starts what works for a person, and ends it whole.
//!
//! The only crate that starts other people's programs. What a program was started for is an attempt;
//! everything that the attempt started, however it tried to get away, is its [`tree::Tree`].
#![cfg(target_os = "linux")]

pub mod agents;
pub mod attempt;
pub mod launch;
pub mod tree;
