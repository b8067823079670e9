//! Tells whether an agent lacks a login or a key. No two agents say it the same way.

use std::ffi::OsStr;

use agent_client_protocol::{Error, ErrorCode};
use serde_json::Value;

use super::Extent;
use crate::agents::Agent;
use crate::agents::presets::{self, Preset, filled};
use crate::attempt::{Ending, Order};

/// Whether an error means that nobody is logged in.
pub(super) fn is_missing(error: &Error, agent: &Agent) -> bool {
    if error.code == ErrorCode::AUTH_REQUIRED {
        return true;
    }
    let said = details(error).to_lowercase();
    let texts = presets::of(agent).map(|preset| preset.login_errors.as_slice());
    texts
        .unwrap_or_default()
        .iter()
        .any(|text| said.contains(text))
}

/// Whether a notice that nobody is logged in counts. One agent also sends it to people who are logged
/// in with a token, wherever that is configured; in a turn its answer to the prompt decides.
pub(super) fn notice_counts(order: &Order, extent: Extent) -> bool {
    let tokens = presets::of(&order.agent).map(|preset| preset.unnoticed_tokens.as_slice());
    let tokens = tokens.unwrap_or_default();
    let is_given = |token: &String| {
        order.agent.environment.contains_key(token)
            || order.environment.contains_key(OsStr::new(token))
    };
    match extent {
        Extent::WholeTurn => tokens.is_empty(),
        Extent::Handshake => !tokens.iter().any(is_given),
    }
}

/// Returns the model of a hosted service that the agent would use although nobody configured one.
pub(super) fn unasked_model(session: &Value, agent: &Agent) -> Option<String> {
    let hosted = presets::of(agent).map(|preset| preset.hosted_models.as_slice())?;
    let options = session.get("configOptions")?.as_array()?;
    let model = options
        .iter()
        .find(|option| option.get("id").and_then(Value::as_str) == Some("model"))?;
    let current = model.get("currentValue")?.as_str()?;
    let offered = model.get("options").and_then(Value::as_array);
    let mut offered = offered
        .into_iter()
        .flatten()
        .filter_map(|option| option.get("value").and_then(Value::as_str));
    let is_hosted = |model: &str| {
        hosted
            .iter()
            .any(|pattern| filled(pattern, model).is_some())
    };
    (is_hosted(current) && offered.all(is_hosted)).then(|| current.to_owned())
}

/// Says what is missing and where to set it.
pub(super) fn needed(agent: &Agent, why: &str) -> Ending {
    let hint = match presets::of(agent) {
        Some(Preset { login, .. }) => login.as_str(),
        None => "Log in with the agent itself, or give it its key.",
    };
    let (name, id) = (&agent.name, &agent.id);
    let why = why.trim_end_matches('.');
    let command = agent.command.join(" ");
    let message = format!(
        "{name} is not logged in: {why}. {hint} To keep a key in sayso: sayso agents add {id} --env KEY=… -- {command}"
    );
    Ending::NeedsLogin { message }
}

/// Everything that an error says, in one line.
pub(super) fn details(error: &Error) -> String {
    let data = error.data.as_ref().and_then(|data| match data {
        Value::String(text) => Some(text.clone()),
        Value::Object(_) => ["details", "message", "error", "errorName"]
            .iter()
            .find_map(|key| data.get(key).and_then(Value::as_str))
            .map(str::to_owned),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
    });
    match data {
        Some(data) if !error.message.contains(&data) => format!("{}: {data}", error.message),
        Some(_) | None => error.message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn preset(id: &str) -> Agent {
        let found = presets::all().iter().find(|preset| preset.id == id);
        found.expect("it is in the table").agent()
    }

    #[test]
    fn missing_logins_are_told_from_other_errors() {
        for (agent, code, message, data, expected) in [
            (
                "gemini",
                -32000,
                "Gemini API key is missing or not configured.",
                json!(null),
                true,
            ),
            (
                "codex",
                -32000,
                "Authentication required",
                json!(null),
                true,
            ),
            (
                "claude",
                -32603,
                "Internal error",
                json!({"details": "Please run /login"}),
                true,
            ),
            (
                "claude",
                -32603,
                "Internal error",
                json!({"details": "--dangerously-skip-permissions cannot be used with root/sudo privileges"}),
                false,
            ),
            (
                "opencode",
                -32603,
                "Cannot connect to API: refused",
                json!({"service": "session", "errorName": "APIError"}),
                true,
            ),
            (
                "opencode",
                -32602,
                "Session not found: nope",
                json!(null),
                false,
            ),
        ] {
            let error = Error::new(code, message).data(data);
            assert_eq!(
                is_missing(&error, &preset(agent)),
                expected,
                "{agent}: {message}"
            );
        }
    }

    #[test]
    fn hosted_default_is_told_from_a_configured_provider() {
        let session = |current: &str, offered: &[&str]| {
            let offered: Vec<Value> = offered
                .iter()
                .map(|value| json!({"value": value}))
                .collect();
            json!({"sessionId": "s", "configOptions": [
                {"id": "mode", "currentValue": "build"},
                {"id": "model", "currentValue": current, "options": offered}]})
        };
        let pickle = "opencode/big-pickle";
        let opencode = preset("opencode");
        for (session, expected) in [
            (
                session(pickle, &[pickle, "opencode/space-bunny-free"]),
                Some(pickle),
            ),
            (session(pickle, &[pickle, "stub/model"]), None),
            (session("stub/model", &["stub/model"]), None),
            (session("opencode/paid", &["opencode/paid", pickle]), None),
            (json!({"sessionId": "s"}), None),
        ] {
            assert_eq!(unasked_model(&session, &opencode).as_deref(), expected);
        }
        let session = session(pickle, &[pickle]);
        assert_eq!(unasked_model(&session, &preset("claude")), None);
    }

    #[test]
    fn needed_says_what_is_missing_and_where_to_set_it() {
        let Ending::NeedsLogin { message } = needed(&preset("gemini"), "API key is missing.")
        else {
            panic!("it needs a login");
        };
        assert_eq!(
            message,
            "Gemini CLI is not logged in: API key is missing. Run `gemini` once and log in, or set GEMINI_API_KEY. To keep a key in sayso: sayso agents add gemini --env KEY=… -- gemini --acp"
        );
    }
}
