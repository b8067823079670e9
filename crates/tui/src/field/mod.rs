//! A text field of one or more lines: its text, its cursor, and the usual keys.
//!
//! It holds exactly what was typed. Odd characters are spelled out only when the field is drawn.

mod rows;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

pub(crate) use rows::drawn;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Field {
    text: String,
    /// A byte offset between two graphemes.
    cursor: usize,
}

/// What a key did to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typed {
    Changed,
    Moved,
    /// Not a key of the field.
    Ignored,
}

impl Field {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            cursor: text.len(),
            text: text.to_owned(),
        }
    }

    /// The field with another text, its cursor still behind or before the words it was at.
    pub(crate) fn becoming(self, text: &str) -> Self {
        let (before, after) = self.text.split_at(self.cursor);
        let cursor = if text.starts_with(before) {
            before.len()
        } else if text.ends_with(after) {
            text.len() - after.len()
        } else {
            text.len()
        };
        Self {
            cursor,
            text: text.to_owned(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text, unless there is nothing but space in it.
    pub(crate) fn filled(&self) -> Option<&str> {
        Some(self.text.as_str()).filter(|text| !text.trim().is_empty())
    }

    pub(crate) fn insert(&mut self, text: &str) {
        // Terminals paste line ends as carriage returns.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.text.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    /// Handles one key; `cells` is the width the field is drawn with.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the terminal library's keys: those without a meaning do nothing"
    )]
    pub(crate) fn key(&mut self, key: KeyEvent, cells: usize) -> Typed {
        let before = self.clone();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let by_word = control || alt;
        match key.code {
            KeyCode::Enter if new_line(key) => self.insert("\n"),
            KeyCode::Char('j') if control => self.insert("\n"),
            KeyCode::Left | KeyCode::Right if by_word => {
                self.cursor = self.word_end(key.code == KeyCode::Right);
            }
            KeyCode::Char('b') | KeyCode::Char('f') if alt => {
                self.cursor = self.word_end(key.code == KeyCode::Char('f'));
            }
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right => self.cursor = self.after(),
            KeyCode::Home if control => self.cursor = 0,
            KeyCode::End if control => self.cursor = self.text.len(),
            KeyCode::Home => self.cursor = self.line_start(),
            KeyCode::End => self.cursor = self.line_end(),
            KeyCode::Char('a') if control => self.cursor = self.line_start(),
            KeyCode::Char('e') if control => self.cursor = self.line_end(),
            KeyCode::Up => self.cursor = rows::above(self, cells),
            KeyCode::Down => self.cursor = rows::below(self, cells),
            KeyCode::Backspace if by_word => self.delete_to(self.word_end(false)),
            KeyCode::Char('w') if control => self.delete_to(self.word_end(false)),
            KeyCode::Char('h') if control => self.delete_to(self.before()),
            KeyCode::Char('u') if control => self.delete_to(self.line_start()),
            KeyCode::Char('k') if control => self.delete_to(self.line_end()),
            KeyCode::Char('d') if control => self.delete_to(self.after()),
            KeyCode::Backspace => self.delete_to(self.before()),
            KeyCode::Delete if by_word => self.delete_to(self.word_end(true)),
            KeyCode::Delete => self.delete_to(self.after()),
            KeyCode::Char(typed) if !by_word => self.insert(typed.encode_utf8(&mut [0; 4])),
            _ => return Typed::Ignored,
        }
        match (self.text == before.text, self.cursor == before.cursor) {
            (false, _) => Typed::Changed,
            (true, _) => Typed::Moved,
        }
    }

    fn delete_to(&mut self, other: usize) {
        let range = self.cursor.min(other)..self.cursor.max(other);
        self.cursor = range.start;
        self.text.replace_range(range, "");
    }

    fn before(&self) -> usize {
        let mut graphemes = GraphemeCursor::new(self.cursor, self.text.len(), true);
        let found = graphemes.prev_boundary(&self.text, 0);
        found.ok().flatten().unwrap_or(0)
    }

    fn after(&self) -> usize {
        let mut graphemes = GraphemeCursor::new(self.cursor, self.text.len(), true);
        let found = graphemes.next_boundary(&self.text, 0);
        found.ok().flatten().unwrap_or(self.text.len())
    }

    fn line_start(&self) -> usize {
        self.text[..self.cursor].rfind('\n').map_or(0, |at| at + 1)
    }

    fn line_end(&self) -> usize {
        let rest = &self.text[self.cursor..];
        rest.find('\n')
            .map_or(self.text.len(), |at| self.cursor + at)
    }

    /// The end of the next word, or the start of the one before.
    fn word_end(&self, forward: bool) -> usize {
        let is_word = |word: &str| word.chars().any(char::is_alphanumeric);
        if forward {
            let rest = &self.text[self.cursor..];
            let mut words = rest
                .split_word_bound_indices()
                .filter(|(_, word)| is_word(word));
            words
                .next()
                .map_or(self.text.len(), |(at, word)| self.cursor + at + word.len())
        } else {
            let words = self.text[..self.cursor].split_word_bound_indices();
            words
                .rev()
                .find(|(_, word)| is_word(word))
                .map_or(0, |(at, _)| at)
        }
    }
}

/// Whether this Enter makes a new line. Which of them a terminal can tell apart differs.
fn new_line(key: KeyEvent) -> bool {
    key.modifiers
        .intersects(KeyModifiers::SHIFT | KeyModifiers::ALT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str, keys: &[(KeyCode, KeyModifiers)]) -> (String, usize) {
        let mut field = Field::new(text);
        for (code, modifiers) in keys {
            field.key(KeyEvent::new(*code, *modifiers), 20);
        }
        (field.text, field.cursor)
    }

    #[test]
    fn field_is_edited_with_the_usual_keys() {
        use KeyCode::{Backspace, Char, Delete, Down, End, Enter, Home, Left, Right, Up};
        const NONE: KeyModifiers = KeyModifiers::NONE;
        const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
        const ALT: KeyModifiers = KeyModifiers::ALT;
        for (text, keys, expected) in [
            ("ab", &[(Char('c'), NONE)] as &[_], ("abc", 3)),
            ("你好", &[(Left, NONE), (Backspace, NONE)], ("好", 0)),
            ("e\u{301}x", &[(Left, NONE), (Backspace, NONE)], ("x", 0)),
            ("one two", &[(Char('w'), CONTROL)], ("one ", 4)),
            ("one two", &[(Left, CONTROL), (Backspace, ALT)], ("two", 0)),
            ("one two", &[(Home, NONE), (Right, CONTROL)], ("one two", 3)),
            ("a\nbc", &[(Char('u'), CONTROL)], ("a\n", 2)),
            (
                "a\nbc",
                &[(Home, CONTROL), (Char('k'), CONTROL)],
                ("\nbc", 0),
            ),
            ("a", &[(Enter, ALT), (Char('b'), NONE)], ("a\nb", 3)),
            ("a", &[(Char('j'), CONTROL)], ("a\n", 2)),
            ("abc\nd", &[(Up, NONE), (Delete, NONE)], ("ac\nd", 1)),
            (
                "abc\nd",
                &[(Home, CONTROL), (End, NONE), (Down, NONE)],
                ("abc\nd", 5),
            ),
            ("a", &[(Enter, NONE)], ("a", 1)),
        ] {
            let (expected_text, cursor) = expected;
            assert_eq!(
                after(text, keys),
                (expected_text.to_owned(), cursor),
                "{text:?} {keys:?}"
            );
        }
    }

    #[test]
    fn field_keeps_its_cursor_position_when_other_text_is_merged_in() {
        let field = Field {
            text: "mine here".into(),
            cursor: 4,
        };
        for (text, cursor) in [
            ("mine here", 4),
            ("mine here\ntheirs", 4),
            ("theirs\nmine here", 11),
            ("gone", 4),
        ] {
            assert_eq!(field.clone().becoming(text).cursor, cursor, "{text:?}");
        }
    }

    #[test]
    fn field_turns_pasted_line_ends_into_line_feeds() {
        let mut field = Field::new("");
        field.insert("a\r\nb\rc");
        assert_eq!(field.text(), "a\nb\nc");
    }
}
