//! Where a joiner belongs: inside words of scripts that are written with it, and in emoji.
//!
//! Elsewhere it prints nothing, and two texts that differ by it look the same.

pub(super) const NON_JOINER: char = '\u{200c}';
pub(super) const JOINER: char = '\u{200d}';

/// Whether the joiner at `at` does something that a reader sees.
pub(super) fn is_at_home(text: &[char], at: usize) -> bool {
    let (Some(&before), after) = (
        at.checked_sub(1).and_then(|before| text.get(before)),
        text.get(at + 1).copied(),
    ) else {
        return false;
    };
    let script = joining_script(before);
    let within = script.is_some() && script == after.and_then(joining_script);
    let ends_word = is_virama(before) && text[at] == JOINER;
    within || ends_word || (text[at] == JOINER && joins_emoji(text, at))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joining {
    Arabic,
    Syriac,
    Nko,
    /// Each of the Indic blocks has 128 places; this is its number.
    Indic(u32),
}

/// Returns the script of a character, if it is one that is written with joiners.
fn joining_script(character: char) -> Option<Joining> {
    match u32::from(character) {
        0x0620..=0x06FF | 0x0750..=0x077F | 0x0870..=0x08FF | 0xFB50..=0xFDFF | 0xFE70..=0xFEFC => {
            Some(Joining::Arabic)
        }
        0x0700..=0x074F => Some(Joining::Syriac),
        0x07C0..=0x07FF => Some(Joining::Nko),
        code @ 0x0900..=0x0DFF => Some(Joining::Indic(code >> 7)),
        _ => None,
    }
}

/// The sign that takes a consonant's vowel away. A joiner after it shapes that consonant, also at
/// the end of a word.
fn is_virama(character: char) -> bool {
    matches!(
        u32::from(character),
        0x094D | 0x09CD | 0x0A4D | 0x0ACD | 0x0B4D | 0x0BCD | 0x0C4D | 0x0CCD | 0x0D4D | 0x0DCA
    )
}

/// Whether a joiner makes one picture of two: a family, a flag, a profession.
fn joins_emoji(text: &[char], at: usize) -> bool {
    let is_kind_of =
        |character: &char| matches!(*character, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
    let before = text[..at]
        .iter()
        .rev()
        .find(|character| !is_kind_of(character));
    let after = text.get(at + 1);
    before.copied().is_some_and(is_picture) && after.copied().is_some_and(is_picture)
}

fn is_picture(character: char) -> bool {
    matches!(u32::from(character), 0x2190..=0x21FF | 0x2600..=0x27BF | 0x2B00..=0x2BFF
        | 0x1F300..=0x1F3FA | 0x1F400..=0x1FAFF)
}
