//! Use cases on the real store, with the clock in the tests' hands.

mod asking;
mod deadlines;
mod feed;
mod importing;
mod putting;
mod racing;
mod repeating;
mod task_questions;
mod tasks;
mod waiting;
