//! What was seen of the agents, as a Markdown table that fits into the documentation.

use super::Report;
use super::Scene;

pub(super) fn render(scenes: &[&Scene], reports: &[Report]) -> String {
    let names: Vec<&str> = scenes.iter().map(|scene| scene.name).collect();
    let line = "|---".repeat(names.len() + 2);
    let mut text = format!("| agent | version | {} |\n{line}|\n", names.join(" | "));
    for report in reports {
        let seen = report.seen.iter();
        let seen: Vec<&str> = seen
            .map(|seen| seen.as_deref().unwrap_or("**failed**"))
            .collect();
        let (name, version) = (report.agent.preset, &report.version);
        text.push_str(&format!("| {name} | {version} | {} |\n", seen.join(" | ")));
    }
    text
}
