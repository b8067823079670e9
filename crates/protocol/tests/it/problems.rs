//! The words for everything that can be wrong with a request or an answer.
//!
//! `tests/snapshots/problems.txt` holds them for review, one per line; `UPDATE_SNAPSHOTS=1`
//! rewrites it.

use std::collections::BTreeSet;
use std::path::Path;

use domain::interaction::choice::{OptionText, ThinPrompt};
use domain::interaction::form::TextFormat;
use domain::interaction::{AnswerProblem, FieldProblem, SelectionMode, Violation};
use protocol::Problem;

use crate::given::ids;

/// Lists the variants once: a new one does not compile until it is named here, and then fails
/// [`problem_cases_cover_every_violation`] until a case shows it.
macro_rules! kinds {
    ($listed:ident, $kind_of:ident, $type:ident: $($variant:ident)+) => {
        const $listed: &[&str] = &[$(stringify!($variant)),+];

        fn $kind_of(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => stringify!($variant),)+
            }
        }
    };
}

kinds!(VIOLATIONS, violation_kind, Violation: TitleRequired TitleTooLong PromptRequired
    PromptLacksContext PromptTooLong SelectionModeRequired SelectionModeUnknown OptionsRequired
    OptionsRefused TooManyOptions OptionIdRequired OptionIdTooLong OptionIdDuplicate
    OptionLabelTooLong OptionTextTooLong PlaceholderRefused PlaceholderTooLong DefaultUnknown
    DefaultCountOutOfBounds BoundsRefused BoundNegative MaxIsZero MinAboveMax MaxAboveOptions
    MinAboveOptions SingleSubmitRefused SingleSubmitDestructive GlobalAnnotationTooLong
    AnnotationsTooLong InterfaceUnknown TimeoutNegative RiskUnknown);
kinds!(ANSWER_PROBLEMS, answer_problem_kind, AnswerProblem: UnknownOption HiddenSelected
    TooManyHidden TooFew TooMany TextRequired NothingGiven TextRefused NotesHidden TooLong
    Field);
kinds!(FIELD_PROBLEMS, field_problem_kind, FieldProblem: Unknown Required WrongType NotANumber
    NotAnInteger BelowMin AboveMax TooShort TooLong WrongFormat UnknownOption TooFew TooMany);

const MODES: &str = "single, multi, text_input, hybrid";

/// A violation, and what its message must name: the offending value and what is allowed.
fn violations() -> Vec<(Violation, Vec<&'static str>)> {
    use Violation::*;
    let too_long = |part| OptionTextTooLong {
        index: 3,
        part,
        bytes: 16_385,
    };
    vec![
        (TitleRequired, vec!["missing", "1 to 200"]),
        (TitleTooLong { chars: 201 }, vec!["201", "200"]),
        (PromptRequired, vec!["missing", "20", "65536"]),
        (
            PromptLacksContext {
                reason: ThinPrompt::TooShort { chars: 19 },
            },
            vec!["19", "20"],
        ),
        (
            PromptLacksContext {
                reason: ThinPrompt::SameAsTitle,
            },
            vec!["title", "why"],
        ),
        (PromptTooLong { bytes: 65_537 }, vec!["65537", "65536"]),
        (SelectionModeRequired, vec!["missing", MODES]),
        (
            SelectionModeUnknown {
                given: "ranking".into(),
            },
            vec!["\"ranking\"", MODES],
        ),
        (
            OptionsRequired {
                mode: SelectionMode::Single,
            },
            vec!["no options", "single", "1 to 200"],
        ),
        (
            OptionsRefused { count: 2 },
            vec!["2", "text_input", "no options"],
        ),
        (TooManyOptions { count: 201 }, vec!["201", "200"]),
        (OptionIdRequired { index: 3 }, vec!["option 3", "1 to 200"]),
        (
            OptionIdTooLong {
                index: 3,
                chars: 201,
            },
            vec!["option 3", "201", "200"],
        ),
        (
            OptionIdDuplicate {
                index: 3,
                id: "pg".into(),
                first: 1,
            },
            vec!["\"pg\"", "option 3", "option 1"],
        ),
        (
            OptionLabelTooLong {
                index: 3,
                chars: 301,
            },
            vec!["option 3", "301", "300"],
        ),
        (
            too_long(OptionText::Description),
            vec!["description", "option 3", "16385", "16384"],
        ),
        (
            too_long(OptionText::Annotation),
            vec!["annotation", "option 3", "16385", "16384"],
        ),
        (
            PlaceholderRefused {
                mode: SelectionMode::Single,
                field: "placeholder",
            },
            vec!["placeholder", "single", "text field"],
        ),
        (
            PlaceholderRefused {
                mode: SelectionMode::Multi,
                field: "placeholder_visible",
            },
            vec!["placeholder_visible", "multi", "text field"],
        ),
        (PlaceholderTooLong { chars: 1001 }, vec!["1001", "1000"]),
        (
            DefaultUnknown {
                id: "db2".into(),
                known: ids(&["lite", "pg"]),
            },
            vec!["\"db2\"", "\"lite\", \"pg\""],
        ),
        (
            DefaultUnknown {
                id: "db2".into(),
                known: vec![],
            },
            vec!["\"db2\"", "none"],
        ),
        (
            DefaultCountOutOfBounds {
                count: 3,
                min: 0,
                max: 1,
            },
            vec!["3", "0 to 1"],
        ),
        (
            BoundsRefused {
                mode: SelectionMode::Single,
                field: "min_selections",
            },
            vec!["min_selections", "single", "multi and hybrid"],
        ),
        (
            BoundNegative {
                field: "max_selections",
                given: -1,
            },
            vec!["max_selections", "-1", "1 or more"],
        ),
        (MaxIsZero, vec!["max_selections", "0", "1 or more"]),
        (
            MinAboveMax { min: 3, max: 2 },
            vec!["min_selections 3", "max_selections 2"],
        ),
        (
            MaxAboveOptions { max: 4, options: 3 },
            vec!["max_selections 4", "options, 3"],
        ),
        (
            MinAboveOptions { min: 4, options: 3 },
            vec!["min_selections 4", "options, 3"],
        ),
        (
            SingleSubmitRefused {
                mode: SelectionMode::Multi,
            },
            vec!["multi", "single and hybrid"],
        ),
        (
            SingleSubmitDestructive,
            vec!["single_submit_mode", "destructive"],
        ),
        (
            GlobalAnnotationTooLong { bytes: 16_385 },
            vec!["16385", "16384"],
        ),
        (
            AnnotationsTooLong { bytes: 131_073 },
            vec!["131073", "131072"],
        ),
        (
            InterfaceUnknown {
                given: "phone".into(),
            },
            vec!["\"phone\"", "auto, web, terminal, elicitation"],
        ),
        (TimeoutNegative { given: -5 }, vec!["-5", "0 or more"]),
        (
            RiskUnknown {
                given: "high".into(),
            },
            vec!["\"high\"", "normal, destructive"],
        ),
    ]
}

fn field_problems() -> Vec<(FieldProblem, Vec<&'static str>)> {
    use FieldProblem::*;
    let known = || ids(&["eu", "us"]);
    vec![
        (Unknown { known: known() }, vec!["\"eu\", \"us\""]),
        (Required, vec!["required"]),
        (WrongType, vec!["type"]),
        (NotANumber, vec!["number"]),
        (NotAnInteger, vec!["whole number"]),
        (BelowMin { min: "0.5".into() }, vec!["at least 0.5"]),
        (AboveMax { max: "9".into() }, vec!["at most 9"]),
        (TooShort { chars: 1, min: 2 }, vec!["1", "at least 2"]),
        (TooLong { chars: 9, max: 8 }, vec!["9", "at most 8"]),
        (
            WrongFormat {
                format: TextFormat::DateTime,
            },
            vec!["date-time"],
        ),
        (
            UnknownOption {
                given: "mars".into(),
                known: known(),
            },
            vec!["\"mars\"", "\"eu\", \"us\""],
        ),
        (TooFew { count: 0, min: 1 }, vec!["0", "at least 1"]),
        (TooMany { count: 3, max: 2 }, vec!["3", "at most 2"]),
    ]
}

fn answer_problems() -> Vec<(AnswerProblem, Vec<&'static str>)> {
    let of_field = |(problem, mut needed): (FieldProblem, Vec<_>)| {
        needed.push("\"port\"");
        let name = "port".into();
        (AnswerProblem::Field { name, problem }, needed)
    };
    let mut problems = problems_of_choices();
    problems.extend(field_problems().into_iter().map(of_field));
    problems
}

fn problems_of_choices() -> Vec<(AnswerProblem, Vec<&'static str>)> {
    use AnswerProblem::*;
    let unknown = |field| UnknownOption {
        field,
        id: "db2".into(),
        known: ids(&["lite", "pg"]),
    };
    vec![
        (unknown("selected_ids"), vec!["\"db2\"", "\"lite\", \"pg\""]),
        (unknown("hidden_ids"), vec!["\"db2\"", "\"lite\", \"pg\""]),
        (unknown("option_notes"), vec!["\"db2\"", "\"lite\", \"pg\""]),
        (HiddenSelected { id: "pg".into() }, vec!["\"pg\"", "hidden"]),
        (TooManyHidden { left: 1, min: 2 }, vec!["1", "2"]),
        (TooFew { count: 1, min: 2 }, vec!["1", "at least 2"]),
        (TooMany { count: 3, max: 2 }, vec!["3", "at most 2"]),
        (TextRequired, vec!["text"]),
        (NothingGiven, vec!["nothing"]),
        (TextRefused, vec!["no free text"]),
        (NotesHidden, vec!["notes"]),
        (TooLong { bytes: 262_145 }, vec!["262145", "262144"]),
    ]
}

fn problems() -> Vec<(Problem, Vec<&'static str>)> {
    let requests = violations()
        .into_iter()
        .map(|(v, needed)| (Problem::from(&v), needed));
    let answers = answer_problems()
        .into_iter()
        .map(|(p, needed)| (Problem::from(&p), needed));
    requests.chain(answers).collect()
}

#[test]
fn problem_cases_cover_every_violation() {
    let violations = violations();
    let seen: BTreeSet<_> = violations.iter().map(|(v, _)| violation_kind(v)).collect();
    assert_eq!(seen, VIOLATIONS.iter().copied().collect());
    let answer_problems = answer_problems();
    let seen: BTreeSet<_> = answer_problems
        .iter()
        .map(|(p, _)| answer_problem_kind(p))
        .collect();
    assert_eq!(seen, ANSWER_PROBLEMS.iter().copied().collect());
    let fields = field_problems();
    let seen: BTreeSet<_> = fields.iter().map(|(p, _)| field_problem_kind(p)).collect();
    assert_eq!(seen, FIELD_PROBLEMS.iter().copied().collect());
}

#[test]
fn problem_message_names_the_given_value_and_what_is_allowed() {
    for (problem, needed) in problems() {
        for needed in needed {
            assert!(
                problem.message.contains(needed),
                "{needed:?} is not in {problem:?}"
            );
        }
        assert!(
            problem.hint.ends_with('.') && problem.hint.len() > 10,
            "{problem:?}"
        );
        assert!(
            !problem.code.is_empty() && !problem.field.is_empty(),
            "{problem:?}"
        );
    }
}

#[test]
fn problem_texts_match_the_reviewed_file() {
    let lines = problems().into_iter().map(|(problem, _)| {
        let Problem {
            code,
            field,
            message,
            hint,
            args,
        } = problem;
        let named: Vec<&str> = args.keys().map(String::as_str).collect();
        let named = named.join(" ");
        format!("{code} | {field} | {message} | {hint} | {named}\n")
    });
    let text: String = lines.collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/problems.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &text).expect("the snapshot can be written");
    }
    let reviewed = std::fs::read_to_string(&path).expect("the snapshot is there");
    assert_eq!(
        text, reviewed,
        "if this is wanted: UPDATE_SNAPSHOTS=1, then review"
    );
}

#[test]
fn problem_message_shortens_a_large_value() {
    let mode = Violation::SelectionModeUnknown {
        given: "é".repeat(100_000),
    };
    assert_eq!(
        Problem::from(&mode).args["given"].chars().count(),
        81,
        "80 characters and the mark of the cut"
    );
    assert_eq!(
        Problem::from(&mode).message,
        format!(
            "selection_mode \"{}\"… is unknown; it is one of {MODES}",
            "é".repeat(80)
        )
    );
    let known = (0..200).map(|number| number.to_string()).collect();
    let unknown = Violation::DefaultUnknown {
        id: "x".into(),
        known,
    };
    let shown: Vec<String> = (0..12).map(|number| format!("\"{number}\"")).collect();
    assert_eq!(
        Problem::from(&unknown).message,
        format!(
            "default \"x\" is not an option; the options are {} and 188 more",
            shown.join(", ")
        )
    );
}
