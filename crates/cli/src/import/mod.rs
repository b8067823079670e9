//! Moving over from interactive-choice-mcp: its data folder read, and what of it can be taken.
//!
//! Everything is read and judged before anything is written; a file that cannot be understood
//! stops all of it.

pub(crate) mod config;
pub(crate) mod files;
pub(crate) mod sessions;

use settings::Value;

/// The program whose files these are; also the asker of what it asked.
pub(crate) const SOURCE: &str = "interactive-choice-mcp";

/// Our setting that gets their value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) setting: &'static str,
    pub(crate) value: Value,
}

/// Something of theirs that has no place here, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Left {
    pub(crate) what: String,
    pub(crate) reason: String,
}
