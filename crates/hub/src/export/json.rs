//! The history for programs: an array of questions in full.

use protocol::InteractionDetail;

pub(super) const HEAD: &str = "[";

pub(super) fn entry(is_first: bool, detail: &InteractionDetail) -> String {
    let separator = if is_first { "" } else { "," };
    let text = serde_json::to_string_pretty(detail).expect("a detail has text keys");
    format!("{separator}\n  {}", text.replace('\n', "\n  "))
}

pub(super) fn tail(is_empty: bool) -> &'static str {
    if is_empty { "]\n" } else { "\n]\n" }
}
