//! A field as rows of cells: where its lines break, and where the cursor stands.

use domain::display_safe;
use unicode_segmentation::UnicodeSegmentation;

use super::Field;
use crate::text::width;

/// A field ready to be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) rows: Vec<String>,
    /// Row and column of the cursor.
    pub(crate) cursor: (usize, usize),
}

/// One row: the bytes it shows, and the column of each grapheme in it.
struct Row {
    shown: String,
    start: usize,
    /// Byte offset and column of every place the cursor can be in.
    stops: Vec<(usize, usize)>,
}

/// Lays the text out in rows of `cells`.
pub(crate) fn drawn(field: &Field, cells: usize) -> Drawn {
    let rows = rows(field, cells);
    let cursor = place(&rows, field.cursor);
    Drawn {
        rows: rows.into_iter().map(|row| row.shown).collect(),
        cursor,
    }
}

/// The offset one row up in about the same column; the start when there is none.
pub(super) fn above(field: &Field, cells: usize) -> usize {
    let rows = rows(field, cells);
    let (row, column) = place(&rows, field.cursor);
    match row.checked_sub(1) {
        Some(row) => nearest(&rows[row], column),
        None => 0,
    }
}

pub(super) fn below(field: &Field, cells: usize) -> usize {
    let rows = rows(field, cells);
    let (row, column) = place(&rows, field.cursor);
    rows.get(row + 1)
        .map_or(field.text.len(), |row| nearest(row, column))
}

fn rows(field: &Field, cells: usize) -> Vec<Row> {
    let cells = cells.max(2);
    let empty = |start| Row {
        shown: String::new(),
        start,
        stops: vec![(start, 0)],
    };
    let mut rows = Vec::new();
    let mut row = empty(0);
    let mut column = 0;
    for (at, grapheme) in field.text.grapheme_indices(true) {
        let end = at + grapheme.len();
        if grapheme == "\n" {
            rows.push(std::mem::replace(&mut row, empty(end)));
            column = 0;
            continue;
        }
        let shown = match grapheme {
            "\t" => "    ".into(),
            other => display_safe(other),
        };
        let wide = width(&shown);
        // The cursor needs an extra cell after the last character.
        if column > 0 && column + wide > cells - 1 {
            rows.push(std::mem::replace(&mut row, empty(at)));
            column = 0;
        }
        row.shown.push_str(&shown);
        column += wide;
        row.stops.push((end, column));
    }
    rows.push(row);
    rows
}

fn place(rows: &[Row], cursor: usize) -> (usize, usize) {
    let row = rows
        .iter()
        .rposition(|row| row.start <= cursor)
        .unwrap_or(0);
    let stops = rows[row].stops.iter();
    let column = stops
        .rev()
        .find(|(at, _)| *at <= cursor)
        .map_or(0, |(_, column)| *column);
    (row, column)
}

fn nearest(row: &Row, column: usize) -> usize {
    let stops = row.stops.iter();
    stops
        .rev()
        .find(|(_, at)| *at <= column)
        .map_or(row.start, |(at, _)| *at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_rows_break_at_the_edge_and_spell_out_odd_characters() {
        for (text, cells, rows, cursor) in [
            ("", 5, vec![""], (0, 0)),
            ("abcd", 5, vec!["abcd"], (0, 4)),
            ("abcde", 5, vec!["abcd", "e"], (1, 1)),
            ("你好吗", 5, vec!["你好", "吗"], (1, 2)),
            ("a\n", 5, vec!["a", ""], (1, 0)),
            ("a\u{1b}b", 9, vec!["a<ESC>b"], (0, 7)),
            ("a\u{202e}", 20, vec!["a<U+202E>"], (0, 9)),
        ] {
            let expected = Drawn {
                rows: rows.into_iter().map(str::to_owned).collect(),
                cursor,
            };
            assert_eq!(drawn(&Field::new(text), cells), expected, "{text:?}");
        }
    }
}
