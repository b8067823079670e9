//! The tables of a storm, as Markdown, and its verdict.

use anyhow::{Result, bail};

use super::checker::{Rule, check};
use super::history::{ActReply, Deed, History};
use super::storm::Aftermath;

/// Violations that are printed; beyond them only the number grows.
const SHOWN_MAX: usize = 20;

/// Prints what a storm was and what it broke; fails when it broke anything.
pub(crate) fn storm(aftermath: &Aftermath) -> Result<()> {
    let history = &aftermath.history;
    println!("\n| how the hub died | times |\n|---|---|");
    for (kind, times) in &aftermath.deaths {
        println!("| {kind} | {times} |");
    }
    println!("\n| what the clients saw | |\n|---|---|");
    for (what, figure) in figures(aftermath) {
        println!("| {what} | {figure} |");
    }
    let violations = check(history);
    println!("\n| promise | violations |\n|---|---|");
    for rule in Rule::ALL {
        let count = violations.iter().filter(|found| found.rule == rule).count();
        println!("| {} | {count} |", rule.words());
    }
    let audit = match aftermath.audit.as_str() {
        "" => "clean",
        problems => problems,
    };
    println!("| `sayso audit verify` at the end | {audit} |");
    println!(
        "| browser sessions that were signed in and lost | {} |",
        aftermath.sessions_lost
    );
    for found in violations.iter().take(SHOWN_MAX) {
        eprintln!("{:?} {}: {}", found.rule, found.id, found.detail);
    }
    if !violations.is_empty() || !aftermath.audit.is_empty() || aftermath.sessions_lost > 0 {
        bail!(
            "{} promises were broken; see above",
            violations.len().max(1)
        );
    }
    Ok(())
}

fn figures(aftermath: &Aftermath) -> Vec<(&'static str, String)> {
    let history = &aftermath.history;
    let acknowledged = history.asks.iter().filter(|ask| ask.acknowledged.is_some());
    let outcomes = |status: &str| {
        let stored = history
            .end
            .values()
            .filter_map(|ending| ending.outcome.as_ref());
        stored.filter(|outcome| outcome.status == status).count()
    };
    let pending = history
        .end
        .values()
        .filter(|ending| ending.outcome.is_none());
    let events: usize = history.end.values().map(|ending| ending.events.len()).sum();
    let middle = aftermath.restarts.get(aftermath.restarts.len() / 2);
    let ms = |duration: Option<&std::time::Duration>| {
        duration.map_or("none".to_owned(), |duration| {
            format!("{} ms", duration.as_millis())
        })
    };
    vec![
        ("lasted", format!("{:.0} s", aftermath.lasted.as_secs_f64())),
        ("questions stored", history.end.len().to_string()),
        (
            "… of them acknowledged to their asker",
            acknowledged.count().to_string(),
        ),
        (
            "answers acknowledged",
            accepted(history, |deed| matches!(deed, Deed::Answer { .. })),
        ),
        (
            "cancels acknowledged",
            accepted(history, |deed| matches!(deed, Deed::Cancel { .. })),
        ),
        (
            "extensions acknowledged",
            accepted(history, |deed| *deed == Deed::Extend),
        ),
        (
            "drafts acknowledged",
            accepted(history, |deed| matches!(deed, Deed::Draft { .. })),
        ),
        (
            "told that another was first",
            count(history, |reply| matches!(reply, ActReply::Lost(_))),
        ),
        (
            "refused for another reason",
            count(history, |reply| matches!(reply, ActReply::Refused(_))),
        ),
        (
            "replies lost in a crash",
            count(history, |reply| matches!(reply, ActReply::Unknown)),
        ),
        (
            "outcomes and questions looked at",
            history.sightings.len().to_string(),
        ),
        (
            "stored as answered / cancelled / timed out / pending",
            format!(
                "{} / {} / {} / {}",
                outcomes("selected"),
                outcomes("cancelled"),
                outcomes("timeout"),
                pending.count()
            ),
        ),
        ("events, numbered without gap", events.to_string()),
        (
            "agent processes killed",
            aftermath.agents_killed.to_string(),
        ),
        (
            "pending lists read after a restart",
            history.recoveries.len().to_string(),
        ),
        ("from start to that list: median", ms(middle)),
        ("… longest", ms(aftermath.restarts.last())),
    ]
}

fn accepted(history: &History, fits: impl Fn(&Deed) -> bool) -> String {
    let acts = history.acts.iter();
    acts.filter(|act| matches!(act.reply, ActReply::Accepted { .. }) && fits(&act.deed))
        .count()
        .to_string()
}

fn count(history: &History, fits: impl Fn(&ActReply) -> bool) -> String {
    let acts = history.acts.iter();
    acts.filter(|act| fits(&act.reply)).count().to_string()
}
