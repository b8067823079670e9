//! Valid JSON-RPC messages to start from, of every kind that a client sends.

use serde_json::{Value, json};

/// The first message of a session.
pub(super) fn initialize(id: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "fuzz", "version": "1"},
    }})
}

pub(super) fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}

/// A request that must work at any time in a session.
pub(super) fn list(id: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"})
}

/// Messages of a session that has begun.
pub(super) fn messages() -> Vec<Value> {
    let call = |id: u64, arguments: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
            "name": "provide_choice", "arguments": arguments, "_meta": {"progressToken": id},
        }})
    };
    vec![
        list("l"),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "prompts/list", "params": {"cursor": "x"}}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "prompts/get",
               "params": {"name": "decision_policy", "arguments": {}}}),
        json!({"jsonrpc": "2.0", "id": 4, "method": "resources/read", "params": {"uri": "file:///"}}),
        json!({"jsonrpc": "2.0", "id": 5, "method": "tasks/get", "params": {"taskId": "0011"}}),
        json!({"jsonrpc": "2.0", "id": 6, "method": "server/discover", "params": {"_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        }}}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
               "params": {"requestId": 7, "reason": "no longer needed"}}),
        json!({"jsonrpc": "2.0", "id": 8, "result": {"action": "accept", "content": {"choice": "a"}}}),
        json!({"jsonrpc": "2.0", "id": 9, "error": {"code": -1, "message": "declined"}}),
        call(
            10,
            json!({
                "title": "Which schema?",
                "prompt": "The orders table needs a key before the import can go on.",
                "selection_mode": "single",
                "options": [{"id": "a", "recommended": true}, {"id": "b", "description": "the other"}],
                "interface": "terminal",
            }),
        ),
        call(
            11,
            json!({
                "title": "Which columns?",
                "prompt": "The index can cover some of the columns; which should it?",
                "type": "multi_select", "min_selections": 1, "max_selections": 2,
                "options": [{"id": "a"}, {"id": "b"}, {"id": "c", "default": true}],
                "timeout_seconds": 60, "transport": "terminal", "risk": "destructive",
            }),
        ),
        call(
            12,
            json!({
                "title": "Its name?", "prompt": "The new column has no name yet and needs one.",
                "selection_mode": "text_input", "placeholder": "snake_case",
                "interface": "terminal",
            }),
        ),
        call(
            13,
            json!({"session_id": "00112233445566778899aabbccddeeff"}),
        ),
    ]
}

/// A request of the revision without sessions: it says everything itself.
pub(super) fn modern() -> Value {
    json!({"jsonrpc": "2.0", "id": 14, "method": "tools/call", "params": {
        "name": "provide_choice",
        "arguments": {
            "title": "Which schema?", "selection_mode": "hybrid",
            "prompt": "The orders table needs a key before the import can go on.",
            "options": [{"id": "a"}, {"id": "b"}], "interface": "terminal",
        },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "fuzz", "version": "1"},
        },
    }})
}
