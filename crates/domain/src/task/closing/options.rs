//! Finds what a question offers to choose from.

use super::OPTIONS_MAX;
use super::inline;
use super::phrase::any;
use super::prose::{Block, Place};
use super::sentences::Sentence;

/// A longer label is cut.
const LABEL_CHARS_MAX: usize = 120;

/// Longer than this, a part of a sentence is not the name of an option.
const ALTERNATIVE_CHARS_MAX: usize = 40;

/// Returns the labels of the options, or none.
///
/// A list next to "shall I proceed?" is a plan: only a question that chooses has options.
pub(super) fn offered(blocks: &[Block], question: &Sentence) -> Vec<String> {
    let leads_a_list = question.shown.ends_with([':', '：']);
    let chooses = leads_a_list || any(question.language.chooses, &question.own);
    if !chooses || question.place == Place::Item {
        return Vec::new();
    }
    let candidates = [
        list_after(blocks, question.block),
        lettered(&question.shown),
        alternatives(&question.shown),
        list_before(blocks, question.block),
    ];
    candidates
        .into_iter()
        .find(|labels| (2..=OPTIONS_MAX).contains(&labels.len()))
        .unwrap_or_default()
}

fn list_after(blocks: &[Block], question: usize) -> Vec<String> {
    let items: Vec<_> = blocks[question + 1..]
        .iter()
        .take_while(|block| block.place == Place::Item)
        .collect();
    labels(&items)
}

fn list_before(blocks: &[Block], question: usize) -> Vec<String> {
    let mut items: Vec<_> = blocks[..question]
        .iter()
        .rev()
        .take_while(|block| block.place == Place::Item)
        .collect();
    items.reverse();
    labels(&items)
}

fn labels(items: &[&Block]) -> Vec<String> {
    let outermost = items
        .iter()
        .map(|item| item.indent)
        .min()
        .unwrap_or_default();
    let labels: Vec<String> = items
        .iter()
        .filter(|item| item.indent == outermost)
        .map(|item| label(item))
        .collect();
    let asks = labels.iter().any(|label| label.ends_with(['?', '？']));
    if asks { Vec::new() } else { labels }
}

/// Returns the first line of an item with its mark, so that a reply with it cannot be misread.
fn label(item: &Block) -> String {
    let line = item.text.lines().next().unwrap_or_default();
    let shown: String = inline::read(line).shown.into_iter().collect();
    let shown = shown.trim().trim_end_matches([',', ';', '，', '；', '。']);
    let full = if item.label.is_empty() {
        shown.to_owned()
    } else {
        format!("{}. {shown}", item.label)
    };
    if full.chars().count() <= LABEL_CHARS_MAX {
        return full;
    }
    full.chars()
        .take(LABEL_CHARS_MAX - 1)
        .chain(['…'])
        .collect()
}

/// Reads "(a) keep it, (b) drop it, or (c) ask again".
fn lettered(question: &str) -> Vec<String> {
    let mut labels = Vec::new();
    let mut rest = question;
    for letter in 'a'..='l' {
        let upper = letter.to_ascii_uppercase();
        let marks = [
            format!("({letter})"),
            format!("({upper})"),
            format!("（{letter}）"),
            format!("（{upper}）"),
        ];
        let Some((at, mark)) = marks.iter().find_map(|mark| Some((rest.find(mark)?, mark))) else {
            break;
        };
        if let Some(last) = labels.last_mut() {
            *last = trimmed(&rest[..at]);
        }
        rest = &rest[at + mark.len()..];
        labels.push(String::new());
    }
    if let Some(last) = labels.last_mut() {
        *last = trimmed(rest);
    }
    labels
}

/// The word between two options, and the words that may stand before the first.
const BETWEEN: [(&str, &[&str]); 4] = [
    (" or ", &[": ", "between ", "prefer ", "is it ", "— "]),
    (
        "还是",
        &["：", ":", "，", "使用", "采用", "选择", "用", "是"],
    ),
    (
        "還是",
        &["：", ":", "，", "使用", "採用", "選擇", "用", "是"],
    ),
    ("のどちら", &["、", "：", "は"]),
];

/// Reads "…: SQLite or Postgres?", "使用 A 还是 B？" and "A と B のどちらにしますか".
fn alternatives(question: &str) -> Vec<String> {
    let Some((word, before)) = BETWEEN.iter().find(|(word, _)| question.contains(word)) else {
        return Vec::new();
    };
    let (left, right) = question.split_once(word).unwrap_or_default();
    let named = before
        .iter()
        .find_map(|before| left.rsplit_once(before))
        .map(|(_, name)| name);
    // Without a word before it, what stands on the left is a name only if it is a single word.
    let left = named.or_else(|| Some(left).filter(|left| !left.trim().contains([' ', '，', '、'])));
    let pair = match *word {
        "のどちら" => left.and_then(|pair| pair.split_once('と')),
        _ => left.map(|left| (left, right)),
    };
    pair.map_or_else(Vec::new, |(left, right)| names([left, right]))
}

fn names(parts: [&str; 2]) -> Vec<String> {
    let names: Vec<String> = parts.iter().map(|part| trimmed(part)).collect();
    let is_name = |name: &String| (1..=ALTERNATIVE_CHARS_MAX).contains(&name.chars().count());
    if names.iter().all(is_name) {
        names
    } else {
        Vec::new()
    }
}

/// Cuts what joins an option to its neighbours.
fn trimmed(part: &str) -> String {
    let part = part
        .trim()
        .trim_end_matches(['?', '？', '.', '。', ',', '，', '、', ';', '；'])
        .trim();
    let part = part
        .strip_suffix(" or")
        .or_else(|| part.strip_suffix(" and"))
        .unwrap_or(part);
    part.trim_end_matches([',', '，', '、', ';', '；'])
        .trim()
        .to_owned()
}
