//! One table per kind of finding, and all of them together.

use protocol::OptionSpec;
use serde_json::json;

use super::*;
use crate::refusal::for_agents;

/// A valid question with `changes` on top; `null` removes a field.
fn question(changes: Value) -> JsonObject {
    let mut arguments = json!({
        "title": "Which schema?",
        "prompt": "Migrating the orders table; both layouts work.",
        "selection_mode": "multi",
        "options": [{ "id": "wide" }, { "id": "narrow" }],
    });
    let Value::Object(changes) = changes else {
        panic!("changes are an object")
    };
    let fields = arguments.as_object_mut().unwrap();
    fields.extend(changes);
    fields.clone()
}

fn problems(arguments: JsonObject) -> Vec<Problem> {
    match parse(arguments) {
        Err(problems) => problems,
        Ok(request) => panic!("accepted: {request:?}"),
    }
}

fn asked(arguments: JsonObject) -> Asked<ChoiceSpec> {
    match parse(arguments) {
        Ok(Request::Ask(asked)) => *asked,
        other => panic!("not a question: {other:?}"),
    }
}

fn check(changes: Value, code: &str, field: &str, message: &str, hint: &str) {
    let expected = vec![Problem::new(code, field, message.into(), hint)];
    assert_eq!(for_agents(&problems(question(changes))), expected);
}

#[test]
fn arguments_of_a_wrong_type_are_reported_with_given_and_expected_values() {
    for (changes, field, message, hint) in [
        (
            json!({ "title": 7 }),
            "title",
            "title is the number 7; it must be a string",
            "Write \"7\", in quotes.",
        ),
        (
            json!({ "prompt": true }),
            "prompt",
            "prompt is true; it must be a string",
            "Give a string.",
        ),
        (
            json!({ "selection_mode": ["multi"] }),
            "selection_mode",
            "selection_mode is an array; it must be a string",
            "Give a string.",
        ),
        (
            json!({ "options": "wide or narrow" }),
            "options",
            "options is the string \"wide or narrow\"; it must be an array of objects",
            "Give an array of objects.",
        ),
        (
            json!({ "options": "[{\"id\": \"wide\"}]" }),
            "options",
            "options is the string \"[{\\\"id\\\": \\\"wide\\\"}]\"; it must be an array of objects",
            "Pass the value itself, not a string that holds it.",
        ),
        (
            json!({ "options": [{ "id": "wide" }, "narrow"] }),
            "options[1]",
            "options[1] is the string \"narrow\"; it must be an object with an id",
            "Write {\"id\": \"narrow\"}.",
        ),
        (
            json!({ "options": [{ "id": 1 }] }),
            "options[0].id",
            "options[0].id is the number 1; it must be a string",
            "Write \"1\", in quotes.",
        ),
        (
            json!({ "options": [{ "id": "wide", "recommended": "yes" }] }),
            "options[0].recommended",
            "options[0].recommended is the string \"yes\"; it must be true or false",
            "Give true or false.",
        ),
        (
            json!({ "default_selection_ids": "wide" }),
            "default_selection_ids",
            "default_selection_ids is the string \"wide\"; it must be an array of strings",
            "Write [\"wide\"].",
        ),
        (
            json!({ "default_selection_ids": ["wide", {}] }),
            "default_selection_ids[1]",
            "default_selection_ids[1] is an object; it must be a string",
            "Give a string.",
        ),
        (
            json!({ "min_selections": "1" }),
            "min_selections",
            "min_selections is the string \"1\"; it must be a whole number",
            "Pass the value itself, not a string that holds it.",
        ),
        (
            json!({ "timeout_seconds": 1.5 }),
            "timeout_seconds",
            "timeout_seconds is the number 1.5; it must be a whole number",
            "Give a whole number.",
        ),
        (
            json!({ "annotations_enabled": "true" }),
            "annotations_enabled",
            "annotations_enabled is the string \"true\"; it must be true or false",
            "Pass the value itself, not a string that holds it.",
        ),
    ] {
        check(changes, "wrong_type", field, message, hint);
    }
}

#[test]
fn unreadable_option_causes_no_second_problem_about_defaults() {
    let given =
        json!({ "options": ["wide", { "id": "narrow" }], "default_selection_ids": ["wide"] });
    let codes: Vec<String> = problems(question(given))
        .into_iter()
        .map(|found| found.code)
        .collect();
    assert_eq!(codes, ["wrong_type"]);
}

#[test]
fn unknown_argument_is_refused_with_the_nearest_known_name() {
    check(
        json!({ "promt": "x" }),
        "unknown_field",
        "promt",
        "there is no field \"promt\"",
        "Did you mean prompt?",
    );
    check(
        json!({ "options": [{ "id": "wide", "lable": "Wide" }] }),
        "unknown_field",
        "options[0].lable",
        "there is no field \"lable\"",
        "Did you mean label?",
    );
}

#[test]
fn arguments_accept_old_names_and_report_them() {
    for (changes, deprecation, read) in [
        (
            json!({ "selection_mode": null, "type": "multi" }),
            Deprecation::new("type", "selection_mode"),
            ChoiceSpec {
                selection_mode: Some("multi".into()),
                ..plain()
            },
        ),
        (
            json!({ "transport": "web" }),
            Deprecation::new("transport", "interface"),
            ChoiceSpec {
                interface: Some("web".into()),
                ..plain()
            },
        ),
        (
            json!({ "selection_mode": "hybrid", "placeholder_enabled": true }),
            Deprecation::new("placeholder_enabled", "placeholder_visible"),
            ChoiceSpec {
                selection_mode: Some("hybrid".into()),
                placeholder_visible: Some(true),
                ..plain()
            },
        ),
        (
            json!({ "additional_annotation": "hm" }),
            Deprecation::new("additional_annotation", "global_annotation"),
            ChoiceSpec {
                global_annotation: Some("hm".into()),
                ..plain()
            },
        ),
        (
            json!({ "selection_mode": "single_select" }),
            Deprecation::new("selection_mode: single_select", "selection_mode: single"),
            ChoiceSpec {
                selection_mode: Some("single".into()),
                ..plain()
            },
        ),
        (
            json!({ "selection_mode": "Multi-Select" }),
            Deprecation::new("selection_mode: Multi-Select", "selection_mode: multi"),
            plain(),
        ),
        (
            json!({ "options": [{ "id": "wide", "default": true }, { "id": "narrow", "default": false }] }),
            Deprecation::new("options[].default", "default_selection_ids"),
            ChoiceSpec {
                default_selection_ids: Some(vec!["wide".into()]),
                ..plain()
            },
        ),
    ] {
        let expected = Asked {
            question: read,
            deprecations: vec![deprecation],
            notices: vec![],
        };
        assert_eq!(asked(question(changes)), expected);
    }
}

fn plain() -> ChoiceSpec {
    let option = |id: &str| OptionSpec {
        id: Some(id.into()),
        ..OptionSpec::default()
    };
    ChoiceSpec {
        title: Some("Which schema?".into()),
        prompt: Some("Migrating the orders table; both layouts work.".into()),
        selection_mode: Some("multi".into()),
        options: Some(vec![option("wide"), option("narrow")]),
        ..ChoiceSpec::default()
    }
}

#[test]
fn arguments_refuse_an_old_and_a_new_name_together() {
    check(
        json!({ "type": "single" }),
        "conflicting_fields",
        "type",
        "both type and selection_mode are given; type is the old name of selection_mode",
        "Give only selection_mode.",
    );
    check(
        json!({ "options": [{ "id": "wide", "default": true }], "default_selection_ids": ["wide"] }),
        "conflicting_fields",
        "options[0].default",
        "both options[0].default and default_selection_ids are given; options[0].default is the \
         old name of default_selection_ids",
        "Give only default_selection_ids.",
    );
}

#[test]
fn arguments_treat_null_as_absent_and_accept_whole_floats() {
    let given = json!({ "placeholder": null, "session_id": null, "timeout_seconds": 60.0 });
    let expected = ChoiceSpec {
        timeout_seconds: Some(60),
        ..plain()
    };
    assert_eq!(asked(question(given)).question, expected);
}

#[test]
fn allow_cancel_is_accepted_ignored_and_reported() {
    for value in [json!(false), json!("no")] {
        let notice = Notice {
            code: "allow_cancel_ignored".into(),
            message: "allow_cancel has no effect: the person can always cancel".into(),
        };
        let expected = Asked {
            question: plain(),
            deprecations: vec![],
            notices: vec![notice],
        };
        assert_eq!(asked(question(json!({ "allow_cancel": value }))), expected);
    }
}

#[test]
fn poll_accepts_only_its_session_id() {
    let id = "0123456789abcdef0123456789abcdef";
    let poll = |changes: Value| parse(changes.as_object().unwrap().clone());
    let wanted = Request::Poll {
        session_id: id.into(),
    };
    assert_eq!(
        poll(json!({ "session_id": format!(" {id} "), "title": null })),
        Ok(wanted)
    );
    let crowded = Problem::new(
        "poll_takes_no_other_argument",
        "session_id",
        "session_id polls a question that was asked before; also given: risk, title".into(),
        "Give session_id alone to poll, or leave it out to ask a new question.",
    );
    let given = json!({ "session_id": id, "title": "T", "risk": "normal" });
    assert_eq!(poll(given), Err(vec![crowded]));
    let mistyped = Problem::new(
        "wrong_type",
        "session_id",
        "session_id is the number 7; it must be a string".into(),
        "Write \"7\", in quotes.",
    );
    assert_eq!(poll(json!({ "session_id": 7 })), Err(vec![mistyped]));
    for unheard_of in ["", "abc", "0123456789ABCDEF0123456789ABCDEF"] {
        let given = json!({ "session_id": unheard_of });
        assert_eq!(poll(given), Err(vec![unknown_session(unheard_of)]));
    }
}

#[test]
fn arguments_report_all_ten_problems_of_one_call() {
    let given = json!({
        "title": "",
        "prompt": 5,
        "selection_mode": "multi",
        "type": "multi",
        "options": [{ "id": "a" }, { "id": "a" }, 3, { "id": "b", "colour": "red" }],
        "min_selections": -1,
        "timeout_seconds": -5,
        "risk": "fatal",
        "interface": "carrier pigeon",
    });
    let found: Vec<(String, String)> = problems(given.as_object().unwrap().clone())
        .into_iter()
        .map(|problem| (problem.code, problem.field))
        .collect();
    let expected = [
        ("conflicting_fields", "type"),
        ("wrong_type", "prompt"),
        ("wrong_type", "options[2]"),
        ("unknown_field", "options[3].colour"),
        ("title_required", "title"),
        ("option_id_duplicate", "options[1].id"),
        ("risk_unknown", "risk"),
        ("interface_unknown", "interface"),
        ("timeout_negative", "timeout_seconds"),
        ("bound_negative", "min_selections"),
    ];
    let expected: Vec<(String, String)> = expected
        .map(|(code, field)| (code.into(), field.into()))
        .into();
    assert_eq!(found, expected);
}

#[test]
fn arguments_report_a_limited_number_of_problems_and_count_the_rest() {
    let given: JsonObject = (0..500).map(|n| (format!("zz{n}"), json!(1))).collect();
    let found = problems(given);
    assert_eq!(found.len(), 201);
    let last = found.last().unwrap();
    // 500 unknown fields, and title, prompt and selection_mode are missing.
    assert_eq!(
        (last.code.as_str(), last.message.as_str()),
        ("more_problems", "303 more problems are not listed")
    );
}

#[test]
fn too_many_options_are_reported_as_one_problem() {
    let options: Vec<Value> = (0..5_000).map(|n| json!(n)).collect();
    let given = json!({ "options": options, "default_selection_ids": ["wide"] });
    check(
        given,
        "too_many_options",
        "options",
        "5000 options given; at most 200 are allowed",
        "Group the options, or ask in two steps.",
    );
}

#[test]
fn arguments_refuse_a_question_above_the_total_size() {
    let options: Vec<Value> = (0..200)
        .map(|n| json!({ "id": format!("o{n}"), "description": "x".repeat(16_000) }))
        .collect();
    let found = problems(question(json!({ "options": options })));
    let codes: Vec<&str> = found.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(codes, ["request_too_large"]);
}

#[test]
fn unknown_argument_with_a_long_name_is_shortened_in_the_message() {
    let found = problems(question(json!({ "n".repeat(10_000): 1 })));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].field, format!("{}…", "n".repeat(40)));
    assert!(found[0].message.len() < 100);
}

mod hostile {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::super::parse;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            "\\PC{0,12}".prop_map(Value::from),
            Just(Value::from("single")),
            Just(Value::from("multi_select")),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(name(), inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    fn name() -> impl Strategy<Value = String> {
        prop_oneof![
            Just("title".to_owned()),
            Just("prompt".to_owned()),
            Just("selection_mode".to_owned()),
            Just("Type".to_owned()),
            Just("options".to_owned()),
            Just("id".to_owned()),
            Just("default".to_owned()),
            Just("min_selections".to_owned()),
            Just("timeout_seconds".to_owned()),
            Just("session_id".to_owned()),
            Just("interface".to_owned()),
            "\\PC{0,8}",
        ]
    }

    proptest! {
        #[test]
        fn any_arguments_become_a_question_or_named_problems(
            arguments in prop::collection::btree_map(name(), value(), 0..8),
        ) {
            let arguments: serde_json::Map<_, _> = arguments.into_iter().collect();
            match parse(arguments.clone()) {
                Ok(_) => prop_assert!(parse(arguments).is_ok()),
                Err(problems) => {
                    prop_assert!(!problems.is_empty());
                    for problem in problems {
                        prop_assert!(!problem.code.is_empty() && !problem.message.is_empty());
                    }
                }
            }
        }
    }
}
