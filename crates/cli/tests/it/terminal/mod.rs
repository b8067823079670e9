//! The terminal surface: the built binary on a real pseudo-terminal.

mod answering;
mod approvals;
mod asking_here;
mod confirming;
mod inbox;
mod leaving;
mod plain;
mod running;
pub(crate) mod screen;
mod surroundings;
mod task_questions;

use crate::place::{Asking, Place};

const PROMPT: &str = "The service needs a place for its data before it can start.";

/// Asks in the given mode, between SQLite, PostgreSQL and files where it has options.
fn ask(place: &Place, mode: &str, more: &[&str]) -> Asking {
    let mut args = vec![
        "--title",
        "Which database?",
        "--prompt",
        PROMPT,
        "--mode",
        mode,
    ];
    if mode != "text_input" {
        args.extend([
            "--option",
            "lite=SQLite|one file",
            "--option",
            "pg=PostgreSQL",
        ]);
        args.extend(["--option", "files=JSON files", "--recommend", "lite"]);
    }
    args.extend(more);
    place.ask(&args)
}
