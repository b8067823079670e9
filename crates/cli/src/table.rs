//! Columns that line up in every script, also with wide characters.

use unicode_width::UnicodeWidthStr;

const INDENT: &str = "  ";
const GAP: usize = 2;

/// Lays out rows of cells; the last cell of a row is not padded.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.width())
                .max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    let lines: Vec<String> = rows.iter().map(|row| layout(row, &widths)).collect();
    lines.join("\n")
}

fn layout(row: &[String], widths: &[usize]) -> String {
    let mut line = INDENT.to_owned();
    for (index, (cell, width)) in row.iter().zip(widths).enumerate() {
        line.push_str(cell);
        if index + 1 < row.len() {
            line.push_str(&" ".repeat(width - cell.width() + GAP));
        }
    }
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_counts_wide_characters_as_two_columns() {
        let rows = [
            vec!["数据库".into(), "a".into()],
            vec!["db".into(), "b".into()],
        ];
        assert_eq!(table(&rows), "  数据库  a\n  db      b");
        assert_eq!(table(&[]), "");
    }
}
