//! Draws a table: columns side by side where they fit, else one line per cell.

use protocol::Align;
use ratatui::text::{Line, Span};

use super::wrap::{Indent, wrap};
use super::{line_width, width};
use crate::appearance::Theme;

type Cell = Vec<Span<'static>>;

/// Between two columns.
const GAP: usize = 2;
/// A column narrower than this cannot be read; short ones may be.
const COLUMN_CELLS_MIN: usize = 6;

pub(super) fn lines(
    align: &[Align],
    head: &[Cell],
    rows: &[Vec<Cell>],
    room: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let count = rows.iter().map(Vec::len).chain([head.len()]).max();
    let count = count.unwrap_or(0);
    let natural: Vec<usize> = (0..count)
        .map(|column| {
            let cells = rows
                .iter()
                .map(|row| row.get(column))
                .chain([head.get(column)]);
            cells
                .flatten()
                .map(|cell| cell_width(cell))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let Some(widths) = fit(&natural, room.saturating_sub(GAP * count.saturating_sub(1))) else {
        return as_list(head, rows, room, theme);
    };
    let mut lines = row_lines(head, &widths, align);
    let rule: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    lines.push(Line::styled(rule.join(&" ".repeat(GAP)), theme.line));
    for row in rows {
        lines.extend(row_lines(row, &widths, align));
    }
    lines
}

fn cell_width(cell: &[Span<'_>]) -> usize {
    cell.iter().map(|span| width(&span.content)).sum()
}

/// Shares `room` among the columns: the narrow ones get what they need, the others the rest.
fn fit(natural: &[usize], room: usize) -> Option<Vec<usize>> {
    let mut widths = natural.to_vec();
    let mut excess = widths.iter().sum::<usize>().saturating_sub(room);
    while excess > 0 {
        let widest = widths.iter_mut().max()?;
        if *widest <= COLUMN_CELLS_MIN {
            return None;
        }
        *widest -= 1;
        excess -= 1;
    }
    Some(widths)
}

fn row_lines(row: &[Cell], widths: &[usize], align: &[Align]) -> Vec<Line<'static>> {
    let empty = Vec::new();
    let wrapped: Vec<Vec<Line<'static>>> = widths
        .iter()
        .enumerate()
        .map(|(column, width)| {
            let cell = row.get(column).unwrap_or(&empty);
            wrap(cell, *width, &Indent::default())
        })
        .collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|at| {
            let mut spans = Vec::new();
            for (column, lines) in wrapped.iter().enumerate() {
                let line = lines.get(at).cloned().unwrap_or_default();
                let missing = widths[column].saturating_sub(line_width(&line));
                let before = match align.get(column).copied().unwrap_or(Align::Unset) {
                    Align::Unset | Align::Left => 0,
                    Align::Center => missing / 2,
                    Align::Right => missing,
                };
                spans.push(Span::raw(" ".repeat(before)));
                spans.extend(line.spans);
                if column + 1 < wrapped.len() {
                    spans.push(Span::raw(" ".repeat(missing - before + GAP)));
                }
            }
            Line::from(spans)
        })
        .collect()
}

fn as_list(head: &[Cell], rows: &[Vec<Cell>], room: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            lines.push(Line::default());
        }
        for (column, cell) in row.iter().enumerate() {
            let mut spans = head.get(column).cloned().unwrap_or_default();
            spans.push(Span::styled(": ", theme.soft));
            spans.extend(cell.iter().cloned());
            let indent = Indent {
                first: Vec::new(),
                rest: vec![Span::raw("  ")],
            };
            lines.extend(wrap(&spans, room, &indent));
        }
    }
    lines
}
