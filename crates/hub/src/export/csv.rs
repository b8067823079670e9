//! The history as a table: RFC 4180, and harmless in a spreadsheet.

use protocol::{DeliveryState, InteractionDetail};

const COLUMNS: [&str; 14] = [
    "session_id",
    "title",
    "asker",
    "project",
    "status",
    "started_at",
    "completed_at",
    "selected_ids",
    "custom_input",
    "option_annotations",
    "global_annotation",
    "answered_by",
    "surface",
    "delivery",
];

pub(super) fn head() -> String {
    record(&COLUMNS.map(String::from))
}

pub(super) fn row(detail: &InteractionDetail) -> String {
    let summary = &detail.summary;
    let result = detail.decided();
    let by = result.and_then(|result| result.answered_by.as_ref());
    let notes = result.map(|result| &result.option_annotations);
    let notes = notes.filter(|notes| !notes.is_empty());
    let delivery = match summary.delivery {
        DeliveryState::Open => "open",
        DeliveryState::Saved => "saved",
        DeliveryState::Delivered => "delivered",
    };
    record(&[
        summary.session_id.clone(),
        summary.title.clone(),
        summary.asker.clone(),
        summary.project.clone(),
        summary.status.to_string(),
        summary.started_at.clone(),
        summary.completed_at.clone().unwrap_or_default(),
        result.map_or_else(String::new, |result| result.selected_ids.join(" ")),
        result
            .and_then(|result| result.custom_input.clone())
            .unwrap_or_default(),
        notes.map_or_else(String::new, |notes| {
            serde_json::to_string(notes).expect("notes have text keys")
        }),
        result
            .and_then(|result| result.global_annotation.clone())
            .unwrap_or_default(),
        by.map_or_else(String::new, |by| by.kind.to_string()),
        by.and_then(|by| by.surface)
            .map_or_else(String::new, |surface| surface.to_string()),
        delivery.to_owned(),
    ])
}

fn record(cells: &[String; 14]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    format!("{}\r\n", cells.join(","))
}

/// Quotes where the format needs it. A text that a spreadsheet would run is made a text.
fn cell(text: &str) -> String {
    let runs = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let harmless = if runs {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if harmless.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", harmless.replace('"', "\"\""))
    } else {
        harmless
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_cell_is_quoted_where_needed_and_cannot_start_a_formula() {
        for (text, written) in [
            ("", ""),
            ("plain text", "plain text"),
            ("a,b", "\"a,b\""),
            ("say \"yes\"", "\"say \"\"yes\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("two\r\nlines", "\"two\r\nlines\""),
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("+49", "'+49"),
            ("-3", "'-3"),
            ("\t=1", "'\t=1"),
            ("\r=1,2", "\"'\r=1,2\""),
            ("＝1+1", "'＝1+1"),
            ("1=1", "1=1"),
        ] {
            assert_eq!(cell(text), written, "{text:?}");
        }
    }

    /// Reads one record the way RFC 4180 says.
    fn cells(record: &str) -> Vec<String> {
        let (mut cells, mut rest) = (Vec::new(), record.strip_suffix("\r\n").unwrap());
        loop {
            let (cell, left) = match rest.strip_prefix('"') {
                Some(quoted) => {
                    let mut end = 0;
                    while let Some(at) = quoted[end..].find('"') {
                        end += at;
                        if !quoted[end + 1..].starts_with('"') {
                            break;
                        }
                        end += 2;
                    }
                    (quoted[..end].replace("\"\"", "\""), &quoted[end + 1..])
                }
                None => {
                    let end = rest.find(',').unwrap_or(rest.len());
                    (rest[..end].to_owned(), &rest[end..])
                }
            };
            cells.push(cell);
            match left.strip_prefix(',') {
                Some(more) => rest = more,
                None => return cells,
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn csv_cells_of_any_text_read_back_and_cannot_start_a_formula(texts: [String; 14]) {
            for (text, cell) in texts.iter().zip(cells(&record(&texts))) {
                proptest::prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']));
                proptest::prop_assert!(cell == *text || cell == format!("'{text}"), "{cell:?}");
            }
        }
    }
}
