//! Distinguishes messages from other lines, and says what is wrong with the others.

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use serde_json::Value;

use super::id_scan::IdScan;
use super::reader::LINE_BYTES_MAX;

type Refusal = TxJsonRpcMessage<RoleServer>;

/// How deep a message may be nested; `serde_json` goes no further.
const DEPTH_MAX: usize = 127;
/// How many messages of a batch are refused one by one.
const BATCH_REFUSALS_MAX: usize = 100;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads one line. `None` is a line that asks for no answer: blank, or a notification that is
/// not understood.
pub(super) fn parse(line: &[u8]) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Vec<Refusal>> {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let line = line.trim_ascii();
    if line.is_empty() {
        return Ok(None);
    }
    if let Ok(message) = serde_json::from_slice(line) {
        return Ok(Some(message));
    }
    match serde_json::from_slice(line) {
        Ok(value) => no_message(&value),
        Err(error) => Err(vec![no_json(line, &error)]),
    }
}

pub(super) fn too_long(id: Option<RequestId>) -> Refusal {
    invalid(
        id,
        format!("the line is longer than {LINE_BYTES_MAX} bytes and was skipped"),
    )
}

fn no_json(line: &[u8], error: &serde_json::Error) -> Refusal {
    // The column of the error; all before it is well-formed, so that an id found there is one.
    let sound = line.get(..error.column().saturating_sub(1));
    let is_deep = error.to_string().starts_with("recursion limit exceeded");
    let mut scan = IdScan::default();
    scan.feed(if is_deep { line } else { sound.unwrap_or(line) });
    let id = scan.finish();
    if is_deep {
        return invalid(id, format!("nested deeper than {DEPTH_MAX} levels"));
    }
    let error = ErrorData::new(ErrorCode::PARSE_ERROR, format!("not JSON: {error}"), None);
    Refusal::error(error, id)
}

fn no_message(value: &Value) -> Result<Option<RxJsonRpcMessage<RoleServer>>, Vec<Refusal>> {
    match value {
        Value::Array(batch) => Err(no_batch(batch)),
        Value::Object(members) => {
            let asks_for_no_answer = members.contains_key("method") && !members.contains_key("id");
            if asks_for_no_answer {
                tracing::debug!("ignoring a notification that is not understood");
                return Ok(None);
            }
            let what = "not a JSON-RPC 2.0 message: it needs \"jsonrpc\": \"2.0\", an \"id\" that \
                        is a string or a whole number, and a \"method\"";
            Err(vec![invalid(id_of(value), what.into())])
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Err(vec![invalid(None, "a message is a JSON object".into())])
        }
    }
}

fn no_batch(batch: &[Value]) -> Vec<Refusal> {
    let refuse = |id| {
        let what = "MCP has no batches: send each message on a line of its own";
        invalid(id, what.into())
    };
    let ids = batch.iter().filter_map(id_of).take(BATCH_REFUSALS_MAX);
    let refusals: Vec<Refusal> = ids.map(|id| refuse(Some(id))).collect();
    if refusals.is_empty() {
        return vec![refuse(None)];
    }
    refusals
}

fn id_of(value: &Value) -> Option<RequestId> {
    serde_json::from_value(value.get("id")?.clone()).ok()
}

fn invalid(id: Option<RequestId>, what: String) -> Refusal {
    Refusal::error(ErrorData::invalid_request(what, None), id)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(line: &[u8]) -> Vec<(i64, Value)> {
        let refusals = parse(line).expect_err("no message");
        let written = refusals
            .iter()
            .map(|refusal| serde_json::to_value(refusal).unwrap());
        written
            .map(|refusal| {
                (
                    refusal["error"]["code"].as_i64().unwrap(),
                    refusal["id"].clone(),
                )
            })
            .collect()
    }

    #[test]
    fn line_that_is_not_a_message_is_refused_under_its_id() {
        let deep = format!(
            r#"{{"method":"x","params":{}{},"id":8}}"#,
            "[".repeat(500),
            "]".repeat(500)
        );
        for (line, code, id) in [
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"#,
                -32700,
                json!(7),
            ),
            (r#"{"id":"a","method":tools/call}"#, -32700, json!("a")),
            (
                r#"{"method":"tools/call,"params":{},"id":3}"#,
                -32700,
                Value::Null,
            ),
            ("hello", -32700, Value::Null),
            ("{}", -32600, Value::Null),
            ("7", -32600, Value::Null),
            (r#"{"id":4,"method":"ping"}"#, -32600, json!(4)),
            (r#"{"jsonrpc":"2.0","id":5,"method":7}"#, -32600, json!(5)),
            (
                r#"{"jsonrpc":"2.0","id":5.5,"method":"ping"}"#,
                -32600,
                Value::Null,
            ),
            ("[]", -32600, Value::Null),
            (&deep, -32600, json!(8)),
        ] {
            assert_eq!(refused(line.as_bytes()), [(code, id)], "{line}");
        }
        assert_eq!(
            refused(b"{\"id\":6,\"title\":\"\xff\"}"),
            [(-32700, json!(6))]
        );
    }

    #[test]
    fn batch_is_refused_under_each_of_its_ids() {
        let batch = br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"id":"b"},{"method":"x"}]"#;
        assert_eq!(refused(batch), [(-32600, json!(1)), (-32600, json!("b"))]);
    }

    #[test]
    fn valid_messages_and_lines_without_id_are_not_refused() {
        let request = b"\xEF\xBB\xBF {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r";
        assert!(matches!(parse(request), Ok(Some(_))));
        for nothing in ["", "  \r", r#"{"method":"textDocument/didOpen"}"#] {
            assert!(matches!(parse(nothing.as_bytes()), Ok(None)), "{nothing:?}");
        }
    }
}
