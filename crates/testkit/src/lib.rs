//! For tests only: a clock moved by hand, questions in one line, and a real engine on a real
//! database that is gone afterwards; with the feature `hub`, a whole hub.

mod clock;
mod engine;
#[cfg(feature = "hub")]
pub mod hub;
mod question;
mod task_question;
mod tasks;

pub use clock::ManualClock;
pub use engine::TestEngine;
pub use question::{asker, choice, person};
pub use task_question::{ask_in, form, of_task, permission, reply, task, thread_agent};
pub use tasks::{TestTasks, TestWorkshop};
