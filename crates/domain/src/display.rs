//! Makes text from outside safe to show, on every surface.
//!
//! Odd characters are *shown*, never dropped and never executed: a person must see the string
//! that is stored. The output holds no control, bidirectional, zero-width or tag character.

use std::borrow::Cow;
use std::fmt::Write;

/// How many combining marks may sit on one character before the rest is spelled out.
const COMBINING_RUN_MAX: usize = 4;

/// Whether line breaks and tabs keep their meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    OneLine,
    ManyLines,
}

/// Returns `text` for one line: anything that could move a cursor or hide is spelled out.
pub fn display_safe(text: &str) -> Cow<'_, str> {
    escape(text, Layout::OneLine)
}

/// Like [`display_safe`], but keeps line feeds and tabs.
pub fn display_safe_lines(text: &str) -> Cow<'_, str> {
    escape(text, Layout::ManyLines)
}

fn escape(text: &str, layout: Layout) -> Cow<'_, str> {
    let mut marks = 0;
    let mut escaped: Option<String> = None;
    for (at, character) in text.char_indices() {
        marks = if is_combining(character) {
            marks + 1
        } else {
            0
        };
        let shown = is_plain(character, layout) && marks <= COMBINING_RUN_MAX;
        match (&mut escaped, shown) {
            (None, true) => {}
            (Some(out), true) => out.push(character),
            (None, false) => {
                let mut out = String::with_capacity(text.len() + 8);
                out.push_str(&text[..at]);
                spell_out(&mut out, character);
                escaped = Some(out);
            }
            (Some(out), false) => spell_out(out, character),
        }
    }
    escaped.map_or(Cow::Borrowed(text), Cow::Owned)
}

fn is_plain(character: char, layout: Layout) -> bool {
    match character {
        '\n' | '\t' => layout == Layout::ManyLines,
        _ => !character.is_control() && !is_invisible(character),
    }
}

/// Characters that print nothing or change how others print.
fn is_invisible(character: char) -> bool {
    matches!(u32::from(character),
        0x00AD                       // soft hyphen
        | 0x034F                     // combining grapheme joiner
        | 0x061C                     // arabic letter mark
        | 0x115F..=0x1160            // hangul fillers
        | 0x17B4..=0x17B5
        | 0x180B..=0x180F            // mongolian selectors and separator
        | 0x200B..=0x200F            // zero width, direction marks
        | 0x2028..=0x202E            // separators, bidi embedding
        | 0x2060..=0x206F            // joiners, bidi isolates, deprecated formats
        | 0x3164
        | 0xFE00..=0xFE0D            // variation selectors, except the two emoji ones
        | 0xFEFF
        | 0xFFA0
        | 0xFFF0..=0xFFFB
        | 0x1BCA0..=0x1BCA3
        | 0x1D173..=0x1D17A
        | 0xE0000..=0xE0FFF          // tags, variation selectors supplement
        | 0xE000..=0xF8FF            // private use
        | 0xF0000..=0x10FFFF
    )
}

fn is_combining(character: char) -> bool {
    matches!(u32::from(character),
        0x0300..=0x036F | 0x0483..=0x0489 | 0x0591..=0x05BD | 0x0610..=0x061A | 0x064B..=0x065F
        | 0x0E31 | 0x0E34..=0x0E3A | 0x0E47..=0x0E4E | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF
        | 0x20D0..=0x20FF | 0xFE0E..=0xFE0F | 0xFE20..=0xFE2F)
}

fn spell_out(out: &mut String, character: char) {
    let name = match character {
        '\u{1b}' => Some("ESC"),
        '\r' => Some("CR"),
        '\n' => Some("LF"),
        '\t' => Some("TAB"),
        '\u{7f}' => Some("DEL"),
        '\0' => Some("NUL"),
        _ => None,
    };
    match name {
        Some(name) => write!(out, "<{name}>"),
        None => write!(out, "<U+{:04X}>", u32::from(character)),
    }
    .expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn odd_characters_are_spelled_out() {
        for (text, shown) in [
            ("plain, 你好, é, 👍🏽", "plain, 你好, é, 👍🏽"),
            ("rm -rf x\rls", "rm -rf x<CR>ls"),
            ("\u{1b}[2J", "<ESC>[2J"),
            ("a\u{202e}b", "a<U+202E>b"),
            ("a\u{200d}\u{e0041}", "a<U+200D><U+E0041>"),
            ("a\nb", "a<LF>b"),
        ] {
            assert_eq!(display_safe(text), shown);
        }
        assert_eq!(display_safe_lines("a\n\tb\r"), "a\n\tb<CR>");
    }

    #[test]
    fn a_tower_of_marks_stops_growing() {
        let shown = display_safe(&format!("a{}", "\u{301}".repeat(500))).into_owned();
        assert!(shown.starts_with("a\u{301}\u{301}\u{301}\u{301}<U+0301>"));
    }

    proptest! {
        #[test]
        fn nothing_shown_can_move_a_cursor_or_hide(text in any::<String>()) {
            let shown = display_safe(&text);
            prop_assert!(shown.chars().all(|c| is_plain(c, Layout::OneLine)));
        }

        #[test]
        fn plain_text_is_untouched(text in "[a-zA-Z0-9 .,\u{4e00}-\u{9fff}]*") {
            prop_assert_eq!(display_safe(&text), text.as_str());
        }
    }
}
