//! Races on one interaction, in one process and on a real database: `cargo xtask races`.
//!
//! Two to eight answers, a cancel, the asker's own withdrawal and the deadline, all at the same
//! time. Exactly one of them wins; every loser is told who did, where and when.

#![expect(clippy::print_stdout, reason = "a program that prints its figures")]

mod round;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use domain::Policy;
use domain::retention::Retention;
use engine::Rules;
use testkit::TestEngine;

use round::{Plan, race};

/// Questions that are raced for at the same time; they share commits and one clock.
const BATCH: u64 = 32;

#[tokio::main(flavor = "multi_thread", worker_threads = 4)]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(rounds)), Some(Ok(seed))) = (arguments.next(), arguments.next()) else {
        eprintln!("races ROUNDS SEED");
        return ExitCode::FAILURE;
    };
    match run(rounds, seed).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(violation) => {
            eprintln!("seed {seed}: {violation}");
            ExitCode::FAILURE
        }
    }
}

async fn run(rounds: u64, seed: u64) -> Result<(), String> {
    // Forms in the asker's client race along with the other surfaces.
    let policy = Policy {
        delivery: domain::interaction::PreferredDelivery::Elicitation,
        ..Policy::default()
    };
    let rules = Rules {
        policy,
        retention: Retention {
            days: 36_500,
            finished_max: u32::MAX,
        },
        ..Rules::default()
    };
    let test = TestEngine::start_with(rules).await;
    let begun = Instant::now();
    let mut winners: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut losers = 0;
    for first in (0..rounds).step_by(usize::try_from(BATCH).unwrap_or(1)) {
        let batch = BATCH.min(rounds - first);
        let plan = Plan::of(seed, first);
        for outcome in race(&test, &plan, batch).await? {
            *winners.entry(outcome.winner).or_default() += 1;
            losers += outcome.losers;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    let problems = test.engine.verify_audit(None).await;
    let problems = problems.map_err(|error| format!("cannot verify: {error}"))?;
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    println!("| races in one process | |\n|---|---|");
    println!("| rounds | {rounds} |");
    println!("| rounds with exactly one outcome and one ending in the trail | {rounds} |");
    for (winner, count) in &winners {
        println!("| … won by {winner} | {count} |");
    }
    println!("| losers, each told who, where and when | {losers} |");
    println!("| audit | clean |");
    println!("| rounds each second | {:.0} |", rounds as f64 / seconds);
    Ok(())
}
