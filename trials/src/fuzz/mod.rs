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

#[derive(Debug, PartialEq, Eq)]
struct Options {
    seed: u64,
    rounds: u32,
    names: Vec<String>,
}

/// Runs the named fuzzers, or all, each on a hub of its own.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let options = parse(arguments)?;
    let chosen = choose(&options.names)?;
    let sayso = workspace.build_sayso()?;
    println!("seed {}, {} rounds", options.seed, options.rounds);
    for fuzzer in chosen {
        let started = Instant::now();
        let directory = workspace.target.join("fuzz").join(fuzzer.name);
        let stage = Stage::start(&directory, &sayso)?;
        let run = Run {
            workspace,
            stage: &stage,
            seed: options.seed,
            rounds: options.rounds,
        };
        let figures = (fuzzer.run)(&run).with_context(|| {
            let (name, seed) = (fuzzer.name, options.seed);
            let rounds = options.rounds;
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

fn parse(arguments: &[String]) -> Result<Options> {
    let mut options = Options {
        seed: SEED,
        rounds: ROUNDS,
        names: Vec::new(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut number = || rest.next().context("a number is missing");
        match argument.as_str() {
            "--seed" => options.seed = number()?.parse()?,
            "--rounds" => options.rounds = number()?.parse()?,
            name => options.names.push(name.to_owned()),
        }
    }
    Ok(options)
}

fn choose(names: &[String]) -> Result<Vec<&'static Fuzzer>> {
    if names.is_empty() {
        return Ok(FUZZERS.iter().collect());
    }
    let known = || FUZZERS.iter().map(|fuzzer| fuzzer.name).collect::<Vec<_>>();
    names
        .iter()
        .map(
            |name| match FUZZERS.iter().find(|fuzzer| fuzzer.name == name) {
                Some(fuzzer) => Ok(fuzzer),
                None => bail!("no fuzzer {name:?}; there are {}", known().join(", ")),
            },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_and_rounds_are_read_and_an_unknown_name_is_refused() {
        let arguments = ["--seed", "7", "stdio", "--rounds", "3"].map(str::to_owned);
        let options = parse(&arguments).unwrap();
        assert_eq!(
            options,
            Options {
                seed: 7,
                rounds: 3,
                names: vec!["stdio".into()]
            }
        );
        let error = choose(&["grpc".to_owned()]).err().unwrap();
        assert_eq!(
            error.to_string(),
            "no fuzzer \"grpc\"; there are openapi, stdio, http"
        );
    }
}
