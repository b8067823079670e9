//! Every rule of a request: what breaks it, its code and field, and what just about keeps it.

mod rules;

use std::collections::BTreeSet;

use domain::interaction::choice::ChoiceAsk;
use domain::interaction::{ChoiceSpec, Interface, OptionSpec, Risk, SelectionMode, Violation};
use domain::limits;

use self::rules::{CODES, Case, cases, listed_code, many, second, text};
use crate::given::{PROMPT, TITLE, ids, option, spec, spec_with, valid};

#[test]
fn choice_validation_names_code_and_field_of_each_broken_rule() {
    for Case(spec, violation, field) in cases() {
        assert_eq!(violation.code(), listed_code(&violation));
        assert_eq!(violation.field(), field, "{violation:?}");
        assert_eq!(spec.validate(), Err(vec![violation]));
    }
}

#[test]
fn choice_validation_cases_cover_every_code() {
    let seen: BTreeSet<&str> = cases().iter().map(|case| listed_code(&case.1)).collect();
    assert_eq!(seen, CODES.iter().copied().collect());
    assert_eq!(CODES.len(), seen.len(), "one code per rule");
}

#[test]
fn choice_validation_reports_all_ten_problems_of_one_request() {
    let spec = ChoiceSpec {
        title: None,
        prompt: Some("short".into()),
        selection_mode: Some("multi".into()),
        options: Some(vec![option("a"), option("a"), option("")]),
        placeholder: Some("text".into()),
        default_selection_ids: Some(ids(&["z"])),
        min_selections: Some(-1),
        single_submit_mode: Some(true),
        interface: Some("phone".into()),
        timeout_seconds: Some(-5),
        ..ChoiceSpec::default()
    };
    let found = spec.validate().expect_err("everything is wrong");
    assert_eq!(
        found
            .iter()
            .map(|violation| (violation.code(), violation.field()))
            .collect::<Vec<_>>(),
        [
            ("title_required", "title".to_owned()),
            ("prompt_lacks_context", "prompt".into()),
            ("option_id_duplicate", "options[1].id".into()),
            ("option_id_required", "options[2].id".into()),
            ("interface_unknown", "interface".into()),
            ("timeout_negative", "timeout_seconds".into()),
            ("placeholder_refused", "placeholder".into()),
            ("single_submit_refused", "single_submit_mode".into()),
            ("bound_negative", "min_selections".into()),
            ("default_unknown", "default_selection_ids".into()),
        ]
    );
}

#[test]
fn choice_validation_names_all_required_fields_of_an_empty_request() {
    let needed = vec![
        Violation::TitleRequired,
        Violation::PromptRequired,
        Violation::SelectionModeRequired,
    ];
    assert_eq!(ChoiceSpec::default().validate(), Err(needed));
}

#[test]
fn choice_validation_accepts_values_exactly_at_their_limits() {
    let full = |option: &mut OptionSpec| {
        option.id = text(200);
        option.label = text(300);
        option.description = text(limits::OPTION_TEXT_BYTES_MAX);
        option.annotation = text(limits::OPTION_TEXT_BYTES_MAX);
    };
    for spec in [
        spec_with("single", |s| {
            s.title = Some(format!(" {} ", "é".repeat(200)))
        }),
        spec_with("single", |s| s.title = Some("?".into())),
        spec_with("single", |s| s.prompt = Some("é".repeat(20))),
        spec_with("single", |s| s.prompt = text(64 * 1024)),
        spec_with("single", |s| s.options = many(1)),
        spec_with("single", |s| s.options = many(200)),
        spec_with("multi", |s| {
            (s.min_selections, s.max_selections) = (Some(3), Some(3))
        }),
        spec_with("multi", |s| {
            (s.min_selections, s.max_selections) = (Some(0), Some(1))
        }),
        spec_with("single", |s| second(s, full)),
        spec_with("text_input", |s| s.placeholder = text(1000)),
        spec_with("text_input", |s| s.options = Some(vec![])),
        spec_with("single", |s| {
            s.global_annotation = text(limits::OPTION_TEXT_BYTES_MAX)
        }),
        spec_with("single", |s| s.timeout_seconds = Some(0)),
        spec_with("single", |s| s.timeout_seconds = Some(i64::MAX)),
        spec_with("single", |s| s.default_selection_ids = Some(vec![])),
    ] {
        assert_eq!(spec.clone().validate().err(), None, "{spec:?}");
    }
}

#[test]
fn choice_validation_keeps_and_trims_the_fields_of_a_valid_request() {
    let ChoiceAsk {
        choice,
        interface,
        timeout_seconds,
    } = valid(spec_with("hybrid", |s| {
        s.title = Some(format!("  {TITLE} "));
        s.prompt = Some(format!("{PROMPT}\n"));
        second(s, |option| {
            option.label = Some("Postgres".into());
            option.description = Some("a server".into());
            option.recommended = Some(true);
            option.annotation = Some(" ".into());
        });
        s.placeholder = Some("another one".into());
        s.global_annotation = Some("by Friday".into());
        s.interface = Some(" Terminal".into());
        s.timeout_seconds = Some(90);
        s.risk = Some("DESTRUCTIVE".into());
    }));
    assert_eq!(
        (interface, timeout_seconds),
        (Some(Interface::Terminal), Some(90))
    );
    assert_eq!(
        (choice.title(), choice.prompt()),
        (TITLE, format!("{PROMPT}\n").as_str())
    );
    assert_eq!(
        (choice.mode(), choice.risk()),
        (SelectionMode::Hybrid, Risk::Destructive)
    );
    assert_eq!(choice.placeholder(), Some("another one"));
    assert_eq!(choice.global_annotation(), Some("by Friday"));
    let labels: Vec<&str> = choice
        .options()
        .iter()
        .map(|option| option.label.as_str())
        .collect();
    assert_eq!(labels, ["a", "Postgres", "c"]);
    let second = choice.option("b").expect("it was given");
    assert_eq!(
        (second.description.as_deref(), second.recommended),
        (Some("a server"), true)
    );
    assert_eq!(second.annotation, None, "a blank note is not a note");
}

#[test]
fn selection_mode_is_also_read_by_its_older_names() {
    for (name, mode) in [
        ("single", SelectionMode::Single),
        ("single_select", SelectionMode::Single),
        ("SINGLE-SELECT", SelectionMode::Single),
        ("multi", SelectionMode::Multi),
        ("Multi-Select", SelectionMode::Multi),
        ("multi_select", SelectionMode::Multi),
        ("text_input", SelectionMode::TextInput),
        ("Text-Input", SelectionMode::TextInput),
        (" Hybrid ", SelectionMode::Hybrid),
    ] {
        let mut spec = spec(mode.as_str());
        spec.selection_mode = Some(name.into());
        assert_eq!(valid(spec).choice.mode(), mode, "{name}");
    }
}

#[test]
fn selection_limits_default_to_those_of_the_mode() {
    for (mode, min, max, bounds) in [
        ("single", None, None, (1, 1)),
        ("text_input", None, None, (0, 0)),
        ("multi", None, None, (1, 3)),
        ("multi", Some(2), None, (2, 3)),
        ("multi", None, Some(2), (1, 2)),
        ("hybrid", None, None, (0, 1)),
        ("hybrid", Some(2), None, (2, 2)),
        ("hybrid", None, Some(3), (0, 3)),
    ] {
        let asked = spec_with(mode, |s| (s.min_selections, s.max_selections) = (min, max));
        assert_eq!(
            valid(asked).choice.bounds(),
            bounds,
            "{mode} {min:?} {max:?}"
        );
    }
}

#[test]
fn default_ids_are_in_the_order_of_the_options() {
    let listed = spec_with("multi", |s| {
        s.default_selection_ids = Some(ids(&["c", " a", "c"]))
    });
    assert_eq!(valid(listed).choice.default_ids(), ["a", "c"]);
    let marked = spec_with("multi", |s| {
        for option in s.options.iter_mut().flatten() {
            option.default = Some(option.id.as_deref() != Some("a"));
        }
    });
    assert_eq!(valid(marked.clone()).choice.default_ids(), ["b", "c"]);
    let both = ChoiceSpec {
        default_selection_ids: Some(ids(&["a"])),
        ..marked
    };
    assert_eq!(valid(both).choice.default_ids(), ["a", "b", "c"]);
}

#[test]
fn choice_validation_limits_the_number_of_problems_for_a_huge_request() {
    let unknown: Vec<String> = (0..50_000).map(|number| format!("no{number}")).collect();
    let found = spec_with("multi", |s| s.default_selection_ids = Some(unknown))
        .validate()
        .expect_err("none of them is an option");
    assert_eq!(found.len(), limits::OPTIONS_MAX);
    let nameless = vec![OptionSpec::default(); 50_000];
    let found = spec_with("multi", |s| s.options = Some(nameless))
        .validate()
        .expect_err("none of them has an id");
    assert_eq!(found.len(), 1 + limits::OPTIONS_MAX);
}

#[test]
fn selecting_sends_immediately_only_for_a_single_harmless_choice() {
    let asking = |value| move |s: &mut ChoiceSpec| s.single_submit_mode = value;
    let wide = |s: &mut ChoiceSpec| {
        (s.single_submit_mode, s.max_selections) = (Some(true), Some(2));
    };
    let destructive = |s: &mut ChoiceSpec| s.risk = Some("destructive".into());
    for (spec, preferred, expected) in [
        (spec("single"), false, false),
        (spec("single"), true, true),
        (spec_with("single", asking(Some(true))), false, true),
        (spec_with("single", asking(Some(false))), true, false),
        (spec_with("single", destructive), true, false),
        (spec("hybrid"), true, true),
        (spec_with("hybrid", wide), true, false),
        (spec("multi"), true, false),
        (spec("text_input"), true, false),
    ] {
        assert_eq!(
            valid(spec.clone()).choice.submits_on_select(preferred),
            expected,
            "{spec:?}"
        );
    }
}

#[test]
fn record_validation_allows_a_short_prompt_and_keeps_all_other_rules() {
    let thin = |prompt: &str| spec_with("single", |s| s.prompt = Some(prompt.into()));
    for prompt in ["Go?", TITLE] {
        assert!(thin(prompt).validate().is_err(), "{prompt}");
        let kept = thin(prompt).validate_record().expect("it was asked");
        assert_eq!(kept.choice.prompt(), prompt);
    }
    for broken in [thin(" "), spec_with("single", |s| s.options = None)] {
        assert_eq!(broken.clone().validate_record(), broken.validate());
    }
    let question = spec_with("multi", |_| {});
    assert_eq!(question.clone().validate_record(), question.validate());
}
