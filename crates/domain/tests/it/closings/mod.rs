//! Measures the rules for closing questions on labelled endings.
//!
//! `cargo test -p domain closings -- --nocapture` prints the figures. Each language has a set that
//! the rules were made with, one that was written at the same time and looked at later, one that was
//! written in one go after the rules worked, and one of traps that were written in rounds.

mod hostile;
mod reply_card;

use domain::task::closing::closing;
use std::fmt;

const SETS: [(&str, &str, &str); 12] = [
    (
        "en",
        "development",
        include_str!("../../fixtures/closings/en/development.txt"),
    ),
    (
        "en",
        "held out",
        include_str!("../../fixtures/closings/en/held_out.txt"),
    ),
    (
        "en",
        "later",
        include_str!("../../fixtures/closings/en/later.txt"),
    ),
    (
        "en",
        "adversarial",
        include_str!("../../fixtures/closings/en/adversarial.txt"),
    ),
    (
        "ja",
        "development",
        include_str!("../../fixtures/closings/ja/development.txt"),
    ),
    (
        "ja",
        "held out",
        include_str!("../../fixtures/closings/ja/held_out.txt"),
    ),
    (
        "ja",
        "later",
        include_str!("../../fixtures/closings/ja/later.txt"),
    ),
    (
        "ja",
        "adversarial",
        include_str!("../../fixtures/closings/ja/adversarial.txt"),
    ),
    (
        "zh",
        "development",
        include_str!("../../fixtures/closings/zh/development.txt"),
    ),
    (
        "zh",
        "held out",
        include_str!("../../fixtures/closings/zh/held_out.txt"),
    ),
    (
        "zh",
        "later",
        include_str!("../../fixtures/closings/zh/later.txt"),
    ),
    (
        "zh",
        "adversarial",
        include_str!("../../fixtures/closings/zh/adversarial.txt"),
    ),
];

/// What each language must reach over all of its sets.
const TARGET: f64 = 0.95;

#[test]
fn closing_classifies_real_endings_above_the_target_in_every_language() {
    let mut failed = Vec::new();
    for language in ["en", "ja", "zh"] {
        let mut total = Score::default();
        for (_, set, endings) in SETS.iter().filter(|set| set.0 == language) {
            let score = measure(endings, &format!("{language} {set}"));
            print(&format!("{language} {set:12} {score}"));
            total.add(&score);
        }
        print(&format!("{language} {:12} {total}", "all"));
        if total.precision() < TARGET || total.recall() < TARGET {
            failed.push(format!("{language} {total}"));
        }
    }
    assert_eq!(failed, Vec::<String>::new(), "below {TARGET}");
}

/// Endings by what was meant and what the rules said.
#[derive(Default)]
struct Score {
    asks_found: usize,
    asks_missed: usize,
    ends_found: usize,
    ends_taken_for_asks: usize,
}

impl Score {
    fn add(&mut self, other: &Self) {
        self.asks_found += other.asks_found;
        self.asks_missed += other.asks_missed;
        self.ends_found += other.ends_found;
        self.ends_taken_for_asks += other.ends_taken_for_asks;
    }

    fn precision(&self) -> f64 {
        share(self.asks_found, self.asks_found + self.ends_taken_for_asks)
    }

    fn recall(&self) -> f64 {
        share(self.asks_found, self.asks_found + self.asks_missed)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let endings =
            self.asks_found + self.asks_missed + self.ends_found + self.ends_taken_for_asks;
        let (precision, recall) = (self.precision(), self.recall());
        write!(
            f,
            "{endings:4} endings  precision {precision:.3}  recall {recall:.3}"
        )
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred endings")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

#[expect(
    clippy::print_stdout,
    reason = "the figures are meant for the person who runs the test"
)]
fn print(line: &str) {
    println!("{line}");
}

fn measure(endings: &str, set: &str) -> Score {
    let mut score = Score::default();
    for (asks, text) in labelled(endings) {
        let found = closing(text);
        let count = match (asks, found.asks()) {
            (true, true) => &mut score.asks_found,
            (true, false) => &mut score.asks_missed,
            (false, false) => &mut score.ends_found,
            (false, true) => &mut score.ends_taken_for_asks,
        };
        *count += 1;
        if asks != found.asks() {
            print(&format!(
                "--- {set}: {} by {found:?}\n{}",
                if asks {
                    "missed"
                } else {
                    "taken for a question"
                },
                text.trim()
            ));
        }
    }
    score
}

/// Splits a file of endings, each below a line `=== asks` or `=== ends`.
fn labelled(endings: &str) -> impl Iterator<Item = (bool, &str)> {
    endings
        .split("=== ")
        .filter(|part| !part.is_empty())
        .map(|part| match part.split_once('\n') {
            Some(("asks", text)) => (true, text),
            Some(("ends", text)) => (false, text),
            Some(_) | None => panic!("a label is missing: {part}"),
        })
}
