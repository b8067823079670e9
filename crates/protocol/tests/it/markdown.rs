//! Markdown from agents: drawn, never executed, nothing left out.

use protocol::markdown::parse;
use protocol::{Align, Block, Inline, ListItem};

fn text(text: &str) -> Inline {
    Inline::Text { text: text.into() }
}

fn paragraph(content: Vec<Inline>) -> Block {
    Block::Paragraph { text: content }
}

fn item(done: Option<bool>, blocks: Vec<Block>) -> ListItem {
    ListItem { done, blocks }
}

#[test]
fn markdown_blocks_become_nodes() {
    let blocks = parse(
        "# Plan\nUse *one* of `a`, **b**:\n\n- x\n- [ ] y\n\n> note\n\n```sql\nselect 1;\n```\n---\n",
    );
    assert_eq!(
        blocks,
        vec![
            Block::Heading {
                level: 1,
                text: vec![text("Plan")]
            },
            paragraph(vec![
                text("Use "),
                Inline::Emphasis {
                    content: vec![text("one")]
                },
                text(" of "),
                Inline::Code { text: "a".into() },
                text(", "),
                Inline::Strong {
                    content: vec![text("b")]
                },
                text(":"),
            ]),
            Block::List {
                start: None,
                items: vec![
                    item(None, vec![paragraph(vec![text("x")])]),
                    item(Some(false), vec![paragraph(vec![text("y")])]),
                ],
            },
            Block::Quote {
                blocks: vec![paragraph(vec![text("note")])]
            },
            Block::Code {
                language: Some("sql".into()),
                text: "select 1;".into()
            },
            Block::Rule,
        ]
    );
}

#[test]
fn markdown_task_list_item_says_whether_it_is_done() {
    let task = |done, words: &str| item(Some(done), vec![paragraph(vec![text(words)])]);
    let list = |start, items| vec![Block::List { start, items }];
    // Tight and loose items alike; a nested task does not tick the one around it.
    for markdown in ["- [x] a\n- [ ] b\n", "- [x] a\n\n- [ ] b\n"] {
        let expected = list(None, vec![task(true, "a"), task(false, "b")]);
        assert_eq!(parse(markdown), expected, "{markdown:?}");
    }
    let nested = list(None, vec![task(true, "inner")]);
    let around = [vec![paragraph(vec![text("outer")])], nested].concat();
    assert_eq!(
        parse("1. outer\n   - [x] inner\n"),
        list(Some(1), vec![item(None, around)])
    );
}

#[test]
fn markdown_task_nested_too_deep_keeps_its_box_as_text() {
    let mut markdown = String::new();
    for depth in 0..9 {
        markdown += &format!("{}- [x] {depth}\n", "  ".repeat(depth));
    }
    let shown = format!("{:?}", parse(&markdown));
    assert_eq!(shown.matches("done: Some(true)").count(), 8);
    assert!(shown.contains("[x] 8"), "{shown}");
}

#[test]
fn markdown_table_keeps_its_cells_and_alignment() {
    assert_eq!(
        parse("| a | b | c | d |\n|---|:---|:---:|---:|\n"),
        vec![Block::Table {
            align: vec![Align::Unset, Align::Left, Align::Center, Align::Right],
            head: ["a", "b", "c", "d"].map(|name| vec![text(name)]).into(),
            rows: vec![],
        }]
    );
    assert_eq!(
        parse("| a | b |\n|---|---|\n| 1 | `2` |\n"),
        vec![Block::Table {
            align: vec![Align::Unset; 2],
            head: vec![vec![text("a")], vec![text("b")]],
            rows: vec![vec![
                vec![text("1")],
                vec![Inline::Code { text: "2".into() }]
            ]],
        }]
    );
}

#[test]
fn markdown_shows_html_and_scripts_as_text() {
    for (markdown, shown) in [
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a <img src=x onerror=y> b", "a <img src=x onerror=y> b"),
        (
            "[click](javascript:alert(1))",
            "click (javascript:alert(1))",
        ),
        ("[click](JaVaScRiPt://x)", "click (JaVaScRiPt://x)"),
        ("![pixel](data:text/html,x)", "pixel (data:text/html,x)"),
        ("a\u{202e}b\u{1b}[2J", "a<U+202E>b<ESC>[2J"),
    ] {
        assert_eq!(
            parse(markdown),
            vec![paragraph(vec![text(shown)])],
            "{markdown}"
        );
    }
}

#[test]
fn markdown_links_only_web_addresses_and_turns_images_into_links() {
    let link = |url: &str, shown: &str| Inline::Link {
        url: url.into(),
        content: vec![text(shown)],
    };
    assert_eq!(
        parse("[docs](https://example.org/a)"),
        vec![paragraph(vec![link("https://example.org/a", "docs")])]
    );
    assert_eq!(
        parse("![pixel](http://example.org/p)"),
        vec![paragraph(vec![link("http://example.org/p", "pixel")])]
    );
    let hidden = parse("[x](https://example.org/\u{202e}a)");
    assert!(!serde_json::to_string(&hidden).unwrap().contains("\"link\""));
}

#[test]
fn markdown_limits_nesting_without_losing_text() {
    let deep = format!("{}bottom", "> ".repeat(200));
    let json = serde_json::to_string(&parse(&deep)).unwrap();
    assert!(json.contains("bottom"));
    assert_eq!(json.matches("\"quote\"").count(), 8);
    let lists: String = (0..50)
        .map(|n| format!("{}- item{n}\n", "  ".repeat(n)))
        .collect();
    let json = serde_json::to_string(&parse(&lists)).unwrap();
    assert!(
        (0..50).all(|n| json.contains(&format!("item{n}"))),
        "{json}"
    );
    assert!(json.matches("\"list\"").count() <= 8);
}
