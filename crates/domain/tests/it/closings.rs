//! Measures the rules for closing questions on labelled endings.
//!
//! `cargo test -p domain closings -- --nocapture` prints the figures. Each language has a set that
//! the rules were made with, one that was written at the same time and looked at later, and one that
//! was written after the rules worked.

use domain::task::closing::{Closing, OPTIONS_MAX, closing};
use proptest::prelude::*;
use std::fmt;
use std::time::Instant;

const SETS: [(&str, &str, &str); 9] = [
    (
        "en",
        "development",
        include_str!("../fixtures/closings/en/development.txt"),
    ),
    (
        "en",
        "held out",
        include_str!("../fixtures/closings/en/held_out.txt"),
    ),
    (
        "en",
        "later",
        include_str!("../fixtures/closings/en/later.txt"),
    ),
    (
        "ja",
        "development",
        include_str!("../fixtures/closings/ja/development.txt"),
    ),
    (
        "ja",
        "held out",
        include_str!("../fixtures/closings/ja/held_out.txt"),
    ),
    (
        "ja",
        "later",
        include_str!("../fixtures/closings/ja/later.txt"),
    ),
    (
        "zh",
        "development",
        include_str!("../fixtures/closings/zh/development.txt"),
    ),
    (
        "zh",
        "held out",
        include_str!("../fixtures/closings/zh/held_out.txt"),
    ),
    (
        "zh",
        "later",
        include_str!("../fixtures/closings/zh/later.txt"),
    ),
];

/// What each language must reach over all of its sets.
const TARGET: f64 = 0.95;

#[test]
fn closings_are_told_apart_in_every_language() {
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

proptest! {
    #[test]
    fn closings_of_any_text_are_decided(text in hostile_text()) {
        let found = closing(&text);
        if let Closing::Asks { question, options, .. } = found {
            prop_assert!(!question.is_empty());
            prop_assert!(options.is_empty() || (2..=OPTIONS_MAX).contains(&options.len()));
        }
    }
}

/// Any characters, and the marks that the rules look at in any order.
fn hostile_text() -> impl Strategy<Value = String> {
    let mark = prop::sample::select(vec![
        "`",
        "```",
        "\n",
        "\n\n",
        "> ",
        "- ",
        "1. ",
        "(a) ",
        "(",
        ")",
        "（",
        "）",
        "「",
        "」",
        "『",
        "“",
        "\"",
        "'",
        "’",
        "[",
        "](",
        "<",
        "<!--",
        "-->",
        "<think>",
        "**",
        "_",
        "# ",
        "|",
        "?",
        "？",
        "。",
        ".",
        "…",
        "か？",
        "吗",
        "嗎？",
        "Shall I",
        " or ",
        "还是",
        "のどちら",
        "と",
        "それとも",
        "http://",
        "🎉",
        "\u{fe0f}\u{20e3}",
        "\u{202e}",
        "؟",
        "هل",
        "\t",
        "    ",
        "Q: ",
        "A: ",
        "①",
        "\u{0}",
        "İ",
        "ß",
        "Option ",
        "案",
    ]);
    prop::collection::vec(
        prop_oneof![4 => mark.prop_map(str::to_owned), 1 => any::<String>()],
        0..200,
    )
    .prop_map(|parts| parts.concat())
}

/// Texts of a megabyte, each made to lead a reader that looks ahead astray. A reader that takes time
/// with the square of the length would need minutes.
#[test]
fn closings_of_a_megabyte_are_decided_in_a_moment() {
    let size = 1 << 20;
    for part in [
        "`",
        "` ``",
        "(",
        "()",
        "「",
        "\"a",
        "'a ",
        "<a",
        "<!--\n",
        "<think>\n",
        "[",
        "](",
        "- (",
        "a\n",
        "?",
        "か",
        "吗",
        "1. a\n",
        "**",
        "http://",
        "Q: a\nA: b\n",
    ] {
        let text = part.repeat(size / part.len());
        let started = Instant::now();
        closing(&text);
        let seconds = started.elapsed().as_secs_f64();
        assert!(seconds < 5.0, "{part:?} took {seconds} s");
    }
}
