//! Errors as the model sees them: `isError` with a code, what is wrong, and what to do next.

use std::collections::BTreeMap;

use client::ClientError;
use protocol::Problem;
use rmcp::model::CallToolResult;
use serde_json::json;

use crate::asking::Words;

/// Refuses a call. `error` is the first problem, `errors` are all of them.
pub(crate) fn refuse(problems: &[Problem]) -> CallToolResult {
    let problems = for_agents(problems);
    CallToolResult::structured_error(json!({ "error": problems.first(), "errors": problems }))
}

/// Leaves the values out, which are for people's surfaces: the message already names them.
pub(crate) fn for_agents(problems: &[Problem]) -> Vec<Problem> {
    let bare = |problem: &Problem| Problem {
        args: BTreeMap::new(),
        ..problem.clone()
    };
    problems.iter().map(bare).collect()
}

/// The question was asked with another tool, whose results have another form.
pub(crate) fn other_tool(words: Words, id: &str, right: Option<Words>) -> Problem {
    let (message, hint) = match right {
        Some(right) => (
            format!(
                "{id:?} was asked with {}, not with {}",
                right.tool, words.tool
            ),
            format!("Call {}.", right.poll_call(id)),
        ),
        None => (
            format!("{id:?} was asked with no tool"),
            "Wait for it where it was asked.".into(),
        ),
    };
    Problem::new("other_tool", words.id, message, &hint)
}

/// Nothing with this id was asked by this agent, as far as it may know.
pub(crate) fn unknown_session(session_id: &str) -> Problem {
    unknown("session_id", session_id)
}

/// Like [`unknown_session`], in the words of `hitl_request`.
pub(crate) fn unknown_request(request_id: &str) -> Problem {
    unknown("requestId", request_id)
}

fn unknown(field: &str, given: &str) -> Problem {
    const QUOTED_CHARS_MAX: usize = 80;
    let quoted: String = given.chars().take(QUOTED_CHARS_MAX).collect();
    Problem::new(
        "unknown_session",
        field,
        format!("no question of yours has the {field} {quoted:?}"),
        &format!(
            "Use the {field} exactly as an earlier result gave it, or leave it out to ask anew."
        ),
    )
}

/// The hub did not take the question.
pub(crate) fn not_asked(error: &ClientError) -> Vec<Problem> {
    problems_of(
        error,
        "Make the same call once more; an identical question is not asked twice. If it keeps \
         failing, ask the person in the chat and mention `sayso doctor`.",
    )
}

/// The hub did not take a report.
pub(crate) fn not_reported(error: &ClientError) -> Vec<Problem> {
    problems_of(error, "Say in your last message how your turn ends.")
}

/// The hub took the question, but waiting for its answer failed.
pub(crate) fn not_waited(error: &ClientError, words: Words, id: &str) -> Vec<Problem> {
    if error.code() == Some("unknown_session") {
        return vec![unknown(words.id, id)];
    }
    let hint = format!(
        "The question is stored. Call {} in a moment; do not ask again. If it keeps failing, tell \
         the person in the chat and mention `sayso doctor`.",
        words.poll_call(id)
    );
    problems_of(error, &hint)
}

fn problems_of(error: &ClientError, hint: &str) -> Vec<Problem> {
    let code = match error {
        ClientError::Refused { error, .. } if !error.problems.is_empty() => {
            return error.problems.clone();
        }
        ClientError::Refused { error, .. } => {
            let hint = error.hint.as_deref().unwrap_or(hint);
            return vec![Problem::new(&error.code, "", error.message.clone(), hint)];
        }
        ClientError::NotRunning { .. } | ClientError::Broken(_) | ClientError::Silent { .. } => {
            "hub_unreachable"
        }
        ClientError::Start(_) => "hub_not_started",
        ClientError::ForeignHub { .. } => "foreign_hub",
        ClientError::Unreadable(_) => "hub_not_understood",
    };
    vec![Problem::new(code, "", chain(error), hint)]
}

/// Writes an error with its causes.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
