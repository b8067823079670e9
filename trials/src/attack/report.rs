//! What was tried and what came of it, as a table for people and as Markdown for the docs.

use super::stage::Stage;
use super::{Attack, Try};

/// How a try is reported when it cannot be made on this machine.
pub(super) const SKIPPED: &str = "skipped";

/// One attack after it was made.
pub(super) struct Row {
    group: &'static str,
    name: String,
    tries: Vec<Outcome>,
}

struct Outcome {
    target: &'static str,
    refused: String,
    got: String,
    accepted: String,
    twin: String,
}

impl Outcome {
    fn of(attempt: &Try, stage: &Stage) -> Self {
        let said = |outcome: anyhow::Result<String>| match outcome {
            Ok(words) => words,
            Err(error) => format!("error: {error:#}"),
        };
        Self {
            target: attempt.target,
            refused: attempt.refused.clone(),
            got: said((attempt.attempt)(stage)),
            accepted: attempt.accepted.clone(),
            twin: said((attempt.twin)(stage)),
        }
    }

    fn is_skipped(&self) -> bool {
        self.got.starts_with(SKIPPED)
    }

    fn is_refused(&self) -> bool {
        self.got == self.refused
    }

    fn twin_succeeds(&self) -> bool {
        self.twin == self.accepted
    }
}

impl Row {
    pub(super) fn of(attack: &Attack, stage: &Stage) -> Self {
        Self {
            group: attack.group,
            name: attack.name.clone(),
            tries: attack
                .tries
                .iter()
                .map(|one| Outcome::of(one, stage))
                .collect(),
        }
    }

    fn is_skipped(&self) -> bool {
        self.tries.iter().all(Outcome::is_skipped)
    }

    /// Refused everywhere, and every twin let through.
    pub(super) fn holds(&self) -> bool {
        self.is_skipped()
            || self
                .tries
                .iter()
                .all(|one| one.is_refused() && one.twin_succeeds())
    }
}

pub(super) fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "\n{:<12} {:<58} {:<22} {:<30} {:<30} twin\n",
        "group", "attack", "target", "expected refusal", "got"
    );
    for row in rows {
        for one in &row.tries {
            let held = one.is_skipped() || (one.is_refused() && one.twin_succeeds());
            text.push_str(&format!(
                "{:<12} {:<58} {:<22} {:<30} {:<30} {}{}\n",
                row.group,
                row.name,
                one.target,
                one.refused,
                one.got,
                one.twin,
                if held { "" } else { "   FAILED" },
            ));
            if !held && !one.twin_succeeds() {
                text.push_str(&format!("  the twin was to give {}\n", one.accepted));
            }
        }
    }
    text
}

/// One line per group, with every attack named.
pub(super) fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "| group | attacks | on | refused with | refused | twins |\n|---|---|---|---|---|---|\n",
    );
    for group in rows.chunk_by(|one, other| one.group == other.group) {
        let tries: Vec<&Outcome> = group.iter().flat_map(|row| &row.tries).collect();
        let names: Vec<&str> = group.iter().map(|row| row.name.as_str()).collect();
        let refused = group.iter().filter(|row| row.holds()).count();
        let twins = tries.iter().filter(|one| one.twin_succeeds()).count();
        text.push_str(&format!(
            "| {} | {} | {} | {} | {refused} of {} | {twins} of {} |\n",
            group.first().map_or("", |row| row.group),
            names.join("; ").replace('|', "\\|"),
            distinct(tries.iter().map(|one| one.target)),
            distinct(tries.iter().map(|one| one.got.as_str())),
            group.len(),
            tries.len(),
        ));
    }
    text
}

fn distinct<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut seen = Vec::new();
    for word in words {
        if !seen.contains(&word) {
            seen.push(word);
        }
    }
    seen.join(", ").replace('|', "\\|")
}

pub(super) fn summary(rows: &[Row]) -> String {
    let made: Vec<&Row> = rows.iter().filter(|row| !row.is_skipped()).collect();
    let tries: Vec<&Outcome> = made.iter().flat_map(|row| &row.tries).collect();
    let refused = made
        .iter()
        .filter(|row| row.tries.iter().all(Outcome::is_refused))
        .count();
    let twins = tries.iter().filter(|one| one.twin_succeeds()).count();
    let skipped = match rows.len() - made.len() {
        0 => String::new(),
        count => format!(", {count} skipped"),
    };
    format!(
        "{refused} attacks refused of {} ({} tries over all targets), {twins} twins succeeded of {}{skipped}",
        made.len(),
        tries.len(),
        tries.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(got: &str, twin: &str) -> Row {
        Row {
            group: "host",
            name: "missing".into(),
            tries: vec![Outcome {
                target: "/",
                refused: "400".into(),
                got: got.into(),
                accepted: "200".into(),
                twin: twin.into(),
            }],
        }
    }

    #[test]
    fn attack_row_holds_when_the_attack_is_refused_and_its_twin_succeeds() {
        assert!(row("400", "200").holds());
        assert!(!row("200", "200").holds());
        assert!(!row("400", "400").holds());
        assert!(row("skipped: not root", "").holds());
    }

    #[test]
    fn attack_summary_counts_attacks_tries_twins_and_skipped_ones() {
        let rows = [row("400", "200"), row("200", "200"), row("skipped", "")];
        assert_eq!(
            summary(&rows),
            "1 attacks refused of 2 (2 tries over all targets), 2 twins succeeded of 2, 1 skipped"
        );
    }
}
