//! Makes text from outside safe to show, on every surface.
//!
//! Odd characters are *shown*, never dropped and never executed: a person must see the string
//! that is stored. The output holds no control, bidirectional, zero-width, blank or tag character,
//! but for joiners where they belong to the writing; and no letter of another alphabet that passes
//! for one of its word.

mod cut;
mod joiners;
mod look_alikes;

use std::borrow::Cow;
use std::fmt::Write;

pub(crate) use cut::{cut_bytes, cut_chars, cut_to_end, first_line};

/// How many combining marks may sit on one character before the rest is spelled out.
const COMBINING_RUN_MAX: usize = 4;

/// What one line of a summary may have.
const LINE_CHARS_MAX: usize = 200;

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

/// Returns the beginning of `text` on one line. This is short, not safe.
pub fn one_line(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if joined.chars().count() <= LINE_CHARS_MAX {
        return joined;
    }
    let cut: String = joined.chars().take(LINE_CHARS_MAX).collect();
    format!("{cut}…")
}

/// Returns JSON for a screen: what a terminal could obey or hide is written as `\uXXXX`, which says
/// the same to a program.
pub fn json_for_screen(json: &str) -> Cow<'_, str> {
    let is_harmless = |c: char| is_plain(c, Layout::ManyLines);
    if json.chars().all(is_harmless) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 8);
    for character in json.chars() {
        if is_harmless(character) {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            write!(escaped, "\\u{unit:04x}").expect("writing to a String cannot fail");
        }
    }
    Cow::Owned(escaped)
}

fn escape(text: &str, layout: Layout) -> Cow<'_, str> {
    // Most texts, at little cost.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let characters: Vec<char> = text.chars().collect();
    let odd = odd_ones(&characters, layout);
    if !odd.contains(&true) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for (character, is_odd) in characters.into_iter().zip(odd) {
        match is_odd {
            true => spell_out(&mut escaped, character),
            false => escaped.push(character),
        }
    }
    Cow::Owned(escaped)
}

/// Says of each character whether it has to be spelled out.
fn odd_ones(text: &[char], layout: Layout) -> Vec<bool> {
    let mut marks = 0;
    let mut odd = Vec::with_capacity(text.len());
    for (at, &character) in text.iter().enumerate() {
        marks = match is_combining(character) {
            true => marks + 1,
            false => 0,
        };
        let is_joiner = matches!(character, joiners::NON_JOINER | joiners::JOINER);
        let shown = match is_joiner {
            true => joiners::is_at_home(text, at),
            false => is_plain(character, layout),
        };
        odd.push(!shown || marks > COMBINING_RUN_MAX);
    }
    look_alikes::find(text, |at| odd[at] = true);
    odd
}

fn is_plain(character: char, layout: Layout) -> bool {
    match character {
        '\n' | '\t' => layout == Layout::ManyLines,
        _ => !character.is_control() && !is_invisible(character),
    }
}

/// Characters that print nothing, a blank that is not a space, or change how others print.
fn is_invisible(character: char) -> bool {
    matches!(u32::from(character),
        0x00A0 | 0x2007 | 0x202F     // spaces that do not break
        | 0x00AD                       // soft hyphen
        | 0x034F                     // combining grapheme joiner
        | 0x061C                     // arabic letter mark
        | 0x115F..=0x1160            // hangul fillers
        | 0x17B4..=0x17B5
        | 0x180B..=0x180F            // mongolian selectors and separator
        | 0x200B..=0x200F            // zero width, direction marks
        | 0x2028..=0x202E            // separators, bidi embedding
        | 0x2060..=0x206F            // joiners, bidi isolates, deprecated formats
        | 0x2800                     // braille without dots
        | 0x3164                     // hangul filler
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
mod tests;
