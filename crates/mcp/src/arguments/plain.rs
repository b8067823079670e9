//! The arguments of `requestUserChoice`, `ask_human` and `report_outcome`.
//!
//! Types and names are checked here, the rules in `domain`.

use domain::interaction::{PlainOptionSpec, PlainSpec};
use domain::task::TurnOutcome;
use protocol::{Problem, ReportRequest};
use rmcp::model::JsonObject;
use serde_json::Value;

use super::fields::{Fields, Kind, wrong_type};
use super::findings::Findings;
use super::names::Scope;
use super::{Asked, Request, parse_poll, too_large};

pub(crate) fn parse_plain_choice(
    arguments: JsonObject,
) -> Result<Request<PlainSpec>, Vec<Problem>> {
    parse(arguments, Scope::UserChoice)
}

pub(crate) fn parse_plain_text(arguments: JsonObject) -> Result<Request<PlainSpec>, Vec<Problem>> {
    parse(arguments, Scope::AskHuman)
}

fn parse(mut arguments: JsonObject, scope: Scope) -> Result<Request<PlainSpec>, Vec<Problem>> {
    arguments.retain(|_, value| !value.is_null());
    if let Some(session_id) = arguments.remove("session_id") {
        return parse_poll(&session_id, &arguments);
    }
    let mut findings = Findings::default();
    let mut fields = Fields::new(String::new(), scope, arguments, &mut findings);
    let question = PlainSpec {
        question: fields.text("question"),
        options: match scope {
            Scope::AskHuman => None,
            // Without options it would be another tool.
            _ => Some(read_options(&mut fields)),
        },
        timeout_ms: fields.whole_number("timeoutMs"),
    };
    fields.refuse_rest();
    if let Err(violations) = question.clone().validate() {
        findings.add_violations(&violations);
    }
    findings.problems.extend(too_large(&question));
    if !findings.problems.is_empty() {
        return Err(findings.into_problems());
    }
    Ok(Request::Ask(Box::new(Asked {
        question,
        deprecations: findings.deprecations,
        notices: findings.notices,
    })))
}

/// Reads the entries; an unreadable one keeps its place, so that paths stay true.
fn read_options(fields: &mut Fields<'_>) -> Vec<PlainOptionSpec> {
    let entries = fields.array("options").unwrap_or_default();
    let findings = fields.findings();
    let numbered = entries.into_iter().enumerate();
    numbered
        .map(|(index, entry)| read_option(&format!("options[{index}]"), entry, findings))
        .collect()
}

fn read_option(path: &str, entry: Value, findings: &mut Findings) -> PlainOptionSpec {
    let object = match entry {
        Value::Object(object) => object,
        other => {
            wrong_type(path, Kind::Titled, &other, findings);
            return PlainOptionSpec::default();
        }
    };
    let prefix = format!("{path}.");
    let mut fields = Fields::new(prefix, Scope::UserChoiceOption, object, findings);
    let option = PlainOptionSpec {
        title: fields.text("title"),
        description: fields.text("description"),
        is_recommended: fields.flag("isRecommended"),
    };
    fields.refuse_rest();
    option
}

/// Reads the arguments of `report_outcome`.
pub(crate) fn parse_report(arguments: JsonObject) -> Result<ReportRequest, Vec<Problem>> {
    let mut findings = Findings::default();
    let mut fields = Fields::new(String::new(), Scope::Report, arguments, &mut findings);
    let named = fields.text("outcome");
    let message = fields.text("message");
    fields.refuse_rest();
    let outcome = named.as_deref().and_then(TurnOutcome::from_word);
    match outcome {
        Some(outcome) if findings.problems.is_empty() => Ok(ReportRequest { outcome, message }),
        Some(_) => Err(findings.into_problems()),
        None => {
            if !findings.is_unreadable("outcome") {
                findings.problems.push(unknown_outcome(named.as_deref()));
            }
            Err(findings.into_problems())
        }
    }
}

fn unknown_outcome(given: Option<&str>) -> Problem {
    let message = match given {
        Some(given) => format!("outcome is {:?}", super::shortened(given)),
        None => "outcome is missing".into(),
    };
    let known = TurnOutcome::ALL.map(TurnOutcome::as_str).join("\" or \"");
    let hint = format!("Give \"{known}\".");
    Problem::new("outcome_unknown", "outcome", message, &hint)
}
