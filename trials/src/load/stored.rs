//! A long history: the first pages of list and history, and an answer, as more and more is kept.
//!
//! The history is written by the example `fill` of the store, through the store's own import.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::Load;
use super::figures::{Figures, thousands};
use super::report::{Growth, Report, Series, Verdict};
use super::running_hub::RunningHub;
use crate::process::pause_until;
use xtask::process::{command, run};

/// As much as a person can choose to keep.
const SETTINGS: &str = "retention_days = 3650\nmax_sessions = 1000000\n";
const MS_MAX: f64 = 10.0;
/// Beyond this the check of all hashes takes longer than the rest.
const VERIFIED_MAX: u64 = 100_000;
const ASK_EVERY: Duration = Duration::from_millis(100);

/// What people look at first, each with its name in the chart.
const LISTS: &[(&str, &str)] = &[
    ("list", "/api/v1/interactions"),
    ("history", "/api/v1/interactions?filter=completed"),
    (
        "history of a project",
        "/api/v1/interactions?filter=completed&project=project-7",
    ),
];
const ANSWER: &str = "answer";

pub(super) fn measure(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let release = load.sizes.release;
    let fill = load.workspace.build_example("store", "fill", release)?;
    let mut names: Vec<&'static str> = LISTS.iter().map(|(name, _)| *name).collect();
    names.push(ANSWER);
    let mut series: Vec<Series> = names
        .into_iter()
        .map(|name| Series {
            name,
            points: Vec::new(),
        })
        .collect();
    let mut before = 0;
    let mut at_most = Vec::new();
    for &size in load.sizes.stored {
        // Creates the private directory; the hub must not run while the file is filled.
        let hub = load.hub_with(SETTINGS)?;
        hub.place.stop();
        let database = hub.place.database();
        drop(hub);
        run(command(&fill)
            .arg(database)
            .args([before.to_string(), size.to_string()]))?;
        before = size;
        let hub = load.hub_with(SETTINGS)?;
        at_most = look(&hub, load)?;
        at_most.push(answer(&hub, load.sizes.answers_among_stored, size)?);
        for (series, figures) in series.iter_mut().zip(&at_most) {
            series.points.push((size as f64, figures.ms(99)));
        }
        if size <= VERIFIED_MAX {
            verify(&hub)?;
        }
    }
    for (series, figures) in series.iter().zip(&at_most) {
        let stored = thousands(before);
        let (what, goal, verdict) = match series.name {
            ANSWER => (
                format!("answer posted → acknowledged, {stored} stored"),
                "",
                Verdict::Shown,
            ),
            name => (
                format!("first page of the {name}, {stored} stored"),
                "p99 ≤ 10 ms",
                Verdict::of(figures.ms(99) <= MS_MAX),
            ),
        };
        report.line(what, goal, figures.describe(), verdict);
    }
    report.growth.push(Growth {
        title: "First page, and an answer (p99)",
        over: "questions stored",
        unit: "ms",
        goal: MS_MAX,
        series,
    });
    Ok(())
}

/// Reads each first page many times, in turns, so that a slow moment of the machine meets all.
fn look(hub: &RunningHub, load: &Load<'_>) -> Result<Vec<Figures>> {
    let mut rounds = vec![Vec::new(); LISTS.len()];
    for _ in 0..load.sizes.list_rounds {
        for (rounds, (name, path)) in rounds.iter_mut().zip(LISTS) {
            let begun = Instant::now();
            let page = hub.get(path)?;
            rounds.push(begun.elapsed());
            let rows = page["interactions"].as_array().context("no rows")?;
            ensure!(!rows.is_empty(), "the {name} is empty");
        }
    }
    Ok(rounds.into_iter().map(Figures::new).collect())
}

/// What a person who answers waits for; retention works behind it.
fn answer(hub: &RunningHub, count: usize, stored: u64) -> Result<Figures> {
    let mut rounds = Vec::with_capacity(count);
    for number in 0..count {
        let id = hub.ask("agent", &format!("Question {number} at {stored}"))?;
        let begun = Instant::now();
        hub.answer(&id, number + 1)?.json()?;
        rounds.push(begun.elapsed());
        pause_until(begun + ASK_EVERY);
    }
    Ok(Figures::new(rounds))
}

/// The filled history must be as sound as one that people made.
fn verify(hub: &RunningHub) -> Result<()> {
    hub.place
        .run(&["audit", "verify"])
        .map(drop)
        .context("the filled history does not verify")
}
