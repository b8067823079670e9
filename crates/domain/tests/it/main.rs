//! The rules of the domain as tables, a model, and the stored form.

mod answers;
mod at_deadline;
mod closings;
mod confirming;
mod forms;
mod given;
mod hostile;
mod kinds;
mod machine;
mod merging;
mod place;
mod plain;
mod requests;
mod state_table;
mod stored_form;
mod task_questions;
mod tasks;
mod validation;
