//! What `sayso mcp` answers to lines that are not messages.

use serde_json::{Value, json};

use crate::agent::StdioAgent;
use crate::place::Place;

#[test]
fn mcp_answers_every_line_with_an_id() {
    let place = Place::new();
    let mut agent = StdioAgent::start(&place, "codex");
    let long = "x".repeat(5 * 1024 * 1024);
    let deep = "[".repeat(1_000_000);
    for (line, code, id) in [
        ("broken".into(), -32700, Value::Null),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call""#.into(),
            -32700,
            json!(1),
        ),
        (
            format!(r#"{{"params":"{long}","id":"long"}}"#),
            -32600,
            json!("long"),
        ),
        (
            format!(r#"{{"id":"deep","params":{deep}"#),
            -32600,
            json!("deep"),
        ),
        (
            r#"[{"jsonrpc":"2.0","id":2,"method":"ping"}]"#.into(),
            -32600,
            json!(2),
        ),
        (r#"{"id":3,"method":"tools/list"}"#.into(), -32600, json!(3)),
    ] {
        agent.write(&line);
        let answer = agent.read();
        let shown = line.get(..80).unwrap_or(&line);
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(code), &id),
            "{shown}"
        );
    }
    let tools = agent.request("tools/list", json!({}));
    assert!(tools["tools"].is_array(), "{tools}");
}
