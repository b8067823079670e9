//! The binary: argv, standard streams, exit codes, and the wiring of the parts.
//!
//! Commands are clients of the hub, even when this program is the hub. Nothing is decided
//! here that another surface would have to decide again.

mod age;
mod agent_report;
mod approval;
mod args;
mod background;
mod browser;
mod checks;
mod client_report;
mod commands;
mod context;
mod describe;
mod describe_task;
mod describe_thread;
mod exit;
mod failure;
mod field_values;
mod follow;
mod history;
mod hub_process;
mod import;
mod input;
mod install;
mod interrupt;
mod language;
mod launch;
mod layout;
mod logging;
mod markers;
mod option_names;
mod output;
mod paths;
mod reference;
mod run;
mod setting_values;
mod suggestion;
mod table;
mod terminal;
mod text;
mod trail;
mod transcript;
mod usage;
mod waiting;

use std::process::ExitCode;

fn main() -> ExitCode {
    launch::instead().unwrap_or_else(|| run::run().into())
}
