//! Lines that are not messages, between lines that are.

use serde_json::{Value, json};

use crate::agent::{Agent, LEGACY, MODERN, question};
use crate::hub::{Hub, ID};

const LINE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// What is answered to a line, by code and id.
fn refusal(answer: &Value) -> (&Value, &Value) {
    (&answer["error"]["code"], &answer["id"])
}

#[tokio::test]
async fn bad_line_is_answered_and_the_next_one_is_read() {
    let deep = format!(
        r#"{{"params":{}{},"jsonrpc":"2.0","method":"tools/call","id":"deep"}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let long = format!(
        r#"{{"method":"tools/call","params":{{"x":"{}"}},"jsonrpc":"2.0","id":"long"}}"#,
        "x".repeat(3 * LINE_BYTES_MAX)
    );
    for revision in LEGACY.into_iter().chain([MODERN]) {
        let hub = Hub::new();
        let mut agent = Agent::ready(&hub, revision, "x").await;
        for (line, code, id) in [
            ("what?", -32700, Value::Null),
            (r#"{"jsonrpc":"2.0","id":3,"method":"#, -32700, json!(3)),
            (&deep, -32600, json!("deep")),
            (&long, -32600, json!("long")),
            (r#"{"id":5,"method":"ping"}"#, -32600, json!(5)),
            ("[]", -32600, Value::Null),
            (
                r#"[{"jsonrpc":"2.0","id":6,"method":"ping"}]"#,
                -32600,
                json!(6),
            ),
        ] {
            agent.send_line(line).await;
            let answer = agent.receive().await;
            let shown = line.get(..80).unwrap_or(line);
            assert_eq!(refusal(&answer), (&json!(code), &id), "{shown}");
        }
        for nothing in ["", "   ", r#"{"method":"textDocument/didOpen"}"#] {
            agent.send_line(nothing).await;
        }
        let tools = agent.request("after", "tools/list", json!({})).await;
        assert!(tools["result"]["tools"].is_array(), "{tools}");
    }
}

#[tokio::test]
async fn bad_line_does_not_disturb_a_call_under_way() {
    let hub = Hub::new();
    let mut agent = Agent::ready(&hub, MODERN, "x").await;
    agent.call("1", question()).await;
    let mut asked = hub.expect("POST /api/v1/asks").await;
    agent.send_line(r#"{"id":"2","method":tools/call}"#).await;
    assert_eq!(
        refusal(&agent.receive().await),
        (&json!(-32700), &json!("2"))
    );
    asked.reply(&crate::hub::ask_reply("terminal")).await;
    assert_eq!(agent.result("1").await["session_id"], ID);
}

#[tokio::test]
async fn first_request_that_starts_no_session_is_answered() {
    let hub = Hub::new();
    let mut agent = Agent::connect(&hub);
    agent.send_line("hello").await;
    assert_eq!(
        refusal(&agent.receive().await),
        (&json!(-32700), &Value::Null)
    );
    let early = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    agent.send(&early).await;
    assert_eq!(refusal(&agent.receive().await), (&json!(-32602), &json!(1)));
}

#[tokio::test]
async fn client_that_reads_no_refusals_is_not_read_from_without_limit() {
    let hub = Hub::new();
    let mut agent = Agent::connect_narrow(&hub, 256);
    let sent = agent.send_until_full("broken").await;
    assert!(sent < 100, "{sent} lines were taken");
    let answer = agent.receive().await;
    assert_eq!(refusal(&answer), (&json!(-32700), &Value::Null));
}
