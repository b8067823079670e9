//! The page in a real Chromium, driven by `web/e2e/figures.mjs`.

use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use super::Load;
use super::figures::Figures;
use super::report::{Report, Verdict};
use crate::e2e::portal::script;
use xtask::process::stdout;

/// What comes over the wire on a first visit, and when the question can be answered. The half
/// second in which a new question takes no clicks is meant, and not counted.
pub(super) fn first_load(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let measured = measure(load, "load")?;
    let kib = measured["transferred_bytes"].as_f64().context("no bytes")? / 1024.0;
    report.line(
        "page: first load with a question waiting, transferred",
        "≤ 150 KiB compressed",
        format!("{kib:.1} KiB"),
        Verdict::of(kib <= 150.0),
    );
    let interactive = figures(&measured["interactive_ms"])?;
    report.line(
        "page: first load with a question waiting, interactive, on loopback",
        "≤ 300 ms median",
        interactive.describe(),
        Verdict::of(interactive.ms(50) <= 300.0),
    );
    Ok(())
}

/// How quick the page stays when very much waits.
pub(super) fn long_list(load: &Load<'_>, report: &mut Report) -> Result<()> {
    let measured = measure(load, "list")?;
    let drawn = figures(&measured["rendered_ms"])?;
    report.line(
        "page with 200 waiting: list received → drawn",
        "",
        drawn.describe(),
        Verdict::Shown,
    );
    let key = figures(&measured["key_ms"])?;
    report.line(
        "page with 200 waiting: key `j` pressed → drawn",
        "",
        key.describe(),
        Verdict::Shown,
    );
    Ok(())
}

fn measure(load: &Load<'_>, what: &str) -> Result<Value> {
    let mut node = script(load.workspace, "e2e/figures.mjs", load.sayso)?;
    let printed = stdout(node.arg(what))?;
    serde_json::from_str(&printed).with_context(|| format!("not JSON: {printed}"))
}

fn figures(rounds_ms: &Value) -> Result<Figures> {
    let rounds = rounds_ms.as_array().context("no rounds")?;
    let durations = rounds
        .iter()
        .map(|ms| {
            let ms = ms.as_f64().context("not a number")?;
            Ok(Duration::try_from_secs_f64(ms / 1000.0)?)
        })
        .collect::<Result<_>>()?;
    Ok(Figures::new(durations))
}
