//! Which drafts are answers, how they are normalised, and what is sent without a touch.

use std::collections::{BTreeMap, BTreeSet};

use domain::interaction::{
    Answer, AnswerDraft, AnswerProblem, Choice, ChoiceSpec, FieldProblem, FieldValue, OptionSpec,
};
use domain::limits::{ANSWER_BYTES_MAX, OPTION_TEXT_BYTES_MAX};

use crate::given::{choice, ids, option, selecting};

/// Writes the stable codes down once; see the same in `validation`.
macro_rules! problems {
    ($($variant:ident => $code:literal,)+) => {
        const CODES: &[&str] = &[$($code),+];

        fn listed_code(problem: &AnswerProblem) -> &'static str {
            match problem {
                $(AnswerProblem::$variant { .. } => $code,)+
            }
        }
    };
}

problems! {
    UnknownOption => "unknown_option",
    HiddenSelected => "hidden_option_selected",
    TooManyHidden => "too_many_hidden",
    TooFew => "too_few_selections",
    TooMany => "too_many_selections",
    TextRequired => "text_required",
    NothingGiven => "nothing_given",
    TextRefused => "text_refused",
    NotesHidden => "notes_hidden",
    TooLong => "answer_too_long",
    // The other problems of fields are in `task_questions`, with the forms that have them.
    Field => "field_unknown",
}

fn plain(mode: &str) -> Choice {
    choice(mode, |_| {})
}

fn bounded(mode: &str, min: i64, max: i64) -> Choice {
    choice(mode, |s| {
        (s.min_selections, s.max_selections) = (Some(min), Some(max))
    })
}

fn writing(text: &str) -> AnswerDraft {
    AnswerDraft {
        text: Some(text.into()),
        ..AnswerDraft::default()
    }
}

fn hiding(selected: &[&str], hidden: &[&str]) -> AnswerDraft {
    AnswerDraft {
        hidden_ids: ids(hidden),
        ..selecting(selected)
    }
}

fn notes(notes: &[(&str, &str)]) -> BTreeMap<String, String> {
    notes
        .iter()
        .map(|(id, note)| ((*id).to_owned(), (*note).to_owned()))
        .collect()
}

fn noting(selected: &[&str], given: &[(&str, &str)], global: Option<&str>) -> AnswerDraft {
    AnswerDraft {
        option_notes: notes(given),
        global_note: global.map(str::to_owned),
        ..selecting(selected)
    }
}

/// What an answer consists of, as a draft again, so that whole values can be compared.
fn content(answer: &Answer) -> AnswerDraft {
    AnswerDraft {
        selected_ids: answer.selected_ids().to_vec(),
        text: answer.text().map(str::to_owned),
        option_notes: answer.option_notes().clone(),
        global_note: answer.global_note().map(str::to_owned),
        hidden_ids: answer.hidden_ids().to_vec(),
        placeholder_shown: answer.placeholder_shown(),
        fields: answer.fields().clone(),
    }
}

fn accepted(choice: &Choice, draft: AnswerDraft) -> AnswerDraft {
    content(&choice.accept(draft, true).expect("the draft is an answer"))
}

#[test]
fn choice_normalises_a_valid_draft_when_it_accepts_it() {
    let both = AnswerDraft {
        text: Some(" as is\n".into()),
        ..selecting(&["b"])
    };
    for (choice, draft, expected) in [
        (plain("single"), selecting(&["b"]), selecting(&["b"])),
        (plain("single"), selecting(&["b", "b"]), selecting(&["b"])),
        (
            plain("multi"),
            selecting(&["c", "a", "c"]),
            selecting(&["a", "c"]),
        ),
        (
            plain("multi"),
            selecting(&["c", "b", "a"]),
            selecting(&["a", "b", "c"]),
        ),
        (bounded("multi", 0, 2), selecting(&[]), selecting(&[])),
        (
            plain("text_input"),
            writing(" two\nlines "),
            writing(" two\nlines "),
        ),
        (plain("hybrid"), selecting(&["a"]), selecting(&["a"])),
        (plain("hybrid"), writing("neither"), writing("neither")),
        (plain("hybrid"), both.clone(), both),
        (
            plain("multi"),
            hiding(&["a"], &["c", "b", "c"]),
            hiding(&["a"], &["b", "c"]),
        ),
        (
            plain("hybrid"),
            AnswerDraft {
                text: Some("none".into()),
                ..hiding(&[], &["a", "b", "c"])
            },
            AnswerDraft {
                text: Some("none".into()),
                ..hiding(&[], &["a", "b", "c"])
            },
        ),
        // Blank text counts as no text in every field.
        (
            plain("single"),
            AnswerDraft {
                text: Some(" \n".into()),
                ..selecting(&["a"])
            },
            selecting(&["a"]),
        ),
        (
            plain("single"),
            noting(&["a"], &[("a", " "), ("b", "")], Some("\t")),
            selecting(&["a"]),
        ),
        // A note may also say why an option was not chosen; it is kept byte for byte.
        (
            plain("single"),
            noting(&["a"], &[("b", " too slow "), ("a", "")], Some("go ")),
            noting(&["a"], &[("b", " too slow ")], Some("go ")),
        ),
    ] {
        assert_eq!(accepted(&choice, draft), expected);
    }
}

#[test]
fn answer_records_a_shown_placeholder_only_if_the_question_has_one() {
    let with = |mode: &str| choice(mode, |s| s.placeholder = Some("e.g. sqlite".into()));
    for (choice, draft, expected) in [
        (with("text_input"), writing("x"), true),
        (with("hybrid"), selecting(&["a"]), true),
        (plain("text_input"), writing("x"), false),
        (plain("single"), selecting(&["a"]), false),
    ] {
        let shown = AnswerDraft {
            placeholder_shown: true,
            ..draft.clone()
        };
        assert_eq!(accepted(&choice, shown).placeholder_shown, expected);
        assert!(!accepted(&choice, draft).placeholder_shown);
    }
}

fn unknown(field: &'static str, id: &str) -> AnswerProblem {
    AnswerProblem::UnknownOption {
        field,
        id: id.into(),
        known: ids(&["a", "b", "c"]),
    }
}

/// A question, a draft, whether the person has notes switched on, and all that is wrong.
type Refused = (Choice, AnswerDraft, bool, Vec<AnswerProblem>);

fn refused_content() -> Vec<Refused> {
    use AnswerProblem::*;
    let text_beside = AnswerDraft {
        text: Some("or else".into()),
        ..selecting(&["a"])
    };
    vec![
        (
            plain("single"),
            selecting(&[]),
            true,
            vec![TooFew { count: 0, min: 1 }],
        ),
        (
            plain("single"),
            selecting(&["a", "b"]),
            true,
            vec![TooMany { count: 2, max: 1 }],
        ),
        (
            plain("multi"),
            selecting(&[]),
            true,
            vec![TooFew { count: 0, min: 1 }],
        ),
        (
            bounded("multi", 2, 2),
            selecting(&["a"]),
            true,
            vec![TooFew { count: 1, min: 2 }],
        ),
        (
            bounded("multi", 1, 2),
            selecting(&["a", "b", "c"]),
            true,
            vec![TooMany { count: 3, max: 2 }],
        ),
        (
            plain("hybrid"),
            selecting(&["a", "b"]),
            true,
            vec![TooMany { count: 2, max: 1 }],
        ),
        (plain("hybrid"), selecting(&[]), true, vec![NothingGiven]),
        (plain("hybrid"), writing("  "), true, vec![NothingGiven]),
        (
            bounded("hybrid", 1, 2),
            writing("text"),
            true,
            vec![TooFew { count: 0, min: 1 }],
        ),
        (
            plain("text_input"),
            writing(" \n"),
            true,
            vec![TextRequired],
        ),
        (
            plain("text_input"),
            AnswerDraft::default(),
            true,
            vec![TextRequired],
        ),
        (
            plain("single"),
            text_beside.clone(),
            true,
            vec![TextRefused],
        ),
        (plain("multi"), text_beside, true, vec![TextRefused]),
        (
            plain("text_input"),
            AnswerDraft {
                text: Some("x".into()),
                ..selecting(&["a"])
            },
            true,
            vec![UnknownOption {
                field: "selected_ids",
                id: "a".into(),
                known: vec![],
            }],
        ),
        (
            plain("single"),
            selecting(&["z", "a", "y", "z"]),
            true,
            vec![unknown("selected_ids", "y"), unknown("selected_ids", "z")],
        ),
    ]
}

fn refused_hiding_and_notes() -> Vec<Refused> {
    use AnswerProblem::*;
    let silent = choice("single", |s| s.annotations_enabled = Some(false));
    vec![
        (
            plain("single"),
            hiding(&["a"], &["a"]),
            true,
            vec![HiddenSelected { id: "a".into() }],
        ),
        (
            plain("single"),
            hiding(&["a"], &["z"]),
            true,
            vec![unknown("hidden_ids", "z")],
        ),
        (
            bounded("multi", 2, 3),
            hiding(&["a"], &["b", "c"]),
            true,
            vec![
                TooManyHidden { left: 1, min: 2 },
                TooFew { count: 1, min: 2 },
            ],
        ),
        (
            plain("single"),
            noting(&["a"], &[("z", "why")], None),
            true,
            vec![unknown("option_notes", "z")],
        ),
        (
            plain("single"),
            noting(&["a"], &[("a", "why")], None),
            false,
            vec![NotesHidden],
        ),
        (
            plain("single"),
            noting(&["a"], &[], Some("why")),
            false,
            vec![NotesHidden],
        ),
        (
            silent,
            noting(&["a"], &[], Some("why")),
            true,
            vec![NotesHidden],
        ),
        (
            plain("text_input"),
            writing(&"x".repeat(ANSWER_BYTES_MAX + 1)),
            true,
            vec![TooLong {
                bytes: ANSWER_BYTES_MAX + 1,
            }],
        ),
        (
            plain("hybrid"),
            AnswerDraft {
                text: Some("x".repeat(ANSWER_BYTES_MAX - 2)),
                ..noting(&["a"], &[("a", "é")], Some("!"))
            },
            true,
            vec![TooLong {
                bytes: ANSWER_BYTES_MAX + 1,
            }],
        ),
        (
            plain("single"),
            AnswerDraft {
                fields: BTreeMap::from([("mail".into(), FieldValue::Boolean(true))]),
                ..selecting(&["a"])
            },
            true,
            vec![Field {
                name: "mail".into(),
                problem: FieldProblem::Unknown { known: Vec::new() },
            }],
        ),
        (
            plain("single"),
            AnswerDraft {
                text: Some("x".into()),
                ..noting(&["z"], &[("a", "n")], None)
            },
            false,
            vec![
                unknown("selected_ids", "z"),
                TextRefused,
                TooFew { count: 0, min: 1 },
                NotesHidden,
            ],
        ),
    ]
}

fn refused() -> Vec<Refused> {
    [refused_content(), refused_hiding_and_notes()].concat()
}

#[test]
fn choice_reports_every_problem_of_an_invalid_draft() {
    for (choice, draft, annotations, problems) in refused() {
        for problem in &problems {
            assert_eq!(problem.code(), listed_code(problem));
        }
        assert_eq!(choice.accept(draft, annotations), Err(problems));
    }
}

#[test]
fn answer_cases_cover_every_problem_code() {
    let cases = refused();
    let seen: BTreeSet<&str> = cases
        .iter()
        .flat_map(|case| &case.3)
        .map(listed_code)
        .collect();
    assert_eq!(seen, CODES.iter().copied().collect());
}

#[test]
fn choice_accepts_an_answer_of_the_largest_size() {
    let draft = writing(&"x".repeat(ANSWER_BYTES_MAX));
    assert_eq!(accepted(&plain("text_input"), draft.clone()), draft);
}

#[test]
fn choice_limits_the_number_of_problems_reported_for_a_huge_draft() {
    let unknown = (0..50_000).map(|number| format!("no{number}")).collect();
    let draft = AnswerDraft {
        selected_ids: unknown,
        ..AnswerDraft::default()
    };
    let found = plain("hybrid")
        .accept(draft, true)
        .expect_err("none of them is an option");
    assert_eq!(found.len(), domain::limits::OPTIONS_MAX + 1);
}

/// Three options: `a` annotated, `b` recommended, and what else is asked for.
fn prepared(mode: &str, edit: impl FnOnce(&mut ChoiceSpec)) -> Choice {
    choice(mode, |s| {
        let noted = OptionSpec {
            annotation: Some("cheap".into()),
            ..option("a")
        };
        let recommended = OptionSpec {
            recommended: Some(true),
            ..option("b")
        };
        s.options = Some(vec![noted, recommended, option("c")]);
        s.global_annotation = Some("soon".into());
        edit(s);
    })
}

#[test]
fn initial_draft_holds_the_agents_defaults_and_prefilled_notes() {
    let with_default = |s: &mut ChoiceSpec| s.default_selection_ids = Some(ids(&["c"]));
    let untouched = prepared("single", with_default).initial_draft(true, true);
    assert_eq!(untouched, noting(&["c"], &[("a", "cheap")], Some("soon")));
    // Recommended is a badge, never a selection.
    assert_eq!(
        prepared("single", |_| {}).initial_draft(true, true),
        noting(&[], &[("a", "cheap")], Some("soon"))
    );
    // Notes that are not offered are not sent, whether the person or the asker switched them off.
    assert_eq!(
        prepared("single", with_default).initial_draft(false, true),
        selecting(&["c"])
    );
    let silent = prepared("single", |s| s.annotations_enabled = Some(false));
    assert_eq!(silent.initial_draft(true, true), selecting(&[]));
}

#[test]
fn initial_draft_shows_the_placeholder_unless_agent_or_person_hides_it() {
    for (asked, preferred, shown) in [
        (None, true, true),
        (None, false, false),
        (Some(true), false, false),
        (Some(false), true, false),
    ] {
        let choice = choice("text_input", |s| {
            s.placeholder = Some("e.g. sqlite".into());
            s.placeholder_visible = asked;
        });
        assert_eq!(
            choice.initial_draft(true, preferred).placeholder_shown,
            shown
        );
    }
    assert!(
        !plain("text_input")
            .initial_draft(true, true)
            .placeholder_shown
    );
}

#[test]
fn initial_draft_is_accepted_unchanged_even_at_the_size_limits() {
    let options = (0..200).map(|number| OptionSpec {
        annotation: (number < 7).then(|| "x".repeat(OPTION_TEXT_BYTES_MAX)),
        ..option(&number.to_string())
    });
    let full = choice("multi", |s| {
        s.options = Some(options.collect());
        s.global_annotation = Some("x".repeat(OPTION_TEXT_BYTES_MAX));
        s.default_selection_ids = Some(ids(&["0"]));
    });
    let draft = full.initial_draft(true, true);
    assert_eq!(accepted(&full, draft.clone()), draft);
}

#[test]
fn automatic_draft_selects_the_defaults_or_else_the_recommended_options() {
    let sent = |choice: Choice| {
        let draft = choice.automatic_draft(true, true)?;
        Some(draft.selected_ids)
    };
    let with_default = |s: &mut ChoiceSpec| s.default_selection_ids = Some(ids(&["c"]));
    let destructive = |s: &mut ChoiceSpec| {
        s.default_selection_ids = Some(ids(&["c"]));
        s.risk = Some("destructive".into());
    };
    assert_eq!(sent(prepared("single", with_default)), Some(ids(&["c"])));
    assert_eq!(sent(prepared("single", |_| {})), Some(ids(&["b"])));
    assert_eq!(sent(plain("single")), None, "there is nothing to send");
    assert_eq!(
        sent(plain("text_input")),
        None,
        "nobody's text can be guessed"
    );
    assert_eq!(
        sent(prepared("single", destructive)),
        None,
        "never what cannot be undone"
    );
}

#[test]
fn cancel_note_is_trimmed_and_limited_like_other_notes() {
    let choice = plain("single");
    let note = |text: &str| Some(text.to_owned());
    assert_eq!(choice.accept_cancel_note(None, false), Ok(None));
    assert_eq!(choice.accept_cancel_note(note(" \n"), false), Ok(None));
    assert_eq!(
        choice.accept_cancel_note(note("wrong branch "), true),
        Ok(note("wrong branch "))
    );
    assert_eq!(
        choice.accept_cancel_note(note("no"), false),
        Err(vec![AnswerProblem::NotesHidden])
    );
    let bytes = ANSWER_BYTES_MAX + 1;
    let long = choice.accept_cancel_note(Some("x".repeat(bytes)), true);
    assert_eq!(long, Err(vec![AnswerProblem::TooLong { bytes }]));
}
