//! Bad input for the real binary: `cargo xtask fuzz`.
//!
//! Everything random comes from one seed, which is printed, so that a run can be repeated with
//! `--seed`. Without `--rounds` it is the short form that `cargo xtask test` runs.

mod corpus;
mod http;
mod mutate;
mod openapi;
mod stdio;

use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::arguments::Arguments;
use crate::attack::stage::Stage;
use xtask::workspace::Workspace;

const SEED: u64 = 20_260_728;
/// Batches of bad messages, and examples per operation of the API.
const ROUNDS: u32 = 12;

/// What a fuzzer gets.
struct Run<'r> {
    workspace: &'r Workspace,
    stage: &'r Stage,
    seed: u64,
    rounds: u32,
}

struct Fuzzer {
    name: &'static str,
    /// Returns what was done, in figures.
    run: fn(&Run<'_>) -> Result<String>,
}

const FUZZERS: &[Fuzzer] = &[
    Fuzzer {
        name: "openapi",
        run: openapi::run,
    },
    Fuzzer {
        name: "stdio",
        run: stdio::run,
    },
    Fuzzer {
        name: "http",
        run: http::run,
    },
];

/// Runs the named fuzzers, or all, each on a separate hub.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let arguments = Arguments::read(arguments, &[], &["--rounds", "--seed"])?;
    let seed = arguments.number("--seed", SEED)?;
    let rounds = arguments.number("--rounds", ROUNDS)?;
    let chosen = arguments.choose(FUZZERS, |fuzzer| fuzzer.name)?;
    let sayso = workspace.build_sayso()?;
    println!("seed {seed}, {rounds} rounds");
    for fuzzer in chosen {
        let started = Instant::now();
        let directory = workspace.target.join("fuzz").join(fuzzer.name);
        let stage = Stage::start(&directory, &sayso)?;
        let run = Run {
            workspace,
            stage: &stage,
            seed,
            rounds,
        };
        let figures = (fuzzer.run)(&run).with_context(|| {
            let name = fuzzer.name;
            format!("repeat it with: cargo xtask fuzz --rounds {rounds} --seed {seed} {name}")
        })?;
        no_panic(&directory.join("hub.log"))?;
        let seconds = started.elapsed().as_secs_f64();
        println!("{}: {figures}, no panic, {seconds:.0} s", fuzzer.name);
    }
    Ok(())
}

/// A panic in a task of the hub does not end it; its log tells.
fn no_panic(log: &std::path::Path) -> Result<()> {
    let text = std::fs::read(log)?;
    let text = String::from_utf8_lossy(&text);
    match text.lines().find(|line| line.contains("panicked at")) {
        Some(line) => bail!("{}: {line}", log.display()),
        None => Ok(()),
    }
}
