//! The rules for a `hitl_request`: every broken one has its code and field, nothing is dropped.

use domain::interaction::{HumanRequestOptionSpec, HumanRequestSpec, Question};
use domain::{TimeoutWish, limits};

use crate::given::request_spec;

fn labelled(label: &str) -> HumanRequestOptionSpec {
    HumanRequestOptionSpec {
        label: Some(label.into()),
        ..HumanRequestOptionSpec::default()
    }
}

fn problems(edit: impl FnOnce(&mut HumanRequestSpec)) -> Vec<(&'static str, String)> {
    let violations = request_spec(edit).validate().expect_err("it is refused");
    violations
        .iter()
        .map(|violation| (violation.code(), violation.field()))
        .collect()
}

fn valid(edit: impl FnOnce(&mut HumanRequestSpec)) -> domain::interaction::HumanRequest {
    let ask = request_spec(edit).validate().expect("it is valid");
    match ask.question {
        Question::Request(request) => request,
        Question::Choice(_)
        | Question::Approval(_)
        | Question::Reply(_)
        | Question::Permission(_)
        | Question::Form(_) => panic!("a request becomes a request"),
    }
}

#[test]
fn human_request_validation_names_code_and_field_of_each_broken_rule() {
    type Edit = fn(&mut HumanRequestSpec);
    let cases: Vec<(&str, &str, Edit)> = vec![
        ("question_required", "question", |s| s.question = None),
        ("question_required", "question", |s| {
            s.question = Some(" \n".into())
        }),
        ("question_too_long", "question", |s| {
            s.question = Some("x".repeat(limits::PROMPT_BYTES_MAX + 1))
        }),
        ("options_required", "options", |s| s.options = None),
        ("options_required", "options", |s| s.options = Some(vec![])),
        ("too_many_options", "options", |s| {
            s.options = Some((0..201).map(|n| labelled(&n.to_string())).collect())
        }),
        ("option_label_required", "options[1].label", |s| {
            s.options = Some(vec![labelled("Yes"), labelled("  ")])
        }),
        ("option_label_too_long", "options[0].label", |s| {
            s.options = Some(vec![labelled(&"x".repeat(301))])
        }),
        ("option_label_duplicate", "options[1].label", |s| {
            s.options = Some(vec![labelled("Yes"), labelled(" yES ")])
        }),
        ("option_id_too_long", "options[0].id", |s| {
            s.options.as_mut().expect("options")[0].id = Some("x".repeat(201))
        }),
        ("option_id_duplicate", "options[2].id", |s| {
            s.options.as_mut().expect("options")[2].id = Some("a".into())
        }),
        // An id that is made up must not collide with one that was given.
        ("option_id_duplicate", "options[1].id", |s| {
            let given = HumanRequestOptionSpec {
                id: Some("opt_2".into()),
                ..labelled("Yes")
            };
            s.options = Some(vec![given, labelled("No")])
        }),
        ("option_text_too_long", "options[0].description", |s| {
            let description = Some("x".repeat(limits::OPTION_TEXT_BYTES_MAX + 1));
            s.options.as_mut().expect("options")[0].description = description
        }),
        ("default_option_unknown", "defaultOption", |s| {
            s.default_option = Some("Maybe".into())
        }),
        ("confirmation_message_unused", "confirmationMessage", |s| {
            s.confirmation_message = Some("Really?".into())
        }),
        (
            "confirmation_message_too_long",
            "confirmationMessage",
            |s| {
                s.require_confirmation = Some(true);
                s.confirmation_message = Some("x".repeat(limits::OPTION_TEXT_BYTES_MAX + 1))
            },
        ),
        ("timeout_out_of_range", "timeoutMs", |s| {
            s.timeout_ms = Some(0)
        }),
        ("timeout_out_of_range", "timeoutMs", |s| {
            s.timeout_ms = Some(-1)
        }),
        ("timeout_out_of_range", "timeoutMs", |s| {
            s.timeout_ms = Some(i64::MAX)
        }),
        ("metadata_too_long", "metadata", |s| {
            s.metadata = Some("x".repeat(limits::METADATA_BYTES_MAX + 1))
        }),
    ];
    for (code, field, edit) in cases {
        assert_eq!(problems(edit), [(code, field.to_owned())], "{code}");
    }
}

#[test]
fn human_request_validation_reports_all_problems_together() {
    let found = problems(|s| {
        s.question = None;
        s.options = Some(vec![labelled(""), labelled("Yes"), labelled("yes")]);
        s.default_option = Some("No".into());
        s.timeout_ms = Some(0);
    });
    let codes: Vec<_> = found.iter().map(|(code, _)| *code).collect();
    assert_eq!(
        codes,
        [
            "question_required",
            "option_label_required",
            "option_label_duplicate",
            "default_option_unknown",
            "timeout_out_of_range"
        ]
    );
}

#[test]
fn human_request_numbers_options_without_an_id() {
    let request = valid(|s| s.options = Some(vec![labelled(" Yes "), labelled("No")]));
    let options: Vec<_> = request
        .choice()
        .options()
        .iter()
        .map(|option| (option.id.as_str(), option.label.as_str()))
        .collect();
    assert_eq!(options, [("opt_1", "Yes"), ("opt_2", "No")]);
}

#[test]
fn human_request_focuses_its_default_option_without_selecting_it() {
    for (given, focused) in [("option B", "b"), ("b", "b"), (" Option c ", "c")] {
        let request = valid(|s| s.default_option = Some(given.into()));
        assert_eq!(request.focused_id(), Some(focused), "{given}");
        assert_eq!(request.choice().default_ids(), [""; 0], "{given}");
    }
}

#[test]
fn human_request_uses_its_question_as_title_and_shortens_a_long_one() {
    let titled = |question: &str| {
        let request = valid(|s| s.question = Some(question.into()));
        let choice = request.choice();
        (choice.title().to_owned(), choice.prompt().to_owned())
    };
    assert_eq!(titled(" Delete it? "), ("Delete it?".into(), String::new()));
    assert_eq!(
        titled("Delete it?\nIt is old."),
        ("Delete it?".into(), "Delete it?\nIt is old.".into())
    );
    let long = "y".repeat(300);
    let (title, prompt) = titled(&long);
    assert_eq!(title.chars().count(), limits::TITLE_CHARS_MAX);
    assert!(title.ends_with('…'));
    assert_eq!(prompt, long);
}

#[test]
fn human_request_keeps_its_timeout_in_milliseconds() {
    for (given, expected) in [(None, None), (Some(1_500), Some(1_500))] {
        let ask = request_spec(|s| s.timeout_ms = given)
            .validate()
            .expect("it is valid");
        assert_eq!(ask.timeout, TimeoutWish::Milliseconds(expected));
        let Question::Request(request) = ask.question else {
            panic!("it is a request")
        };
        assert_eq!(request.timeout_ms(), expected);
    }
}

#[test]
fn human_request_accepts_neither_text_nor_notes() {
    let request = valid(|_| {});
    assert!(!request.choice().mode().has_text());
    assert!(!request.choice().offers_annotations(true));
}
