//! The rules for a question that is answered with a plain sentence.

use domain::interaction::{
    AnswerDraft, Choice, PlainOptionSpec, PlainSpec, PlainViolation, Question, SelectionMode,
};
use domain::{TimeoutWish, limits};

fn option(title: &str, is_recommended: bool) -> PlainOptionSpec {
    PlainOptionSpec {
        title: Some(title.into()),
        description: Some(format!("Takes {title}.")),
        is_recommended: is_recommended.then_some(true),
    }
}

fn spec(options: Vec<PlainOptionSpec>) -> PlainSpec {
    PlainSpec {
        question: Some("Which database?".into()),
        options: Some(options),
        timeout_ms: None,
    }
}

fn valid(spec: PlainSpec) -> (Choice, TimeoutWish) {
    let ask = spec.validate().expect("it is valid");
    match ask.question {
        Question::Choice(choice) => (choice, ask.timeout),
        Question::Request(_)
        | Question::Approval(_)
        | Question::Reply(_)
        | Question::Permission(_)
        | Question::Form(_) => panic!("it becomes a choice"),
    }
}

#[test]
fn plain_question_validation_names_code_and_field_of_each_broken_rule() {
    let two = || vec![option("SQLite", true), option("PostgreSQL", false)];
    type Edit = fn(&mut PlainSpec, &mut Vec<PlainOptionSpec>);
    let cases: Vec<(&str, &str, Edit)> = vec![
        ("question_required", "question", |s, _| {
            s.question = Some(" \n".into())
        }),
        ("question_too_long", "question", |s, _| {
            s.question = Some("x".repeat(limits::PROMPT_BYTES_MAX + 1))
        }),
        ("too_few_options", "options", |_, o| o.truncate(1)),
        ("too_many_options", "options", |_, o| {
            o.extend((0..limits::OPTIONS_MAX).map(|n| option(&n.to_string(), false)))
        }),
        ("option_title_required", "options[1].title", |_, o| {
            o[1].title = None
        }),
        ("option_title_too_long", "options[0].title", |_, o| {
            o[0].title = Some("x".repeat(limits::LABEL_CHARS_MAX + 1))
        }),
        ("option_title_duplicate", "options[1].title", |_, o| {
            o[1].title = Some(" sqLite ".into())
        }),
        ("option_text_too_long", "options[0].description", |_, o| {
            o[0].description = Some("x".repeat(limits::OPTION_TEXT_BYTES_MAX + 1))
        }),
        ("recommended_count", "options", |_, o| {
            o[0].is_recommended = Some(false)
        }),
        ("recommended_count", "options", |_, o| {
            o[1].is_recommended = Some(true)
        }),
        ("timeout_out_of_range", "timeoutMs", |s, _| {
            s.timeout_ms = Some(0)
        }),
    ];
    for (code, field, edit) in cases {
        let (mut given, mut options) = (spec(Vec::new()), two());
        edit(&mut given, &mut options);
        given.options = Some(options);
        let found = given.validate().expect_err("it is refused");
        let found: Vec<_> = found.iter().map(|v| (v.code(), v.field())).collect();
        assert_eq!(found, [(code, field.to_owned())]);
    }
}

#[test]
fn all_broken_rules_of_a_plain_question_are_named_together() {
    let found = PlainSpec {
        options: Some(Vec::new()),
        ..PlainSpec::default()
    };
    assert_eq!(
        found.validate().unwrap_err(),
        [
            PlainViolation::QuestionRequired,
            PlainViolation::TooFewOptions { count: 0 },
            PlainViolation::RecommendedCount { count: 0 },
        ]
    );
}

#[test]
fn plain_question_is_answered_with_a_title_or_in_own_words() {
    let (choice, timeout) = valid(spec(vec![
        option("SQLite", false),
        option("PostgreSQL", true),
    ]));
    assert_eq!(timeout, TimeoutWish::Milliseconds(None), "no default limit");
    assert_eq!(choice.mode(), SelectionMode::Hybrid);
    assert_eq!((choice.title(), choice.prompt()), ("Which database?", ""));
    let recommended: Vec<bool> = choice.options().iter().map(|o| o.recommended).collect();
    assert_eq!(recommended, [false, true]);
    assert_eq!(
        choice.default_ids(),
        [""; 0],
        "a recommendation is no default"
    );
    let said = |ids: &[&str], text: Option<&str>| {
        let draft = AnswerDraft {
            selected_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            text: text.map(str::to_owned),
            ..AnswerDraft::default()
        };
        let answer = choice.accept(draft, true).expect("it is an answer");
        choice.in_words(&answer)
    };
    assert_eq!(said(&["2"], None), "PostgreSQL");
    assert_eq!(
        said(&[], Some("DuckDB,\r\n please ")),
        "DuckDB,\r\n please "
    );
}

#[test]
fn plain_question_without_options_is_free_text() {
    let long = format!("What is it called?\n{}", "Because. ".repeat(100));
    let (choice, timeout) = valid(PlainSpec {
        question: Some(long.clone()),
        options: None,
        timeout_ms: Some(5000),
    });
    assert_eq!(timeout, TimeoutWish::Milliseconds(Some(5000)));
    assert_eq!(choice.mode(), SelectionMode::TextInput);
    assert_eq!(choice.title(), "What is it called?");
    assert_eq!(choice.prompt(), long.trim());
}
