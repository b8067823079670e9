//! A tiny language for the tables of phrases.
//!
//! A phrase is made of parts that follow each other, with `*` for anything between them. A part is
//! one or more words, or several such alternatives with `|` between them. `^` in front means that
//! the phrase begins a clause; `$` at the end means that it ends the sentence. So
//! `^let me know|tell me * which|whether` fits "OK, let me know by Friday which one".
//!
//! Letters and digits are whole words; Chinese and Japanese have no spaces and fit anywhere.

/// Tells whether any phrase of the table fits the sentence, which is in lower case.
pub(super) fn any(phrases: &[&str], sentence: &str) -> bool {
    phrases.iter().any(|phrase| fits(phrase, sentence))
}

fn fits(phrase: &str, sentence: &str) -> bool {
    let (phrase, begins) = phrase
        .strip_prefix('^')
        .map_or((phrase, false), |rest| (rest, true));
    let (phrase, ends) = phrase
        .strip_suffix('$')
        .map_or((phrase, false), |rest| (rest, true));
    let count = phrase.split('*').count();
    let mut from = 0;
    for (position, part) in phrase.split('*').enumerate() {
        let must_begin = begins && position == 0;
        let must_end = ends && position + 1 == count;
        let end = part
            .split('|')
            .filter_map(|words| end_of(words.trim(), sentence, from, must_begin, must_end))
            .min();
        match end {
            Some(end) => from = end,
            None => return false,
        }
    }
    true
}

/// Returns where the first fitting occurrence of `words` after `from` ends.
fn end_of(
    words: &str,
    sentence: &str,
    from: usize,
    must_begin: bool,
    must_end: bool,
) -> Option<usize> {
    sentence[from..]
        .match_indices(words)
        .map(|(at, _)| (from + at, from + at + words.len()))
        .find(|&(start, end)| {
            is_whole(sentence, start, end)
                && (!must_begin || begins_clause(&sentence[..start]))
                && (!must_end || end == sentence.len())
        })
        .map(|(_, end)| end)
}

fn is_whole(sentence: &str, start: usize, end: usize) -> bool {
    !(joins(sentence, start) || joins(sentence, end))
}

/// Tells whether `at` is inside a word of letters.
fn joins(sentence: &str, at: usize) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric();
    let bytes = sentence.as_bytes();
    at > 0 && bytes.get(at - 1).is_some_and(is_letter) && bytes.get(at).is_some_and(is_letter)
}

/// Words that may stand before a clause without changing what it does.
const FILLERS: [&str; 19] = [
    "so",
    "and",
    "but",
    "or",
    "also",
    "then",
    "now",
    "ok",
    "okay",
    "please",
    "just",
    "finally",
    "first",
    "kindly",
    "otherwise",
    "again",
    "is that right",
    "next",
    "well",
];

fn begins_clause(before: &str) -> bool {
    let mut before = before.trim_end();
    while let Some(filler) = FILLERS.iter().find(|filler| ends_with_word(before, filler)) {
        before = before[..before.len() - filler.len()].trim_end();
    }
    let clause_marks = [
        ',', ':', ';', '-', '–', '—', '(', '（', '，', '：', '；', '、', '.', '?',
    ];
    before.is_empty() || before.ends_with(clause_marks)
}

fn ends_with_word(text: &str, word: &str) -> bool {
    text.ends_with(word) && !joins(text, text.len() - word.len())
}
