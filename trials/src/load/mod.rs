//! The promises in figures: `cargo xtask load`.
//!
//! Each measurement drives the binary from outside, as clients would, on a separate data
//! directory, within the limits that the product has for all clients. All loops are bounded. The
//! short form, which `cargo xtask test` runs, uses small numbers and judges no time: it shows that
//! the tool works and that nothing is lost.

mod agents;
mod answers;
mod chart;
mod docs;
mod figures;
mod guard;
mod idle;
mod machine;
mod memory;
mod peers;
mod pending;
mod portal;
mod process_facts;
mod report;
mod running_hub;
mod sizes;
mod sockets;
mod start;
mod stored;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::arguments::Arguments;
use agents::SCRIPTED;
use machine::Machine;
use report::Report;
use sizes::Sizes;
use xtask::process;
use xtask::workspace::Workspace;

/// What a measurement is given.
struct Load<'l> {
    workspace: &'l Workspace,
    sayso: &'l Path,
    /// Its own, empty at the beginning.
    directory: PathBuf,
    sizes: &'static Sizes,
}

struct Measurement {
    name: &'static str,
    /// Left out of the short form: needs a browser, or programs from elsewhere.
    needs_others: bool,
    run: fn(&Load<'_>, &mut Report) -> Result<()>,
}

const MEASUREMENTS: &[Measurement] = &[
    own("start", start::running),
    own("cold", start::cold),
    with_others("peers", peers::measure),
    own("memory", memory::measure),
    own("answer", answers::alone),
    own("callers", answers::with_callers),
    own("guard", guard::measure),
    own("pending", pending::measure),
    own("sockets", sockets::measure),
    own("stored", stored::measure),
    own("first-words", agents::first_words),
    own("talkers", agents::talkers),
    own("long-log", agents::long_log),
    with_others("page-load", portal::first_load),
    with_others("page-list", portal::long_list),
    own("idle", idle::measure),
];

const fn own(name: &'static str, run: fn(&Load<'_>, &mut Report) -> Result<()>) -> Measurement {
    Measurement {
        name,
        needs_others: false,
        run,
    }
}

const fn with_others(
    name: &'static str,
    run: fn(&Load<'_>, &mut Report) -> Result<()>,
) -> Measurement {
    Measurement {
        name,
        needs_others: true,
        run,
    }
}

/// Measures everything, or what is named, and prints the table as Markdown.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let flags = ["--short", "--write-docs"];
    let arguments = Arguments::read(arguments, &flags, &["--binary"])?;
    let chosen = arguments.choose(MEASUREMENTS, |one| one.name)?;
    if arguments.has("--short") {
        return check(workspace, &chosen);
    }
    let write_docs = arguments.has("--write-docs");
    if write_docs && !arguments.names.is_empty() {
        bail!("--write-docs needs a full run; leave the names out");
    }
    let sayso = match arguments.text("--binary") {
        Some(binary) => std::path::absolute(binary)?,
        None => build(workspace)?,
    };
    let begun = Instant::now();
    let machine = Machine::look(workspace)?;
    println!("\n{}\n", machine.describe());
    let (report, failures) = measure(workspace, &sayso, &sizes::FULL, &chosen);
    println!("\n{}", report.markdown());
    println!("measured in {:.0} s", begun.elapsed().as_secs_f64());
    if write_docs {
        docs::write(workspace, &machine, &report)?;
    }
    match failures.as_slice() {
        [] => Ok(()),
        _ => bail!("not everything could be measured:\n{}", failures.join("\n")),
    }
}

/// The short form: small numbers against the debug binary, no time judged.
fn check(workspace: &Workspace, chosen: &[&'static Measurement]) -> Result<()> {
    let sayso = workspace.build_sayso()?;
    process::run(
        workspace
            .cargo()
            .args(["build", "--workspace", "--bin", SCRIPTED]),
    )?;
    let chosen: Vec<_> = chosen
        .iter()
        .copied()
        .filter(|measurement| !measurement.needs_others)
        .collect();
    let (report, failures) = measure(workspace, &sayso, &sizes::SHORT, &chosen);
    println!("\n{}", report.markdown_without_verdicts());
    match failures.as_slice() {
        [] => Ok(()),
        _ => bail!("the load tool or the hub failed:\n{}", failures.join("\n")),
    }
}

/// Goes on when one measurement fails: the others are still worth having.
fn measure(
    workspace: &Workspace,
    sayso: &Path,
    sizes: &'static Sizes,
    chosen: &[&Measurement],
) -> (Report, Vec<String>) {
    let mut report = Report::default();
    let mut failures = Vec::new();
    for measurement in chosen {
        let begun = Instant::now();
        let load = Load {
            workspace,
            sayso,
            directory: workspace.target.join(sizes.scratch).join(measurement.name),
            sizes,
        };
        let measured = load
            .clear()
            .and_then(|()| (measurement.run)(&load, &mut report))
            .and_then(|()| load.clear());
        let took = begun.elapsed().as_secs_f64();
        match measured {
            Ok(()) => println!("{}: {took:.1} s", measurement.name),
            Err(error) => {
                println!("{}: failed after {took:.1} s: {error:#}", measurement.name);
                failures.push(format!("{}: {error:#}", measurement.name));
            }
        }
    }
    (report, failures)
}

impl Load<'_> {
    fn clear(&self) -> Result<()> {
        if self.directory.exists() {
            std::fs::remove_dir_all(&self.directory)
                .with_context(|| format!("cannot clear {}", self.directory.display()))?;
        }
        Ok(())
    }
}

fn build(workspace: &Workspace) -> Result<PathBuf> {
    process::run(
        workspace
            .cargo()
            .args(["build", "--release", "--package", "cli"])
            .args(["--package", SCRIPTED]),
    )?;
    Ok(workspace.target.join("release/sayso"))
}
