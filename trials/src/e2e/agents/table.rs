//! What the trials showed, as a Markdown table that fits into the documentation.

use super::model::Turn;
use super::trial::{Report, Seen};

const HEAD: &str = "\
| trial | version | announces itself as | progress token | its limit | person answered after | calls | it gave up after | its own answer | agent received | |
|---|---|---|---|---|---|---|---|---|---|---|
";

pub(super) fn render(reports: &[Report]) -> String {
    let mut text = HEAD.to_owned();
    for report in reports {
        text.push_str(&match &report.seen {
            Ok(seen) => row(&report.name, seen),
            Err(_) => format!("| {} | | | | | | | | | | **failed** |\n", report.name),
        });
    }
    text
}

fn row(name: &str, seen: &Seen) -> String {
    let close = seen.turns.iter().find(|turn| turn.kind == "close");
    let received = close.map(|turn| turn.received["selected_ids"].to_string());
    let token = if seen.introduction.sends_progress_token {
        "yes"
    } else {
        "no"
    };
    let gave_up = gave_up_after(&seen.turns)
        .map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.1} s"));
    let own_answer = match seen.refused_by.as_slice() {
        [] => "–".to_owned(),
        signs => format!("refused: `{}`", signs.join("`, `")),
    };
    format!(
        "| {name} | {} | `{}` | {token} | {} s | {:.0} s | {} | {gave_up} | {own_answer} | {} | ok |\n",
        seen.introduction.version,
        seen.introduction.name,
        seen.limit_seconds,
        seen.answered_after.as_secs_f64(),
        calls(&seen.turns),
        received.unwrap_or_default(),
    )
}

/// Counts the tool calls by what they were for.
fn calls(turns: &[Turn]) -> String {
    let count = |kind: &str| turns.iter().filter(|turn| turn.kind == kind).count();
    ["ask", "repeat", "poll"]
        .into_iter()
        .filter(|kind| count(kind) > 0)
        .map(|kind| format!("{} {kind}", count(kind)))
        .collect::<Vec<_>>()
        .join(", ")
}

/// How long the client let its first call run, when it ended it.
fn gave_up_after(turns: &[Turn]) -> Option<f64> {
    let [first, second, ..] = turns else {
        return None;
    };
    let ms = second.at_ms.saturating_sub(first.at_ms);
    (second.kind == "repeat").then_some(ms as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::recorder::Introduction;
    use super::*;

    fn turn(kind: &str, at_ms: u64, received: Value) -> Turn {
        Turn {
            kind: kind.into(),
            at_ms,
            result: Value::Null,
            received,
        }
    }

    #[test]
    fn agent_table_has_one_row_per_trial_and_marks_failed_ones() {
        let seen = Seen {
            introduction: Introduction {
                name: "codex-mcp-client".into(),
                version: "1.2".into(),
                sends_progress_token: true,
            },
            limit_seconds: 20,
            answered_after: std::time::Duration::from_secs(25),
            refused_by: vec!["CODEX_CI".into(), "codex".into()],
            turns: vec![
                turn("ask", 1_000, Value::Null),
                turn("repeat", 21_500, Value::Null),
                turn("close", 26_000, json!({"selected_ids": ["a"]})),
            ],
        };
        let reports =
            [("x", Ok(seen)), ("y", Err(anyhow::anyhow!("no")))].map(|(name, seen)| Report {
                name: name.into(),
                seen,
            });
        assert_eq!(
            render(&reports),
            format!(
                "{HEAD}| x | 1.2 | `codex-mcp-client` | yes | 20 s | 25 s | 1 ask, 1 repeat | 20.5 s | refused: `CODEX_CI`, `codex` | [\"a\"] | ok |\n\
                 | y | | | | | | | | | | **failed** |\n"
            )
        );
    }
}
