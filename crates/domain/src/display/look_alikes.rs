//! Letters of one alphabet that pass for letters of another, within one word.
//!
//! A table of the letters that matter is enough here. Unlike Unicode's full script data it says
//! which letters really look alike, so that `Δt`, `µs` and `kΩ` stay as they are.

use super::is_combining;

/// Letters that are drawn as this Latin one, or nearly so.
const LOOK_ALIKES: &[(char, &str)] = &[
    ('A', "АΑ"),
    ('B', "ВΒ"),
    ('C', "С"),
    ('D', "Ԁ"),
    ('E', "ЕΕ"),
    ('F', "Ϝ"),
    ('G', "Ԍ"),
    ('H', "НΗ"),
    ('I', "ІӀΙ"),
    ('J', "ЈͿ"),
    ('K', "КΚ"),
    ('M', "МΜ"),
    ('N', "Ν"),
    ('O', "ОΟ"),
    ('P', "РΡ"),
    ('Q', "Ԛ"),
    ('S', "Ѕ"),
    ('T', "ТΤ"),
    ('V', "Ѵ"),
    ('W', "Ԝ"),
    ('X', "ХΧ"),
    ('Y', "УҮΥ"),
    ('Z', "Ζ"),
    ('a', "аα"),
    ('b', "Ьь"),
    ('c', "сϲ"),
    ('d', "ԁ"),
    ('e', "еҽ"),
    ('g', "ԍ"),
    ('h', "һ"),
    ('i', "іιɩ"),
    ('j', "јϳ"),
    ('k', "кκ"),
    ('l', "ӏ"),
    ('n', "пη"),
    ('o', "оο"),
    ('p', "рρ"),
    ('q', "ԛ"),
    ('r', "г"),
    ('s', "ѕ"),
    ('u', "υ"),
    ('v', "ѵν"),
    ('w', "ԝω"),
    ('x', "хχ"),
    ('y', "уүγ"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Alphabet {
    Latin,
    Cyrillic,
    Greek,
}

/// The alphabet of a letter that belongs to one of the three.
fn alphabet(letter: char) -> Option<Alphabet> {
    match u32::from(letter) {
        0x41..=0x5A | 0x61..=0x7A | 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x24F | 0x1E00..=0x1EFF => {
            Some(Alphabet::Latin)
        }
        0x0400..=0x052F | 0x1C80..=0x1C8A | 0xA640..=0xA69F => Some(Alphabet::Cyrillic),
        0x0370..=0x03FF | 0x1F00..=0x1FFF | 0x2126 => Some(Alphabet::Greek),
        _ => None,
    }
}

/// Whether a letter has a twin in another of the three alphabets.
fn has_twin(letter: char) -> bool {
    let mut rows = LOOK_ALIKES.iter();
    rows.any(|(latin, twins)| *latin == letter || twins.contains(letter))
}

/// Calls `mark` with the place of each letter that does not belong to the alphabet of its word and
/// passes for one that does.
pub(super) fn find(text: &[char], mut mark: impl FnMut(usize)) {
    let mut from = 0;
    while from < text.len() {
        let length = text[from..].iter().take_while(|c| is_in_word(**c)).count();
        let word = &text[from..from + length];
        if let Some(own) = own_alphabet(word) {
            for (at, &letter) in word.iter().enumerate() {
                let foreign = alphabet(letter).is_some_and(|found| found != own);
                if foreign && has_twin(letter) {
                    mark(from + at);
                }
            }
        }
        from += length + 1;
    }
}

fn is_in_word(character: char) -> bool {
    character.is_alphabetic() || is_combining(character)
}

/// The alphabet that a word of several is written in; `None` if there are not several.
///
/// Letters without a twin give it away: `раураl` is Latin by its `l`. One Greek or Cyrillic letter
/// among Latin ones is a sign, as in `λx`; it takes two to be writing.
fn own_alphabet(word: &[char]) -> Option<Alphabet> {
    let is_of = |wanted| move |letter: &&char| alphabet(**letter) == Some(wanted);
    let others = [Alphabet::Cyrillic, Alphabet::Greek];
    let all = [Alphabet::Latin].into_iter().chain(others);
    if all
        .filter(|one| word.iter().any(|letter| is_of(*one)(&letter)))
        .count()
        < 2
    {
        return None;
    }
    let without_twin = |one| {
        let letters = word.iter().filter(is_of(one));
        letters.filter(|letter| !has_twin(**letter)).count()
    };
    let least = without_twin(Alphabet::Latin).max(1);
    let other = others.into_iter().max_by_key(|one| without_twin(*one))?;
    match without_twin(other) > least {
        true => Some(other),
        false => Some(Alphabet::Latin),
    }
}
