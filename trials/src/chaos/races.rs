//! `cargo xtask races`: many want to decide one question at the same time, and so does its
//! deadline.
//!
//! Thousands of rounds in one process (the engine's example `races`), then some hundred against
//! the real hub over HTTP and its socket, judged by the checker of the storm.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::checker::check;
use super::history::{ActReply, Ask, Deed, History};
use super::person::{Entrance, Surface};
use super::recorder::Recorder;
use super::storm::{read_everything, verify};
use super::wire;
use crate::arguments::Arguments;
use crate::calls::{self, question};
use crate::process::{Place, pause_until, until};
use crate::random::Random;
use xtask::process;
use xtask::workspace::Workspace;

/// Rounds in the normal test run.
const ROUNDS: u64 = 5_000;
const HUB_ROUNDS: u64 = 300;
/// From here on building the fast program is worth its time.
const RELEASE_ROUNDS_MIN: u64 = 20_000;
/// Questions that are raced for at the same time.
const BATCH: u64 = 12;
const SURFACES: [Surface; 3] = [Surface::Web, Surface::Cli, Surface::Terminal];
const TIMEOUT: Duration = Duration::from_secs(1);

pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let with_value = ["--rounds", "--hub-rounds", "--seed"];
    let arguments = Arguments::read(arguments, &[], &with_value)?;
    let rounds = arguments.number("--rounds", ROUNDS)?;
    let hub_rounds = arguments.number("--hub-rounds", HUB_ROUNDS)?;
    let seed = arguments.number("--seed", 1)?;
    println!("seed {seed} (repeat with --seed {seed})\n");
    let races = workspace.build_example("engine", "races", rounds >= RELEASE_ROUNDS_MIN)?;
    process::run(process::command(races).args([rounds.to_string(), seed.to_string()]))?;
    let sayso = workspace.build_sayso()?;
    let directory = workspace.target.join("chaos/races");
    against_the_hub(&sayso, &directory, seed, hub_rounds)
}

fn against_the_hub(sayso: &Path, directory: &Path, seed: u64, rounds: u64) -> Result<()> {
    let settings = "timeout_min_seconds = 1\nmax_sessions = 1000000\n";
    let place = Place::fresh(sayso, directory, settings)?;
    let hub = place.started()?;
    let recorder = Recorder::new();
    let entrances: Vec<Entrance> = SURFACES
        .map(|surface| Entrance::of(&place, surface))
        .into_iter()
        .collect::<Result<_>>()?;
    let begun = Instant::now();
    for first in (0..rounds).step_by(usize::try_from(BATCH)?) {
        let numbers = first..(first + BATCH).min(rounds);
        race(&place, &recorder, &entrances, seed, numbers)?;
    }
    until("the end of all questions", || {
        Ok(place.pending()?.is_empty().then_some(()))
    })?;
    let lasted = begun.elapsed();
    read_everything(&place, &recorder)?;
    let audit = verify(&place)?;
    hub.kill()?;
    ensure!(audit.is_empty(), "the audit says: {audit}");
    judge(&recorder.history(), rounds, lasted)
}

/// Asks a batch of questions and lets all callers answer them at the same time.
fn race(
    place: &Place,
    recorder: &Recorder,
    entrances: &[Entrance],
    seed: u64,
    numbers: std::ops::Range<u64>,
) -> Result<()> {
    let mut random = Random::new(seed, 1_000 + numbers.start);
    let with_deadline = random.chance(60);
    let mut questions = Vec::new();
    for number in numbers {
        questions.push(ask(place, recorder, number, with_deadline)?);
    }
    std::thread::scope(|scope| {
        for (id, asked) in &questions {
            for contender in 0..3 + random.below(7) {
                let answer_id = random.hex();
                let deed = match contender {
                    0 => Deed::Cancel { answer_id },
                    _ => Deed::Answer {
                        answer_id,
                        option: "a".into(),
                    },
                };
                // Around the deadline, or all at the same time.
                let wait = match with_deadline {
                    true => TIMEOUT + Duration::from_micros(random.below(30_000)),
                    false => Duration::from_micros(20_000 + random.below(2_000)),
                };
                let start = *asked + wait.saturating_sub(Duration::from_millis(15));
                let entrance = random.pick(entrances);
                scope.spawn(move || {
                    pause_until(start);
                    entrance.map(|entrance| entrance.act(recorder, id, &deed))
                });
            }
        }
    });
    Ok(())
}

fn ask(
    place: &Place,
    recorder: &Recorder,
    number: u64,
    with_deadline: bool,
) -> Result<(String, Instant)> {
    let title = format!("race {number}");
    let timeout_seconds = if with_deadline {
        TIMEOUT.as_secs()
    } else {
        120
    };
    let ask = calls::ask(&title, &question(&title, timeout_seconds));
    let (span, reply) = recorder.timed(|| place.call(&ask));
    let asked_at = Instant::now();
    let asked = wire::asked(&reply?).context("not asked")?;
    let id = asked.id.clone();
    recorder.ask(Ask {
        title,
        span,
        acknowledged: Some(asked),
    });
    Ok((id, asked_at))
}

fn judge(history: &History, rounds: u64, lasted: Duration) -> Result<()> {
    let violations = check(history);
    for found in &violations {
        eprintln!("{:?} {}: {}", found.rule, found.id, found.detail);
    }
    ensure!(
        violations.is_empty(),
        "{} promises were broken",
        violations.len()
    );
    let (mut told, mut won) = (0, 0);
    for act in &history.acts {
        match &act.reply {
            ActReply::Accepted { .. } => won += 1,
            ActReply::Lost(_) => told += 1,
            reply @ (ActReply::Refused(_) | ActReply::Unknown) => {
                bail!("{}: nobody said what became of it: {reply:?}", act.id)
            }
        }
    }
    let ended = |status: &str| {
        let outcomes = history.end.values().filter_map(|end| end.outcome.as_ref());
        outcomes.filter(|outcome| outcome.status == status).count()
    };
    let (answered, cancelled, expired) = (ended("selected"), ended("cancelled"), ended("timeout"));
    ensure!(
        u64::try_from(answered + cancelled + expired)? == rounds,
        "{answered} + {cancelled} + {expired} outcomes in {rounds} rounds"
    );
    ensure!(won == answered + cancelled, "{won} were told that they won");
    println!("\n| races against the hub (web, cli, terminal) | |\n|---|---|");
    println!("| rounds, each with exactly one outcome and one ending | {rounds} |");
    println!(
        "| … won by an answer / a cancel / the deadline | {answered} / {cancelled} / {expired} |"
    );
    println!("| losers, each told who, where and when | {told} |");
    println!("| audit | clean |");
    println!("| lasted | {:.0} s |", lasted.as_secs_f64());
    Ok(())
}
