//! The page in a real Chromium, driven by `web/e2e/figures.mjs`.

use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use super::figures::Figures;
use super::rows::Bench;
use crate::e2e::portal::script;
use crate::process::stdout;

/// What comes over the wire on a first visit, and when the question can be answered. The half
/// second in which a new question takes no clicks is meant, and not counted.
pub(super) fn first_load(bench: &Bench<'_>) -> Result<String> {
    let measured = measure(bench, "load")?;
    let bytes = measured["transferred_bytes"].as_f64().context("no bytes")?;
    let interactive = figures(&measured["interactive_ms"])?;
    Ok(format!(
        "{:.1} KiB; {}",
        bytes / 1024.0,
        interactive.describe()
    ))
}

/// How quick the page stays when very much waits.
pub(super) fn long_list(bench: &Bench<'_>) -> Result<String> {
    let measured = measure(bench, "list")?;
    let drawn = figures(&measured["rendered_ms"])?;
    let key = figures(&measured["key_ms"])?;
    Ok(format!("{}; key {}", drawn.describe(), key.describe()))
}

fn measure(bench: &Bench<'_>, what: &str) -> Result<Value> {
    let mut node = script(bench.workspace, "e2e/figures.mjs", bench.sayso)?;
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
