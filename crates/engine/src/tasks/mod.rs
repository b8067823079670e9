//! Runs agents for a person: who may start when, what an attempt says and asks, and how it ends.
//!
//! `domain::task` decides, the store is the truth, `runner` owns the processes; here is the order of
//! things between them.

mod outline;

pub use outline::TaskOutline;
