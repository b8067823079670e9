//! Any headers, instants and Markdown are read or refused, never with a panic.

use domain::Timestamp;
use proptest::prelude::*;
use protocol::markdown::{Block, parse};
use protocol::route::AskerClaim;
use protocol::{parse_rfc3339, rfc3339};

/// The first and the last millisecond that have a date.
const DATED: std::ops::RangeInclusive<i64> = -377_705_023_201_000..=253_402_207_200_999;

proptest! {
    #[test]
    fn asker_claim_header_is_printable_and_reads_back(client: String, version: Option<String>, directory: String) {
        let claim = AskerClaim { client, version, directory, token_id: None, attempt_key: None, mcp: false };
        let header = claim.to_header();
        prop_assert!(header.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        prop_assert_eq!(AskerClaim::from_header(&header), Some(claim));
    }

    #[test]
    fn asker_claim_of_any_header_reads_back_or_is_none(header in "\\PC*|[%0-9a-f{}\":,]{0,60}") {
        if let Some(claim) = AskerClaim::from_header(&header) {
            prop_assert_eq!(AskerClaim::from_header(&claim.to_header()), Some(claim));
        }
    }

    #[test]
    fn rfc3339_reads_back_for_any_instant(at in DATED) {
        prop_assert_eq!(parse_rfc3339(&rfc3339(Timestamp(at))), Some(Timestamp(at)));
    }

    #[test]
    fn rfc3339_writes_an_instant_for_any_number(at: i64) {
        prop_assert!(parse_rfc3339(&rfc3339(Timestamp(at))).is_some());
    }

    #[test]
    fn parse_rfc3339_returns_an_instant_or_none_for_any_text(text in "\\PC*|[0-9TZ:.+ -]{0,40}") {
        if let Some(at) = parse_rfc3339(&text) {
            prop_assert!(parse_rfc3339(&rfc3339(at)).is_some());
        }
    }

    #[test]
    fn markdown_of_any_text_becomes_a_tree_that_can_be_sent(text in markdown()) {
        let tree = parse(&text);
        let sent = serde_json::to_string(&tree).unwrap();
        prop_assert_eq!(serde_json::from_str::<Vec<Block>>(&sent).unwrap(), tree);
    }
}

/// Text with more of the characters that mean something than people write.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[*_~`#>\\[\\]()!|<>&\\\\ \n\t-]{1,6}",
        "[a-z0-9. ]{1,6}",
        "\\PC{1,3}",
        Just("```\n".to_owned()),
        Just("| a | b |\n|---|---|\n".to_owned()),
        Just("[x](javascript:alert(1))".to_owned()),
        Just("<script>".to_owned()),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// As long as a prompt may be.
const PROMPT_BYTES: usize = 64 * 1024;

#[test]
fn markdown_with_extreme_nesting_can_be_sent() {
    let nested = [
        ("*a ", "*"),
        ("_a ", "_"),
        ("**a ", "**"),
        ("~~a ", "~~"),
        ("*a ~~b ", "~~*"),
        ("[", "](http://a.b)"),
        ("![", "](x)"),
        ("> ", ""),
        ("- ", ""),
        ("1. ", ""),
        ("> - ", ""),
    ];
    for (open, close) in nested {
        let levels = PROMPT_BYTES / (open.len() + close.len());
        let tree = parse(&format!("{}x{}", open.repeat(levels), close.repeat(levels)));
        let sent = serde_json::to_string(&tree).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Block>>(&sent).unwrap(), tree);
        assert!(sent.contains('x'), "{open:?}: the content is lost");
    }
}

#[test]
fn markdown_nested_too_deep_keeps_its_text_and_link_addresses() {
    let tree = parse(&format!(
        "{}[see](http://a.b/c){}",
        "*a ~~b ".repeat(9),
        "~~*".repeat(9)
    ));
    let sent = serde_json::to_string(&tree).unwrap();
    assert!(sent.contains("see (http://a.b/c)"), "{sent}");
    assert!(!sent.contains("\"type\":\"link\""), "{sent}");
}
