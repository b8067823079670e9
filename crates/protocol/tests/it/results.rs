//! What an asker receives: every outcome in every mode, as whole JSON.

use domain::Responder;
use domain::interaction::{AnswerDraft, ChoiceSpec, Interaction};
use protocol::{ChoiceResult, Winner};
use serde_json::{Value, json};

use crate::given::{SESSION, ana, answered, asked, cancelled, choice, ids, left_alone};

fn check(interaction: &Interaction, expected: Value) {
    let result = ChoiceResult::of(interaction);
    let written = serde_json::to_value(&result).expect("it can be written");
    assert_eq!(written, expected);
    let read: ChoiceResult = serde_json::from_value(written).expect("it can be read");
    assert_eq!(read, result);
}

/// What every answer of Ana's has in common, with what is particular to this one.
fn by_ana(particular: Value) -> Value {
    merged(
        json!({
            "session_id": SESSION,
            "interface": "web",
            "answered_by": {
                "kind": "person", "surface": "web", "name": "Ana", "at": "2023-11-14T22:13:21.500Z",
            },
            "waited_ms": 1500,
        }),
        particular,
    )
}

/// The same for what the clock decided.
fn by_policy(particular: Value) -> Value {
    merged(
        json!({
            "session_id": SESSION,
            "interface": "web",
            "answered_by": { "kind": "policy", "at": "2023-11-14T22:18:20.000Z" },
            "waited_ms": 300_000,
        }),
        particular,
    )
}

fn merged(mut common: Value, particular: Value) -> Value {
    let fields = common.as_object_mut().expect("it is an object");
    fields.extend(particular.as_object().expect("it is an object").clone());
    common
}

fn selecting(selected: &[&str]) -> AnswerDraft {
    AnswerDraft {
        selected_ids: ids(selected),
        ..AnswerDraft::default()
    }
}

fn writing(selected: &[&str], text: &str) -> AnswerDraft {
    AnswerDraft {
        text: Some(text.into()),
        ..selecting(selected)
    }
}

fn plain(_: &mut ChoiceSpec) {}

#[test]
fn result_of_a_pending_question_has_an_id_and_no_outcome() {
    let pending = asked(choice("single", plain), None);
    let expected = json!({ "session_id": SESSION, "action_status": "pending", "interface": "web" });
    check(&pending, expected);
}

#[test]
fn result_of_an_answer_has_the_fields_of_its_mode() {
    check(
        &answered(choice("single", plain), selecting(&["pg"])),
        by_ana(json!({
            "action_status": "selected",
            "selected_ids": ["pg"],
            "summary": "\"Which database?\": the person chose Postgres.",
        })),
    );
    check(
        &answered(choice("multi", plain), selecting(&["my", "lite"])),
        by_ana(json!({
            "action_status": "selected",
            "selected_ids": ["lite", "my"],
            "summary": "\"Which database?\": the person chose SQLite, MySQL.",
        })),
    );
    check(
        &answered(
            choice("multi", |s| s.min_selections = Some(0)),
            selecting(&[]),
        ),
        by_ana(json!({
            "action_status": "selected",
            "summary": "\"Which database?\": the person chose none of the options.",
        })),
    );
    check(
        &answered(
            choice("text_input", plain),
            writing(&[], "DuckDB,\n\nplease "),
        ),
        by_ana(json!({
            "action_status": "custom_input",
            "custom_input": "DuckDB,\n\nplease ",
            "summary": "\"Which database?\": the person wrote: DuckDB, please.",
        })),
    );
}

#[test]
fn result_of_a_hybrid_answer_is_custom_input_only_without_an_option() {
    check(
        &answered(choice("hybrid", plain), writing(&[], "DuckDB")),
        by_ana(json!({
            "action_status": "custom_input",
            "custom_input": "DuckDB",
            "summary": "\"Which database?\": the person wrote: DuckDB.",
        })),
    );
    check(
        &answered(choice("hybrid", plain), selecting(&["lite"])),
        by_ana(json!({
            "action_status": "selected",
            "selected_ids": ["lite"],
            "summary": "\"Which database?\": the person chose SQLite.",
        })),
    );
    check(
        &answered(choice("hybrid", plain), writing(&["lite"], "with WAL")),
        by_ana(json!({
            "action_status": "selected",
            "selected_ids": ["lite"],
            "custom_input": "with WAL",
            "summary": "\"Which database?\": the person chose SQLite and wrote: with WAL.",
        })),
    );
}

#[test]
fn result_contains_notes_hidden_options_and_placeholder_unless_blank() {
    let question = || choice("hybrid", |s| s.placeholder = Some("another one".into()));
    let draft = AnswerDraft {
        option_notes: [("lite".into(), "for now".into()), ("pg".into(), " ".into())].into(),
        global_note: Some("ask again in May".into()),
        hidden_ids: ids(&["my"]),
        placeholder_shown: true,
        ..selecting(&["lite"])
    };
    check(
        &answered(question(), draft),
        by_ana(json!({
            "action_status": "selected",
            "selected_ids": ["lite"],
            "option_annotations": { "lite": "for now" },
            "global_annotation": "ask again in May",
            "placeholder_used": true,
            "hidden_option_ids": ["my"],
            "summary": "\"Which database?\": the person chose SQLite.",
        })),
    );
    let blank = AnswerDraft {
        global_note: Some("\n".into()),
        ..selecting(&["lite"])
    };
    check(
        &answered(question(), blank),
        by_ana(json!({
            "action_status": "selected",
            "selected_ids": ["lite"],
            "placeholder_used": false,
            "summary": "\"Which database?\": the person chose SQLite.",
        })),
    );
}

#[test]
fn result_of_a_cancelled_question_names_the_canceller_and_the_note() {
    let common = json!({
        "session_id": SESSION,
        "action_status": "cancelled",
        "interface": "web",
        "waited_ms": 2000,
    });
    let ana_at = json!({
        "kind": "person", "surface": "web", "name": "Ana", "at": "2023-11-14T22:13:22.000Z",
    });
    for mode in ["single", "multi", "text_input", "hybrid"] {
        let particular = json!({
            "answered_by": ana_at,
            "global_annotation": "wrong\nbranch",
            "summary": "\"Which database?\": the person cancelled the question: wrong branch",
        });
        check(
            &cancelled(choice(mode, plain), ana(), Some("wrong\nbranch")),
            merged(common.clone(), particular),
        );
    }
    let particular = json!({
        "answered_by": ana_at,
        "summary": "\"Which database?\": the person cancelled the question. Nothing was chosen.",
    });
    check(
        &cancelled(choice("single", plain), ana(), Some(" ")),
        merged(common.clone(), particular),
    );
    let particular = json!({
        "answered_by": { "kind": "asker", "at": "2023-11-14T22:13:22.000Z" },
        "summary": "\"Which database?\": the asker withdrew the question. Nothing was chosen.",
    });
    check(
        &cancelled(choice("single", plain), Responder::Asker, None),
        merged(common, particular),
    );
}

#[test]
fn result_of_a_timeout_says_that_the_agent_may_ask_again() {
    for mode in ["single", "multi", "text_input", "hybrid"] {
        check(
            &left_alone(choice(mode, plain), false),
            by_policy(json!({
                "action_status": "timeout",
                "summary": "\"Which database?\": nobody answered in time and nothing was chosen. \
                    You may ask again.",
            })),
        );
    }
}

#[test]
fn result_of_auto_submit_is_never_attributed_to_a_person() {
    for mode in ["single", "multi", "hybrid"] {
        let prepared = |s: &mut ChoiceSpec| {
            s.default_selection_ids = Some(ids(&["pg"]));
            s.global_annotation = Some("as agreed".into());
        };
        check(
            &left_alone(choice(mode, prepared), true),
            by_policy(json!({
                "action_status": "selected",
                "selected_ids": ["pg"],
                "global_annotation": "as agreed",
                "auto_submitted": true,
                "summary": "\"Which database?\": nobody answered in time; the person's auto-submit \
                    setting chose Postgres.",
            })),
        );
    }
}

#[test]
fn result_summary_is_one_line_of_limited_length() {
    let question = choice("hybrid", |s| {
        s.title = Some("Which\ndatabase?".into());
        s.max_selections = Some(3);
        for option in s.options.iter_mut().flatten() {
            option.label = Some(format!("a\n{}", "b".repeat(290)));
        }
    });
    let text = "line\n".repeat(1000);
    let result = ChoiceResult::of(&answered(question, writing(&["lite", "pg", "my"], &text)));
    let summary = result.summary.expect("it is decided");
    assert!(
        summary.starts_with("\"Which database?\": the person chose a bbb"),
        "{summary}"
    );
    assert!(
        !summary.contains('\n') && summary.chars().count() < 500,
        "{summary}"
    );
    assert_eq!(
        result.custom_input,
        Some(text),
        "the whole text is in its own field"
    );
}

#[test]
fn winner_describes_who_decided_first() {
    let winner = |interaction: &Interaction| {
        serde_json::to_value(Winner::of(interaction)).expect("it can be written")
    };
    assert_eq!(winner(&asked(choice("single", plain), None)), Value::Null);
    assert_eq!(
        winner(&answered(choice("single", plain), selecting(&["pg"]))),
        json!({
            "status": "submitted", "kind": "person", "surface": "web", "name": "Ana",
            "at": "2023-11-14T22:13:21.500Z",
            "summary": "\"Which database?\": the person chose Postgres.",
        })
    );
    assert_eq!(
        winner(&cancelled(choice("single", plain), Responder::Asker, None)),
        json!({
            "status": "cancelled", "kind": "asker", "at": "2023-11-14T22:13:22.000Z",
            "summary": "\"Which database?\": the asker withdrew the question. Nothing was chosen.",
        })
    );
    assert_eq!(
        winner(&left_alone(choice("single", plain), false)),
        json!({
            "status": "timeout", "kind": "policy", "at": "2023-11-14T22:18:20.000Z",
            "summary": "\"Which database?\": nobody answered in time and nothing was chosen. \
                You may ask again.",
        })
    );
}
