//! Proves the promises of the built binary from outside: `cargo xtask` runs these trials.
//!
//! Only what a lower layer cannot show: bytes on the wire, slow clients, other users, kills, damage,
//! full disks, other people's clients, and figures.

#![expect(clippy::print_stdout, reason = "trials is a command-line program")]

mod arguments;
mod attack;
mod calls;
mod chaos;
mod e2e;
mod forwarder;
mod fuzz;
mod http;
mod load;
mod process;
mod random;
mod websocket;

use std::process::ExitCode;

use anyhow::{Result, bail};

use xtask::workspace::Workspace;

type Trial = fn(&Workspace, &[String]) -> Result<()>;

const TRIALS: &[(&str, Trial)] = &[
    ("attack", attack::run),
    ("chaos", chaos::run),
    ("e2e", e2e::run),
    ("fuzz", fuzz::run),
    ("load", load::run),
    ("races", chaos::races::run),
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    match route(&name, &rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn route(name: &str, rest: &[String]) -> Result<()> {
    let Some((_, run)) = TRIALS.iter().find(|(known, _)| *known == name) else {
        bail!("no trial {name:?}; `cargo xtask` lists them");
    };
    if let Some(done) = attack::as_another_user(rest) {
        return done;
    }
    run(&Workspace::load()?, rest)
}
