//! Writes the figures of a full run into the documentation.
//!
//! `docs/performance.json` holds them all, `docs/images/growth.svg` draws how costs grow, and the
//! part of `docs/performance.md` between two marks is the table. Everything else there is prose.

use anyhow::{Context, Result};
use serde_json::Value;

use super::chart;
use super::machine::Machine;
use super::report::Report;
use xtask::workspace::Workspace;

const BEGIN: &str = "<!-- written by `cargo xtask load --write-docs` -->\n";
const END: &str = "<!-- end -->\n";

pub(super) fn write(workspace: &Workspace, machine: &Machine, report: &Report) -> Result<()> {
    let docs = workspace.root.join("docs");
    let mut figures = report.json();
    figures["machine"] = machine.json();
    std::fs::write(docs.join("performance.json"), pretty(&figures)?)?;
    std::fs::write(docs.join("images/growth.svg"), chart::draw(&report.growth))?;
    let page = docs.join("performance.md");
    let text = std::fs::read_to_string(&page)?;
    let generated = format!("{}.\n\n{}", machine.describe(), report.markdown());
    std::fs::write(&page, replace(&text, &generated)?)?;
    println!("wrote docs/performance.md, docs/performance.json, docs/images/growth.svg");
    Ok(())
}

fn pretty(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// Puts `generated` between the marks.
fn replace(page: &str, generated: &str) -> Result<String> {
    let (before, rest) = page
        .split_once(BEGIN)
        .context("the first mark is missing")?;
    let (_, after) = rest.split_once(END).context("the second mark is missing")?;
    Ok(format!("{before}{BEGIN}\n{generated}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_page_changes_only_between_its_marks() {
        let page = format!("# Figures\n{BEGIN}old\n{END}More.\n");
        let expected = format!("# Figures\n{BEGIN}\nnew\n\n{END}More.\n");
        assert_eq!(replace(&page, "new\n").unwrap(), expected);
        assert!(replace("# Figures\n", "new").is_err());
    }
}
