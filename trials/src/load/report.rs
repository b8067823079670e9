//! What was measured: lines of a table, and how costs grow.

use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Met,
    Missed,
    /// Not measured; the line says why.
    Skipped,
    /// There is no figure to reach.
    Shown,
}

impl Verdict {
    pub(super) fn of(is_met: bool) -> Self {
        if is_met { Self::Met } else { Self::Missed }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "**missed**",
            Self::Skipped => "skipped",
            Self::Shown => "",
        }
    }
}

struct Line {
    what: String,
    goal: String,
    measured: String,
    verdict: Verdict,
}

/// One curve: how a cost grows with a quantity.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    pub(super) name: &'static str,
    pub(super) points: Vec<(f64, f64)>,
}

/// Curves over the same quantity, drawn in one panel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Growth {
    pub(super) title: &'static str,
    /// The quantity that grows.
    pub(super) over: &'static str,
    pub(super) unit: &'static str,
    /// The promise at the largest quantity.
    pub(super) goal: f64,
    pub(super) series: Vec<Series>,
}

#[derive(Default)]
pub(super) struct Report {
    lines: Vec<Line>,
    pub(super) growth: Vec<Growth>,
}

impl Report {
    pub(super) fn line(
        &mut self,
        what: impl Into<String>,
        goal: impl Into<String>,
        measured: impl Into<String>,
        verdict: Verdict,
    ) {
        self.lines.push(Line {
            what: what.into(),
            goal: goal.into(),
            measured: measured.into(),
            verdict,
        });
    }

    pub(super) fn markdown(&self) -> String {
        let mut text = String::from("| what | to reach | measured | |\n|---|---|---|---|\n");
        for line in &self.lines {
            let verdict = line.verdict.as_str();
            text.push_str(&format!(
                "| {} | {} | {} | {verdict} |\n",
                line.what, line.goal, line.measured
            ));
        }
        text
    }

    /// For the short form, whose times mean nothing.
    pub(super) fn markdown_without_verdicts(&self) -> String {
        let mut text = String::from("| what | measured |\n|---|---|\n");
        for line in &self.lines {
            text.push_str(&format!("| {} | {} |\n", line.what, line.measured));
        }
        text
    }

    pub(super) fn json(&self) -> Value {
        let lines: Vec<Value> = self
            .lines
            .iter()
            .map(|line| {
                json!({
                    "what": line.what,
                    "goal": line.goal,
                    "measured": line.measured,
                    "verdict": line.verdict.as_str().trim_matches('*'),
                })
            })
            .collect();
        let growth: Vec<Value> = self
            .growth
            .iter()
            .map(|growth| {
                let series: Vec<Value> = growth
                    .series
                    .iter()
                    .map(|series| json!({"name": series.name, "points": series.points}))
                    .collect();
                json!({
                    "title": growth.title,
                    "over": growth.over,
                    "unit": growth.unit,
                    "goal": growth.goal,
                    "series": series,
                })
            })
            .collect();
        json!({"figures": lines, "growth": growth})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn load_report_marks_a_missed_goal() {
        let mut report = Report::default();
        report.line("memory", "≤ 10 MiB", "10.8 MiB", Verdict::of(false));
        assert_eq!(
            report.markdown(),
            "| what | to reach | measured | |\n|---|---|---|---|\n\
             | memory | ≤ 10 MiB | 10.8 MiB | **missed** |\n"
        );
    }
}
