//! Answering in the terminal: the only crate that knows ratatui and crossterm.
//!
//! A client of the hub like any other. `model` is what is known, `update` what follows from what
//! happens, `draw` what it looks like; `runtime` is the thin part that touches the world. `plain`
//! asks the same questions line by line. No rule is decided here: the hub refuses, we show it.

mod appearance;
mod decided;
mod draw;
mod field;
mod finish;
#[cfg(test)]
mod given;
mod message;
mod model;
mod options;
mod plain;
mod runtime;
mod text;
mod update;
mod words;

pub use appearance::{Appearance, Colours, Ground};
pub use finish::{Finish, TuiError};
pub use options::{OpenWeb, Options};
pub use runtime::{choose, inbox, is_usable};

/// Says how a question ended, `at` a time that is written already.
pub fn decided(winner: &protocol::Winner, language: i18n::Language, at: &str) -> String {
    decided::ending(winner, words::Words::new(language), at)
}
