//! The arguments of `hitl_request`: options only, and every way to ask for text is refused.
//!
//! Types, names and spellings are checked here, the rules in `domain`.

use domain::InteractionId;
use domain::interaction::{HumanRequestSpec, HumanRequestViolation};
use domain::limits::OPTIONS_MAX;
use protocol::{HitlOption, HitlRequest, Problem};
use rmcp::model::JsonObject;
use serde_json::Value;

use super::fields::{Fields, Kind, wrong_type};
use super::findings::Findings;
use super::names::{self, Scope, asks_for_text, is_text_mode};
use super::{Asked, Request, listed, too_large};
use crate::refusal::unknown_request;

/// Reads the arguments of `hitl_request`.
pub(crate) fn parse_hitl(arguments: JsonObject) -> Result<Request<HitlRequest>, Vec<Problem>> {
    let mut findings = Findings::default();
    let mut fields = Fields::new(String::new(), Scope::Hitl, arguments, &mut findings);
    refuse_text(&mut fields);
    fields.accept_aliases(&names::HITL_ALIASES);
    if let Some(request_id) = fields.take("requestId") {
        return parse_poll(&request_id, fields.into_rest(), findings);
    }
    let request = read_request(&mut fields);
    fields.refuse_rest();
    if let Err(violations) = HumanRequestSpec::from(request.clone()).validate() {
        findings.add_violations::<HumanRequestViolation>(&violations);
    }
    findings.problems.extend(too_large(&request));
    if !findings.problems.is_empty() {
        return Err(findings.into_problems());
    }
    Ok(Request::Ask(Box::new(Asked {
        question: request,
        deprecations: findings.deprecations,
        notices: findings.notices,
    })))
}

fn parse_poll(
    request_id: &Value,
    others: JsonObject,
    mut findings: Findings,
) -> Result<Request<HitlRequest>, Vec<Problem>> {
    if !others.is_empty() {
        let given = listed(&others);
        findings.problems.push(Problem::new(
            "poll_takes_no_other_argument",
            "requestId",
            format!("requestId polls a request that was made before; also given: {given}"),
            "Give requestId alone to poll, or leave it out to ask anew.",
        ));
    }
    match request_id {
        Value::String(id) => match id.trim().parse::<InteractionId>() {
            Ok(id) if findings.problems.is_empty() => {
                let session_id = id.to_string();
                return Ok(Request::Poll { session_id });
            }
            Ok(_) => {}
            Err(_) => findings.problems.push(unknown_request(id)),
        },
        other => wrong_type("requestId", Kind::Text, other, &mut findings),
    }
    Err(findings.into_problems())
}

/// Takes everything out that would let the person write, and says where that is possible.
fn refuse_text(fields: &mut Fields<'_>) {
    for name in fields.take_all(asks_for_text) {
        let path = fields.path(&name);
        fields.findings().unreadable(&path, text_unsupported(&path));
    }
    for name in ["selection_mode", "selectionMode", "type", "mode"] {
        let is_text = |value: &Value| value.as_str().is_some_and(is_text_mode);
        if fields.peek(name).is_some_and(is_text) {
            fields.take(name);
            fields.findings().problems.push(text_unsupported(name));
        }
    }
}

fn text_unsupported(field: &str) -> Problem {
    Problem::new(
        "free_text_unsupported",
        field,
        format!("{field} asks for free text; hitl_request takes options only"),
        "Leave it out, or use provide_choice with selection_mode \"text_input\" or \"hybrid\".",
    )
}

fn read_request(fields: &mut Fields<'_>) -> HitlRequest {
    HitlRequest {
        question: fields.text("question"),
        options: fields
            .array_of("options", Kind::LabelledAll)
            .map(|entries| read_options(entries, fields.findings())),
        require_confirmation: fields.flag("requireConfirmation"),
        confirmation_message: fields.text("confirmationMessage"),
        default_option: fields.text("defaultOption"),
        timeout_ms: fields.whole_number("timeoutMs"),
        metadata: fields.object("metadata"),
    }
}

/// Reads the entries; an unreadable one keeps its place, so that paths stay true.
fn read_options(entries: Vec<Value>, findings: &mut Findings) -> Vec<HitlOption> {
    if entries.len() > OPTIONS_MAX {
        let count = entries.len();
        findings.unreadable(
            "options",
            (&HumanRequestViolation::TooManyOptions { count }).into(),
        );
        return Vec::new();
    }
    let numbered = entries.into_iter().enumerate();
    numbered
        .map(|(index, entry)| read_option(&format!("options[{index}]"), entry, findings))
        .collect()
}

fn read_option(path: &str, entry: Value, findings: &mut Findings) -> HitlOption {
    match entry {
        Value::String(label) => HitlOption {
            label: Some(label),
            ..HitlOption::default()
        },
        Value::Object(object) => {
            let mut fields = Fields::new(format!("{path}."), Scope::HitlOption, object, findings);
            // `text` in an option is its label by another name; the rest asks for words.
            for name in fields.take_all(|name| name != "text" && asks_for_text(name)) {
                let path = fields.path(&name);
                fields.findings().problems.push(text_unsupported(&path));
            }
            let option = HitlOption {
                id: fields.text("id"),
                label: fields.text("label"),
                description: fields.text("description"),
            };
            fields.refuse_rest();
            option
        }
        other => {
            wrong_type(path, Kind::Labelled, &other, findings);
            HitlOption::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::output::Deprecation;

    /// A valid request with `changes` on top; `null` removes a field.
    fn request(changes: Value) -> JsonObject {
        let mut arguments = json!({ "question": "Deploy now?", "options": ["Yes", "No"] });
        let Value::Object(changes) = changes else {
            panic!("changes are an object")
        };
        let fields = arguments.as_object_mut().unwrap();
        fields.extend(changes);
        fields.clone()
    }

    fn problems(changes: Value) -> Vec<(String, String)> {
        let problems = match parse_hitl(request(changes)) {
            Err(problems) => problems,
            Ok(call) => panic!("accepted: {call:?}"),
        };
        let coded = problems.into_iter();
        coded.map(|problem| (problem.code, problem.field)).collect()
    }

    fn asked(changes: Value) -> Asked<HitlRequest> {
        match parse_hitl(request(changes)) {
            Ok(Request::Ask(asked)) => *asked,
            other => panic!("not a request: {other:?}"),
        }
    }

    #[test]
    fn hitl_arguments_refuse_every_field_that_asks_for_text() {
        for (changes, field) in [
            (json!({ "placeholder": "why" }), "placeholder"),
            (
                json!({ "placeholder_visible": true }),
                "placeholder_visible",
            ),
            (json!({ "freeText": true }), "freeText"),
            (json!({ "free_text": true }), "free_text"),
            (json!({ "allowText": false }), "allowText"),
            (json!({ "allowFreeformInput": true }), "allowFreeformInput"),
            (json!({ "input": "text" }), "input"),
            (json!({ "inputType": "text" }), "inputType"),
            (json!({ "input-placeholder": "x" }), "input-placeholder"),
            (json!({ "text": "x" }), "text"),
            (json!({ "customInput": true }), "customInput"),
            (json!({ "selection_mode": "text_input" }), "selection_mode"),
            (json!({ "selectionMode": "Hybrid" }), "selectionMode"),
            (json!({ "type": "text" }), "type"),
            (
                json!({ "options": [{ "label": "Other", "allowText": true }] }),
                "options[0].allowText",
            ),
        ] {
            let expected = [("free_text_unsupported".to_owned(), field.to_owned())];
            assert_eq!(problems(changes), expected);
        }
    }

    #[test]
    fn hitl_arguments_refusal_of_text_names_the_tool_that_takes_it() {
        let found = parse_hitl(request(json!({ "freeText": true }))).unwrap_err();
        assert_eq!(
            found,
            [Problem::new(
                "free_text_unsupported",
                "freeText",
                "freeText asks for free text; hitl_request takes options only".into(),
                "Leave it out, or use provide_choice with selection_mode \"text_input\" or \
                 \"hybrid\".",
            )]
        );
    }

    #[test]
    fn hitl_arguments_accept_options_as_labels_or_objects() {
        let mixed =
            json!({ "options": ["Yes", { "id": "no", "label": "No", "description": "wait" }] });
        let label = |text: &str| Some(text.to_owned());
        assert_eq!(
            asked(mixed).question.options,
            Some(vec![
                HitlOption {
                    label: label("Yes"),
                    ..HitlOption::default()
                },
                HitlOption {
                    id: label("no"),
                    label: label("No"),
                    description: label("wait"),
                },
            ])
        );
    }

    #[test]
    fn hitl_arguments_accept_older_names_and_report_them() {
        let mut arguments =
            request(json!({ "default_option": "no", "require-confirmation": true }));
        let question = arguments.remove("question").unwrap();
        arguments.insert("prompt".into(), question);
        let Ok(Request::Ask(asked)) = parse_hitl(arguments) else {
            panic!("not accepted")
        };
        assert_eq!(asked.question.question.as_deref(), Some("Deploy now?"));
        assert_eq!(asked.question.require_confirmation, Some(true));
        assert_eq!(
            asked.deprecations,
            [
                Deprecation::new("prompt", "question"),
                Deprecation::new("require-confirmation", "requireConfirmation"),
                Deprecation::new("default_option", "defaultOption"),
            ]
        );
    }

    #[test]
    fn hitl_arguments_report_wrong_types_broken_rules_and_unknown_names_together() {
        let found = problems(json!({
            "question": 7, "options": ["Yes", "yes ", 3, ""], "defaultOption": "Maybe",
            "timeoutMs": "soon", "metadata": [], "colour": "red",
        }));
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(code, field)| (code.as_str(), field.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("wrong_type", "question"),
                ("wrong_type", "options[2]"),
                ("wrong_type", "timeoutMs"),
                ("wrong_type", "metadata"),
                ("unknown_field", "colour"),
                ("option_label_duplicate", "options[1].label"),
                ("option_label_required", "options[3].label"),
            ]
        );
    }

    #[test]
    fn hitl_poll_accepts_only_the_request_id() {
        let id = "0123456789abcdef0123456789abcdef";
        let poll = |arguments: Value| match arguments {
            Value::Object(arguments) => parse_hitl(arguments),
            _ => panic!("arguments are an object"),
        };
        let expected = Request::Poll {
            session_id: id.into(),
        };
        for name in ["requestId", "request_id", "session_id"] {
            assert_eq!(poll(json!({ name: id })).as_ref(), Ok(&expected), "{name}");
        }
        let codes = |found: Result<Request<HitlRequest>, Vec<Problem>>| -> Vec<String> {
            let problems = found.unwrap_err().into_iter();
            problems.map(|problem| problem.code).collect()
        };
        assert_eq!(
            codes(poll(json!({ "requestId": "x" }))),
            ["unknown_session"]
        );
        assert_eq!(
            codes(poll(json!({ "requestId": id, "question": "Again?" }))),
            ["poll_takes_no_other_argument"]
        );
        assert_eq!(codes(poll(json!({ "requestId": 7 }))), ["wrong_type"]);
    }
}
