//! From the raw arguments of a call to a question, or to everything that is wrong with them.
//!
//! Types, names and aliases are checked here, the rules in `domain`. Nothing has been asked when
//! this refuses, and what it accepts the hub accepts too.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "JSON of an agent: every kind that was not asked for is wrong alike"
)]

mod fields;
mod findings;
mod hitl;
pub(crate) mod names;
mod options;
mod plain;

#[cfg(test)]
mod tests;

use domain::InteractionId;
use domain::interaction::ChoiceSpec;
use protocol::{Notice, Problem};
use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::Value;

use crate::output::Deprecation;
use crate::refusal::unknown_session;
pub(crate) use hitl::parse_hitl;
pub(crate) use plain::{parse_plain_choice, parse_plain_text, parse_report};

use fields::{Fields, Kind, shortened, wrong_type};
use findings::Findings;
use names::Scope;

/// The largest question that the hub accepts.
const QUESTION_BYTES_MAX: usize = 1_000_000;

/// What a call wants.
#[derive(Debug, PartialEq)]
pub(crate) enum Request<Q> {
    Ask(Box<Asked<Q>>),
    Poll { session_id: String },
}

/// A valid question, and what the asker should know about how it was put.
#[derive(Debug, PartialEq)]
pub(crate) struct Asked<Q> {
    pub(crate) question: Q,
    pub(crate) deprecations: Vec<Deprecation>,
    pub(crate) notices: Vec<Notice>,
}

/// Reads the arguments of `provide_choice`.
pub(crate) fn parse(mut arguments: JsonObject) -> Result<Request<ChoiceSpec>, Vec<Problem>> {
    arguments.retain(|_, value| !value.is_null());
    match arguments.remove("session_id") {
        Some(session_id) => parse_poll(&session_id, &arguments),
        None => parse_question(arguments),
    }
}

fn parse_poll<Q>(session_id: &Value, others: &JsonObject) -> Result<Request<Q>, Vec<Problem>> {
    let mut findings = Findings::default();
    if !others.is_empty() {
        let given = listed(others);
        findings.problems.push(Problem::new(
            "poll_takes_no_other_argument",
            "session_id",
            format!("session_id polls a question that was asked before; also given: {given}"),
            "Give session_id alone to poll, or leave it out to ask a new question.",
        ));
    }
    match session_id {
        Value::String(id) => match id.trim().parse::<InteractionId>() {
            Ok(id) if findings.problems.is_empty() => {
                return Ok(Request::Poll {
                    session_id: id.to_string(),
                });
            }
            Ok(_) => {}
            Err(_) => findings.problems.push(unknown_session(id)),
        },
        other => wrong_type("session_id", Kind::Text, other, &mut findings),
    }
    Err(findings.into_problems())
}

fn parse_question(arguments: JsonObject) -> Result<Request<ChoiceSpec>, Vec<Problem>> {
    let mut findings = Findings::default();
    let mut fields = Fields::new(String::new(), Scope::Arguments, arguments, &mut findings);
    fields.accept_aliases(&names::ARGUMENT_ALIASES);
    if fields.take("allow_cancel").is_some() {
        fields.findings().notices.push(Notice {
            code: "allow_cancel_ignored".into(),
            message: "allow_cancel has no effect: the person can always cancel".into(),
        });
    }
    let question = read_question(&mut fields);
    fields.refuse_rest();
    if let Err(violations) = question.clone().validate() {
        findings.add_violations(&violations);
    }
    findings.problems.extend(too_large(&question));
    if findings.problems.is_empty() {
        let Findings {
            deprecations,
            notices,
            ..
        } = findings;
        return Ok(Request::Ask(Box::new(Asked {
            question,
            deprecations,
            notices,
        })));
    }
    Err(findings.into_problems())
}

fn read_question(fields: &mut Fields<'_>) -> ChoiceSpec {
    let title = fields.text("title");
    let prompt = fields.text("prompt");
    let selection_mode = read_mode(fields);
    let entries = fields.array("options");
    let options = entries.map(|entries| options::read_options(entries, fields.findings()));
    let listed = fields.texts("default_selection_ids");
    let default_selection_ids = match &options {
        Some(options) => options.defaults(listed, fields.findings()),
        None => listed,
    };
    ChoiceSpec {
        title,
        prompt,
        selection_mode,
        options: options.map(|read| read.options),
        placeholder: fields.text("placeholder"),
        placeholder_visible: fields.flag("placeholder_visible"),
        default_selection_ids,
        min_selections: fields.whole_number("min_selections"),
        max_selections: fields.whole_number("max_selections"),
        single_submit_mode: fields.flag("single_submit_mode"),
        global_annotation: fields.text("global_annotation"),
        annotations_enabled: fields.flag("annotations_enabled"),
        interface: fields.text("interface"),
        timeout_seconds: fields.whole_number("timeout_seconds"),
        risk: fields.text("risk"),
    }
}

fn read_mode(fields: &mut Fields<'_>) -> Option<String> {
    let given = fields.text("selection_mode")?;
    let Some(renamed) = names::renamed_mode(&given) else {
        return Some(given);
    };
    let deprecation = Deprecation::new(
        &format!("selection_mode: {}", given.trim()),
        &format!("selection_mode: {renamed}"),
    );
    fields.findings().deprecations.push(deprecation);
    Some(renamed.to_owned())
}

fn too_large(question: &impl Serialize) -> Option<Problem> {
    let bytes = serde_json::to_vec(question).map_or(usize::MAX, |json| json.len());
    (bytes > QUESTION_BYTES_MAX).then(|| {
        Problem::new(
            "request_too_large",
            "",
            format!(
                "the whole request has {bytes} bytes; at most {QUESTION_BYTES_MAX} are allowed"
            ),
            "Shorten descriptions, or name the file that holds the detail.",
        )
    })
}

/// Lists the names of arguments, as far as anyone reads.
fn listed(arguments: &JsonObject) -> String {
    const LISTED_MAX: usize = 20;
    let names: Vec<String> = arguments
        .keys()
        .take(LISTED_MAX)
        .map(|name| shortened(name))
        .collect();
    let more = arguments.len() - names.len();
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    names.join(", ") + &more
}
