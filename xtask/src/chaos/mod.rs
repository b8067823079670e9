//! `cargo xtask chaos`: the real hub under crashes, with a checker of what everybody saw.

mod checker;
mod history;
mod random;
