//! A command that needs approval: what exactly would run, and how it is started so that nothing
//! else can run.
//!
//! Every file is read once before asking and once more after the decision; the command starts only
//! if both agree. A script comes from a sealed copy of the bytes that were hashed, a program from
//! the descriptor that was read, and all other files are compared once more immediately before the
//! start.

mod child;
mod environment;
mod interpreter;
mod look;
mod names;
mod prepared;

pub(crate) use child::run;
pub(crate) use environment::Environment;
pub(crate) use prepared::{PrepareError, Prepared};
