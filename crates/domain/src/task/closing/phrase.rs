//! A tiny language for the tables of phrases.
//!
//! A phrase is made of parts. `*` between two of them allows anything in between, `+` allows only
//! a space. A part is one or more words, or several such alternatives with `|` between them. `<` in
//! front means that the phrase begins the sentence, `^` that it begins a clause; `$` at the end means
//! that it ends the sentence. So `^let + me|us + know * which|whether` fits "OK, let me know by
//! Friday which one".
//!
//! Letters and digits are whole words; Chinese and Japanese have no spaces and fit anywhere.

/// Tells whether any phrase of the table fits the sentence, which is in lower case.
pub(super) fn any(phrases: &[&str], sentence: &str) -> bool {
    phrases.iter().any(|phrase| fits(phrase, sentence))
}

fn fits(phrase: &str, sentence: &str) -> bool {
    let begin = match phrase.as_bytes().first() {
        Some(b'<') => Begin::Sentence,
        Some(b'^') => Begin::Clause,
        Some(_) | None => Begin::Anywhere,
    };
    let phrase = phrase.trim_start_matches(['<', '^']);
    let (phrase, must_end) = phrase
        .strip_suffix('$')
        .map_or((phrase, false), |rest| (rest, true));
    let count = phrase.split('*').count();
    let mut from = 0;
    for (position, run) in phrase.split('*').enumerate() {
        let found = Run {
            parts: run,
            begin: if position == 0 {
                begin
            } else {
                Begin::Anywhere
            },
            ends_sentence: must_end && position + 1 == count,
        };
        match found.first_end(sentence, from) {
            Some(end) => from = end,
            None => return false,
        }
    }
    true
}

/// Where the first part has to stand.
#[derive(Clone, Copy)]
enum Begin {
    Anywhere,
    Clause,
    Sentence,
}

/// Parts that follow each other directly.
struct Run<'a> {
    parts: &'a str,
    begin: Begin,
    ends_sentence: bool,
}

impl Run<'_> {
    /// Returns where the first occurrence after `from` ends.
    fn first_end(&self, sentence: &str, from: usize) -> Option<usize> {
        let (first, rest) = self.parts.split_once('+').unwrap_or((self.parts, ""));
        first
            .split('|')
            .filter_map(|words| {
                sentence[from..]
                    .match_indices(words.trim())
                    .map(|(at, words)| (from + at, from + at + words.len()))
                    .filter(|&(start, end)| is_whole(sentence, start, end))
                    .filter(|&(start, _)| match self.begin {
                        Begin::Anywhere => true,
                        Begin::Clause => begins_clause(&sentence[..start]),
                        Begin::Sentence => start == 0,
                    })
                    .filter_map(|(_, end)| directly_after(rest, sentence, end))
                    .find(|&end| !self.ends_sentence || end == sentence.len())
            })
            .min()
    }
}

/// Returns where `parts` end if they stand at `from`.
fn directly_after(parts: &str, sentence: &str, from: usize) -> Option<usize> {
    if parts.is_empty() {
        return Some(from);
    }
    let (first, rest) = parts.split_once('+').unwrap_or((parts, ""));
    let start = from + sentence[from..].len() - sentence[from..].trim_start().len();
    first.split('|').find_map(|words| {
        let end = start + words.trim().len();
        let stands = sentence[start..].starts_with(words.trim()) && is_whole(sentence, start, end);
        if stands {
            directly_after(rest, sentence, end)
        } else {
            None
        }
    })
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
