//! The languages that the rules know.

use super::inline::NOT_OWN;
use super::{chinese, english, japanese};

/// The phrases of one language, by what a sentence with them does. `phrase` says how they are written.
pub(super) struct Language {
    /// Ends of questions that need no question mark.
    pub(super) unmarked: &'static [&'static str],
    /// The sentence reports a question of a third party, or one that the agent asked itself.
    pub(super) reported: &'static [&'static str],
    /// A statement about how the work behaves or is used, not about what the agent wants.
    pub(super) described: &'static [&'static str],
    /// A question that only politeness asks.
    pub(super) polite_question: &'static [&'static str],
    /// A question that an explanation opens with.
    pub(super) rhetorical: &'static [&'static str],
    /// A question to the person.
    pub(super) question: &'static [&'static str],
    /// The agent goes on when the person agrees.
    pub(super) approval: &'static [&'static str],
    /// The agent cannot go on.
    pub(super) missing: &'static [&'static str],
    /// A real request, even inside a polite phrase.
    pub(super) firm_request: &'static [&'static str],
    pub(super) courtesy: &'static [&'static str],
    pub(super) offer: &'static [&'static str],
    pub(super) request: &'static [&'static str],
    /// "Please have a look": waits only where nothing has been done yet.
    pub(super) review: &'static [&'static str],
    /// The beginning of an answer to the question before.
    pub(super) answer: &'static [&'static str],
    /// The agent has decided without the person.
    pub(super) decided: &'static [&'static str],
    /// It has not: what looks decided holds for now only, or was found out and not done.
    pub(super) undecided: &'static [&'static str],
    /// Work is reported.
    pub(super) done: &'static [&'static str],
    /// Work is planned.
    pub(super) planned: &'static [&'static str],
    /// Words that address the person; an item of a list without one of them is not a request.
    pub(super) addresses: &'static [&'static str],
    /// The questions in the list below are for the person.
    pub(super) list_asks: &'static [&'static str],
    /// The questions in the list below are not.
    pub(super) list_reports: &'static [&'static str],
    /// The question is one between options.
    pub(super) chooses: &'static [&'static str],
}

/// Returns the language of a sentence. `kana_near` says that the text around it is Japanese, which
/// settles a sentence of ideographs only.
pub(super) fn of(sentence: &str, kana_near: bool) -> &'static Language {
    let ideographs = sentence.chars().filter(|&c| is_ideograph(c)).count();
    let words = sentence
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| word.len() > 1)
        .count();
    if has_kana(sentence) {
        &japanese::JAPANESE
    } else if ideographs == 0 || words > 3 * ideographs {
        &english::ENGLISH
    } else if kana_near {
        &japanese::JAPANESE
    } else {
        &chinese::CHINESE
    }
}

pub(super) fn has_kana(text: &str) -> bool {
    text.chars().any(|c| matches!(c, 'ぁ'..='ゖ' | 'ァ'..='ヺ'))
}

pub(super) fn is_ideograph(mark: char) -> bool {
    matches!(mark, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Writes a sentence as the tables do: lower case, half-width marks, simplified characters if it is
/// Chinese.
pub(super) fn normal(own: &[char], kana_near: bool) -> String {
    let plain: String = own
        .iter()
        .map(|&mark| half_width(mark))
        .flat_map(char::to_lowercase)
        .collect();
    if has_kana(&plain) || kana_near {
        return plain;
    }
    let simplified: String = plain.chars().map(chinese::simplified).collect();
    chinese::COMPOUNDS
        .iter()
        .fold(simplified, |text, compound| {
            text.replace(compound, &NOT_OWN.to_string())
        })
}

fn half_width(mark: char) -> char {
    match mark {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(mark as u32 - 0xfee0).unwrap_or(mark),
        '’' => '\'',
        '\u{3000}' | '\u{a0}' | '\n' => ' ',
        other => other,
    }
}
