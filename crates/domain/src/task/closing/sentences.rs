//! Splits the blocks of prose into sentences.

use super::inline::{self, NOT_OWN};
use super::language::{self, Language};
use super::prose::{Block, Place};

/// Sentences before these cannot be the closing.
const SENTENCES_MAX: usize = 48;

/// Text without a sentence end is cut, so that no sentence takes long to read.
const SENTENCE_CHARS_MAX: usize = 800;

/// A line at least this long that does not end a sentence goes on in the next line.
const WRAPPED_LINE_CHARS_MIN: usize = 50;

pub(super) struct Sentence {
    /// What a person reads.
    pub(super) shown: String,
    /// The form of a sentence that the tables are compared with: without marks at the end, written
    /// as `language::normal` does.
    pub(super) own: String,
    pub(super) has_question_mark: bool,
    pub(super) place: Place,
    /// The index of its block.
    pub(super) block: usize,
    pub(super) language: &'static Language,
}

/// Returns the last sentences, in their order.
pub(super) fn of(blocks: &[Block]) -> Vec<Sentence> {
    let kana_near = blocks.iter().any(|block| language::has_kana(&block.text));
    let mut sentences = Vec::new();
    for (index, block) in blocks.iter().enumerate().rev() {
        let inline = inline::read(&block.text);
        let ends = ends(&inline.own);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let ranges: Vec<(usize, usize)> = starts.zip(ends.iter().copied()).collect();
        for (start, end) in ranges.into_iter().rev() {
            if sentences.len() == SENTENCES_MAX {
                break;
            }
            let shown = &inline.shown[start..end];
            sentences.extend(sentence(
                shown,
                &inline.own[start..end],
                block.place,
                index,
                kana_near,
            ));
        }
    }
    sentences.reverse();
    sentences
}

fn sentence(
    shown: &[char],
    own: &[char],
    place: Place,
    block: usize,
    kana_near: bool,
) -> Option<Sentence> {
    let own = language::normal(own, kana_near);
    let text = own.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == NOT_OWN));
    let tail = &own[text.len()..];
    let has_words = text.contains(|c: char| c.is_alphanumeric());
    let has_question_mark = tail.contains('?') || tail.contains('؟');
    (has_words || (has_question_mark && !text.is_empty())).then(|| Sentence {
        shown: shown
            .iter()
            .collect::<String>()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        own: text.trim_start().to_owned(),
        has_question_mark,
        place,
        block,
        language: language::of(text, kana_near),
    })
}

/// Returns where each sentence ends, the last one at the end of the text.
fn ends(own: &[char]) -> Vec<usize> {
    let enclosed = enclosed(own);
    let mut ends = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < own.len() {
        let is_end = !enclosed[at] && is_end(own, at, start) || at - start >= SENTENCE_CHARS_MAX;
        at += 1;
        if is_end {
            while at < own.len() && is_trailing(own[at]) {
                at += 1;
            }
            ends.push(at);
            start = at;
        }
    }
    if start < own.len() {
        ends.push(own.len());
    }
    ends
}

/// Tells for each character whether it stands in parentheses.
fn enclosed(own: &[char]) -> Vec<bool> {
    let mut enclosed = vec![false; own.len()];
    let mut opened = Vec::new();
    for (at, mark) in own.iter().enumerate() {
        match mark {
            '(' | '（' => opened.push(at),
            ')' | '）' => {
                // Only the outermost pair marks its inside, so that every character is marked once.
                if let Some(from) = opened.pop()
                    && opened.is_empty()
                {
                    enclosed[from..at].fill(true);
                }
            }
            _ => {}
        }
    }
    enclosed
}

/// Marks that belong to the sentence that ends before them.
fn is_trailing(mark: char) -> bool {
    matches!(
        mark,
        '.' | '!'
            | '?'
            | '。'
            | '！'
            | '？'
            | ')'
            | '）'
            | ']'
            | '"'
            | '\''
            | '”'
            | '」'
            | '』'
            | '’'
    )
}

fn is_end(own: &[char], at: usize, start: usize) -> bool {
    let rest = &own[at + 1..];
    let next = rest.first().copied();
    match own[at] {
        '。' | '！' => true,
        '？' | '?' if is_quoted_on(rest) => false,
        '？' => true,
        '?' | '!' => next.is_none_or(|c| {
            !c.is_ascii_alphanumeric() && !matches!(c, '.' | '=' | '&' | '/' | '_' | '-' | ':')
        }),
        '.' => {
            next.is_none_or(|c| c.is_whitespace() || is_trailing(c))
                && !is_abbreviation(&own[start..at])
        }
        '…' => next.is_some_and(char::is_whitespace),
        '\n' => ends_line(&own[start..at], next),
        _ => false,
    }
}

/// Japanese goes on after a question that it cites: 「必要か？と考えました」.
fn is_quoted_on(rest: &[char]) -> bool {
    let mut rest = rest
        .iter()
        .skip_while(|c| matches!(c, '?' | '？' | '!' | '！' | ' '));
    match rest.next() {
        Some('と') => rest.next().is_none_or(|&c| c != 'り'),
        Some('っ') => rest.next() == Some(&'て'),
        Some(_) | None => false,
    }
}

fn is_abbreviation(before: &[char]) -> bool {
    let word: String = before
        .iter()
        .rev()
        .take_while(|c| !c.is_whitespace() && **c != '(')
        .collect();
    let word: String = word.chars().rev().flat_map(char::to_lowercase).collect();
    matches!(
        word.as_str(),
        "e.g" | "i.e" | "vs" | "etc" | "cf" | "no" | "approx" | "incl"
    ) || (word.len() == 1 && word.starts_with(|c: char| c.is_ascii_digit()))
}

/// A short line stands for itself, unless the next one goes on in lower case. A long one without a
/// full stop is wrapped.
fn ends_line(line: &[char], next: Option<char>) -> bool {
    let is_short = line.iter().rev().take_while(|&&c| c != '\n').count() < WRAPPED_LINE_CHARS_MIN;
    let goes_on = next.is_some_and(|c| c.is_ascii_lowercase());
    (is_short && !goes_on)
        || line
            .last()
            .is_some_and(|&c| is_trailing(c) || c == ':' || c == '：')
}
