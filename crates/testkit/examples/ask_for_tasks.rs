//! Puts one question of each kind that tasks ask into a data directory, for looking at them.
//!
//! `cargo run -p testkit --example ask_for_tasks -- DIRECTORY`, then
//! `sayso open --data-dir DIRECTORY`. No hub may run there yet.

use std::path::PathBuf;

use testkit::{ask_in, form, permission, reply};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let directory = std::env::args_os().nth(1).expect("a data directory");
    let database = PathBuf::from(directory).join("sayso.db");
    for ask in [reply(&["Keep it", "Split it"]), permission(), form()] {
        ask_in(&database, ask).await;
    }
}
