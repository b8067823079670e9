//! Reads what the hub said into the words of the history.

use anyhow::{Context, Result};
use protocol::{ActionStatus, ChoiceResult, parse_rfc3339};
use serde_json::Value;

use super::history::{ActReply, Asked, Ending, Event, Outcome, PendingRow, Seen, Winner};
use crate::http::Reply;

/// Reads the reply to a deed.
pub(crate) fn act_reply(reply: &Reply) -> ActReply {
    let Ok(body) = reply.json() else {
        return ActReply::Unknown;
    };
    match reply.status {
        200..=299 => ActReply::Accepted {
            deadline_ms: millis(&body["deadline_at"]),
            outcome: outcome_in(&reply.body).ok().flatten(),
        },
        409 if body["error"]["code"] == "already_decided" => {
            ActReply::Lost(winner(&body["error"]["winner"]))
        }
        // The hub failed: whether it had written by then is open.
        500..=599 => ActReply::Unknown,
        _ => ActReply::Refused(text(&body["error"]["code"]).unwrap_or_default()),
    }
}

/// Reads the reply to an ask.
pub(crate) fn asked(body: &Value) -> Option<Asked> {
    let interaction = &body["interaction"];
    Some(Asked {
        id: text(&interaction["session_id"])?,
        deadline_ms: millis(&interaction["deadline_at"]),
    })
}

/// Reads what a poll or a look found; `None` when it says nothing about the interaction.
pub(crate) fn seen(reply: &Reply) -> Option<Seen> {
    match reply.status {
        200 => match outcome_in(&reply.body) {
            Ok(Some(outcome)) => Some(Seen::Closed(outcome)),
            Ok(None) => Some(Seen::Pending),
            Err(_) => None,
        },
        404 => Some(Seen::Absent),
        _ => None,
    }
}

/// Reads the structured result of a tool call, in the order in which the hub writes it.
pub(crate) fn seen_by_tool(content: &Value) -> Option<Seen> {
    let result: ChoiceResult = serde_json::from_value(content.clone()).ok()?;
    if result.action_status == ActionStatus::Pending {
        return Some(Seen::Pending);
    }
    let bytes = serde_json::to_string(&result).ok()?;
    outcome(&bytes).ok().map(Seen::Closed)
}

/// How a result begins where its kind is said along.
const KIND: &str = r#"{"kind":"choice","#;

/// Returns the outcome in the `result` of a body; `None` while there is none.
pub(crate) fn outcome_in(body: &str) -> Result<Option<Outcome>> {
    let Some(bytes) = result_bytes(body) else {
        return Ok(None);
    };
    let value: Value = serde_json::from_str(bytes)?;
    if value["action_status"] == "pending" {
        return Ok(None);
    }
    // Apart from the kind these are the bytes that a tool returns.
    outcome(&bytes.replacen(KIND, "{", 1)).map(Some)
}

fn outcome(bytes: &str) -> Result<Outcome> {
    let value: Value = serde_json::from_str(bytes)?;
    Ok(Outcome {
        status: text(&value["action_status"]).context("no status")?,
        option: text(&value["selected_ids"][0]),
        note: text(&value["global_annotation"]),
        at_ms: millis(&value["answered_by"]["at"]).context("no time")?,
        bytes: bytes.to_owned(),
    })
}

/// Returns the member `result` exactly as it was sent.
fn result_bytes(body: &str) -> Option<&str> {
    const NAME: &str = "\"result\":";
    let start = body.find(&format!("{NAME}{{"))? + NAME.len();
    let (mut depth, mut in_text, mut escaped) = (0_usize, false, false);
    for (offset, byte) in body.bytes().enumerate().skip(start) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'{' if !in_text => depth += 1,
            b'}' if !in_text => {
                depth -= 1;
                if depth == 0 {
                    return body.get(start..=offset);
                }
            }
            _ => {}
        }
    }
    None
}

fn winner(value: &Value) -> Winner {
    Winner {
        status: text(&value["status"]).unwrap_or_default(),
        kind: text(&value["kind"]).unwrap_or_default(),
        surface: text(&value["surface"]),
        at_ms: millis(&value["at"]),
    }
}

pub(crate) fn pending_row(row: &Value) -> PendingRow {
    PendingRow {
        deadline_ms: millis(&row["deadline_at"]),
        remaining_seconds: row["remaining_seconds"].as_i64(),
    }
}

/// Reads an interaction in full, from a page of the export.
#[expect(clippy::wildcard_enum_match_arm, reason = "JSON has the kinds it has")]
pub(crate) fn ending(row: &Value) -> Result<Ending> {
    let outcome = match &row["result"] {
        Value::Null => None,
        // Written again by the type that wrote it first: the same bytes.
        value => {
            let result: ChoiceResult = serde_json::from_value(value.clone())?;
            Some(outcome(&serde_json::to_string(&result)?)?)
        }
    };
    let events = row["events"].as_array().context("no events")?;
    Ok(Ending {
        title: text(&row["title"]).context("no title")?,
        outcome,
        draft_note: text(&row["draft"]["global_note"]),
        events: events.iter().map(event).collect::<Result<_>>()?,
    })
}

fn event(value: &Value) -> Result<Event> {
    let deadline = &value["data"]["deadline"];
    let armed_ms = deadline["armed"]["wall"].as_i64();
    let duration_ms = deadline["duration_ms"].as_i64();
    Ok(Event {
        seq: value["seq"].as_u64().context("no number")?,
        kind: text(&value["kind"]).context("no kind")?,
        at_ms: millis(&value["at"]).context("no time")?,
        deadline_ms: armed_ms
            .zip(duration_ms)
            .map(|(armed, duration)| armed + duration),
    })
}

pub(crate) fn millis(value: &Value) -> Option<i64> {
    parse_rfc3339(value.as_str()?).map(|at| at.0)
}

pub(crate) fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chaos_client_cuts_the_result_out_of_a_reply_unchanged() {
        let result = r#"{"action_status":"selected","summary":"a } \" {","answered_by":{"at":"2026-01-31T09:30:00.250Z"}}"#;
        let with_kind = result.replacen('{', KIND, 1);
        let body = format!(r#"{{"shown_result":{{}},"result":{with_kind},"events":[{{}}]}}"#);
        let found = outcome_in(&body).unwrap().unwrap();
        assert_eq!(found.bytes, result);
        assert_eq!(found.at_ms, 1_769_851_800_250);
        let pending = r#"{"result":{"action_status":"pending"}}"#;
        assert_eq!(outcome_in(pending).unwrap(), None);
        assert_eq!(outcome_in("{}").unwrap(), None);
    }
}
