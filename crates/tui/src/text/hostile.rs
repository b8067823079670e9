//! What `display_safe` lets through is text to a terminal, and nothing but text.

use std::num::NonZeroU16;

use domain::display::{display_safe, display_safe_lines};
use proptest::prelude::*;

/// Wide and high enough that nothing wraps or scrolls away.
const SIZE: (u16, u16) = (2, 4_000);

/// Text as a hostile agent would write it: sequences, controls, directions, tags, stacked marks.
fn hostile() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        any::<char>().prop_map(String::from),
        "[a-z 你好\u{0}-\u{1f}\u{7f}-\u{9f}]{0,4}",
        "[\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{fe00}-\u{fe0f}\u{e0020}-\u{e007f}]{1,3}",
        "[\u{300}-\u{36f}]{1,8}",
        "\u{1b}[\\[\\]P_^NO\\\\c#(][0-9;?]{0,5}[a-zA-Z]{0,2}[\u{7}\u{1b}]{0,1}",
    ];
    prop::collection::vec(part, 0..40).prop_map(|parts| {
        // The parser takes the replacement character for its own sign of broken input.
        parts.concat().replace('\u{fffd}', "?")
    })
}

/// What a terminal shows after `text` was written to it.
fn on_a_terminal(text: &str) -> String {
    let cells = |count| NonZeroU16::new(count).unwrap();
    let mut parser = vt100::Parser::new(cells(SIZE.0), cells(SIZE.1), 0);
    parser.process(text.as_bytes());
    parser.screen().contents()
}

proptest! {
    #[test]
    fn display_safe_text_of_any_input_is_printed_unchanged_by_a_terminal(text in hostile()) {
        // A mark needs something to stand on, also when it comes first.
        let shown = format!("a{}z", display_safe(&text));
        prop_assert_eq!(on_a_terminal(&shown), shown);
    }

    #[test]
    fn display_safe_lines_of_any_text_keep_their_line_breaks(text in hostile()) {
        let shown = format!("a{}z", display_safe_lines(&text));
        let printable = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
        prop_assert!(shown.chars().all(printable));
        let feeds = |text: &str| text.matches('\n').count();
        prop_assert_eq!(feeds(&shown), feeds(&text));
    }
}
