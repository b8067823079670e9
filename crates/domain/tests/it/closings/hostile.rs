//! Texts that are made to lead the reader of a closing astray.

use domain::task::closing::{Closing, OPTIONS_MAX, closing};
use proptest::prelude::*;

/// The marks that the rules look at.
const MARKS: &str = "` ``` > - 1. (a) ( ) （ ） 「 」 『 “ \" ' ’ [ ]( < <!-- --> <think> ** _ # | ? ？ 。 . … か？ 吗 嗎？ \
     Shall or 还是 のどちら と それとも http:// 🎉 \u{fe0f}\u{20e3} \u{202e} ؟ هل Q: A: ① \u{0} İ ß Option 案 请求";

proptest! {
    #[test]
    fn closing_returns_a_non_empty_question_and_two_or_more_options_for_any_text(text in hostile_text()) {
        if let Closing::Asks { question, options, .. } = closing(&text) {
            prop_assert!(!question.is_empty());
            prop_assert!(options.is_empty() || (2..=OPTIONS_MAX).contains(&options.len()));
        }
    }
}

fn hostile_text() -> impl Strategy<Value = String> {
    let marks: Vec<&str> = MARKS
        .split(' ')
        .chain([" ", "    ", "\t", "\n", "\n\n", "\r\n"])
        .collect();
    let part =
        prop_oneof![4 => prop::sample::select(marks).prop_map(str::to_owned), 1 => any::<String>()];
    prop::collection::vec(part, 0..200).prop_map(|parts| parts.concat())
}

/// A reader that takes time with the square of the length would need minutes for these.
#[test]
fn closing_terminates_on_a_megabyte_of_repeated_syntax() {
    let parts = [
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
        "i need ",
        "请",
        "Shall I? ",
    ];
    for part in parts {
        let text = part.repeat(1_048_576 / part.len());
        // Only that it returns matters here, not its verdict.
        closing(&text);
    }
}
