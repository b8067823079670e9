//! What the agents of threads ask: replies, permissions and forms.

use domain::interaction::form::{FormProblem, TextFormat};
use domain::interaction::permission::{Cut, ToolPart};
use domain::interaction::{
    AnswerDraft, AnswerProblem, Command, DeadlineChange, Event, Field, FieldKind, FieldProblem,
    FieldValue, FieldValues, Form, Permission, PermissionKind, PermissionOption, Question, Refusal,
    Reply, SelectionMode,
};
use domain::task::output::{Diff, ToolCall, ToolStatus};
use domain::{Policy, Surface, TimeoutWish, limits};

use crate::given::{
    after, every_field, every_value, field, field_options, form, ids, of_thread, permission, reply,
    selecting, task,
};

fn writing(text: &str) -> AnswerDraft {
    AnswerDraft {
        text: Some(text.into()),
        ..AnswerDraft::default()
    }
}

fn filling(fields: impl IntoIterator<Item = (&'static str, FieldValue)>) -> AnswerDraft {
    let fields = fields.into_iter();
    AnswerDraft {
        fields: fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        ..AnswerDraft::default()
    }
}

fn codes(question: &Question, draft: AnswerDraft) -> Vec<&'static str> {
    let found = question.accept(draft, true);
    let found = found.expect_err("the answer does not fit");
    found.iter().map(AnswerProblem::code).collect()
}

fn task_questions() -> [Question; 3] {
    [
        Question::Reply(reply(&[])),
        Question::Permission(permission()),
        Question::Form(form(every_field())),
    ]
}

/// What happens to a person who wants to give them a time limit.
pub(crate) fn deadline_decisions() -> Vec<Result<Vec<Event>, Refusal>> {
    use DeadlineChange::{Add, Set, WaitForever};
    let changes = [Add { seconds: 60 }, Set { seconds: 60 }, WaitForever];
    let decide = |question| {
        let interaction = of_thread(question);
        changes.map(|change| {
            let surface = Surface::Web;
            let command = Command::SetDeadline { change, surface };
            interaction.decide(command, &Policy::default(), &after(1_000))
        })
    };
    task_questions().into_iter().flat_map(decide).collect()
}

#[test]
fn questions_of_tasks_never_get_a_time_limit() {
    for decision in deadline_decisions() {
        assert_eq!(decision, Err(Refusal::WaitsForever));
    }
    let impatient = Policy {
        unlimited_wait: false,
        ..Policy::default()
    };
    let granted = impatient.grant_timeout(TimeoutWish::Forever);
    assert_eq!((granted.ms, granted.clamped), (None, false));
}

#[test]
fn questions_of_tasks_take_no_notes_and_are_never_answered_automatically() {
    for question in task_questions() {
        assert!(!question.choice().offers_annotations(true));
        assert!(!question.choice().submits_on_select(true) || question.kind().as_str() == "reply");
        assert!(!question.may_answer_itself());
        assert_eq!(question.task(), Some(task()));
    }
}

#[test]
fn only_permissions_need_a_second_look_and_proof_of_view() {
    let grave = task_questions().map(|question| {
        let kind = question.kind().as_str();
        (kind, question.is_grave(), question.needs_proof_of_view())
    });
    assert_eq!(
        grave,
        [
            ("reply", false, false),
            ("permission", true, true),
            ("form", false, false)
        ]
    );
}

#[test]
fn a_reply_keeps_every_byte_that_was_typed() {
    let question = Question::Reply(reply(&[]));
    for text in [
        "  yes  ",
        "one\r\ntwo \n\nthree\t",
        "\n👍🏽 é\u{301}\u{202e}",
        "x",
    ] {
        let answer = question.accept(writing(text), true).expect("it is valid");
        assert_eq!(answer.text(), Some(text));
        assert_eq!(reply(&[]).message(&answer), text);
    }
}

#[test]
fn an_empty_reply_is_refused() {
    for empty in [AnswerDraft::default(), writing(""), writing(" \r\n\t ")] {
        let plain = Question::Reply(reply(&[]));
        assert_eq!(codes(&plain, empty.clone()), ["text_required"]);
        let offering = Question::Reply(reply(&["SQLite", "Postgres"]));
        assert_eq!(codes(&offering, empty), ["nothing_given"]);
    }
}

#[test]
fn a_reply_offers_the_options_that_differ() {
    let offered = ids(&["SQLite", " ", "Postgres", "SQLite "]);
    let reply = Reply::new(task(), "", "\n Which one?\nReally?", offered);
    let choice = reply.choice();
    assert_eq!(choice.title(), "Which one?");
    assert_eq!(choice.mode(), SelectionMode::Hybrid);
    let options = choice.options().iter();
    let options: Vec<_> = options.map(|o| (o.id.as_str(), o.label.as_str())).collect();
    assert_eq!(options, [("1", "SQLite"), ("2", "Postgres")]);

    let question = Question::Reply(reply.clone());
    let draft = AnswerDraft {
        text: Some("but keep the tests".into()),
        ..selecting(&["2"])
    };
    let answer = question.accept(draft, true).expect("it is valid");
    assert_eq!(reply.message(&answer), "Postgres\n\nbut keep the tests");
}

#[test]
fn a_long_closing_text_keeps_its_end_and_shows_the_cut() {
    let text = format!("{}\nMay I proceed?", "talk\n".repeat(100_000));
    let title = "x".repeat(1_000);
    let reply = Reply::new(task(), &title, &text, Vec::new());
    let prompt = reply.choice().prompt();
    assert!(prompt.len() <= limits::PROMPT_BYTES_MAX);
    assert!(prompt.starts_with("[…]\n\ntalk\n") && prompt.ends_with("\nMay I proceed?"));
    assert_eq!(
        reply.choice().title().chars().count(),
        limits::TITLE_CHARS_MAX
    );
}

fn bare_call() -> ToolCall {
    ToolCall {
        id: "call-1".into(),
        title: "Run it".into(),
        kind: "execute".into(),
        status: ToolStatus::Pending,
        command: None,
        locations: Vec::new(),
        diffs: Vec::new(),
        input: None,
        output: None,
    }
}

#[test]
fn a_permission_is_decided_by_the_agents_own_options() {
    let permission = permission();
    let question = Question::Permission(permission.clone());
    assert_eq!(question.focused_id(), Some("no"));
    let answer = question.accept(selecting(&["always"]), true);
    let chosen = permission.chosen(&answer.expect("it is valid")).cloned();
    assert_eq!(
        chosen.map(|option| option.kind),
        Some(PermissionKind::AllowAlways)
    );
    assert_eq!(codes(&question, selecting(&[])), ["too_few_selections"]);
    assert_eq!(
        codes(&question, selecting(&["yes", "no"])),
        ["too_many_selections"]
    );
    assert_eq!(
        codes(&question, selecting(&["approve"])),
        ["unknown_option", "too_few_selections"]
    );
}

#[test]
fn options_without_a_usable_id_get_one_and_keep_the_agents_own() {
    let long = "x".repeat(1_000);
    let given = ["a", "a", "", "option-1", " b", &long];
    let option = |id: &&str| PermissionOption {
        id: (*id).into(),
        label: String::new(),
        kind: PermissionKind::AllowOnce,
    };
    let options = given.iter().map(option).collect();
    let permission = Permission::new(task(), bare_call(), options);
    let shown = permission.choice().options().iter();
    let shown: Vec<_> = shown.map(|option| option.id.as_str()).collect();
    assert_eq!(
        shown,
        [
            "a", "option-2", "option-3", "option-1", "option-4", "option-5"
        ]
    );
    let behind = shown.iter().filter_map(|id| permission.option(id));
    let behind: Vec<_> = behind.map(|option| option.id.as_str()).collect();
    assert_eq!(behind, given);
    assert_eq!(permission.choice().options()[0].label, "allow_once");
    assert_eq!(permission.focused_id(), None);
}

#[test]
fn a_huge_tool_call_is_cut_and_says_so() {
    let huge = || Some("x".repeat(1_000_000));
    let call = ToolCall {
        title: "t".repeat(1_000),
        command: huge(),
        locations: vec!["p".repeat(10_000); 100],
        diffs: vec![
            Diff {
                path: "a".into(),
                old: None,
                new: "line\n".repeat(10_000),
            };
            70
        ],
        input: huge(),
        output: huge(),
        ..bare_call()
    };
    let option = |number: u32| PermissionOption {
        id: number.to_string(),
        label: "l".repeat(1_000),
        kind: PermissionKind::RejectOnce,
    };
    let permission = Permission::new(task(), call, (0..100).map(option).collect());
    let cut = |part, left_out| Cut { part, left_out };
    assert_eq!(
        permission.cuts(),
        [
            cut(ToolPart::Options, 80),
            cut(ToolPart::Files, 6),
            cut(ToolPart::Lines, 638_000),
            cut(ToolPart::Command, 934_464),
            cut(ToolPart::Input, 934_464),
            cut(ToolPart::Output, 983_616),
            cut(ToolPart::Locations, 36),
        ]
    );
    let stored = serde_json::to_string(&Question::Permission(permission)).unwrap();
    assert!(stored.len() < 1024 * 1024, "{} bytes", stored.len());
}

#[test]
fn a_title_that_does_not_fit_is_shown_whole_where_it_is_all_that_is_told() {
    let title = format!("echo {} && rm -r .", "x".repeat(1_000));
    for (command, expected) in [(None, title.as_str()), (Some("ls".to_owned()), "ls")] {
        let call = ToolCall {
            title: title.clone(),
            command,
            ..bare_call()
        };
        let permission = Permission::new(task(), call, Vec::new());
        assert_eq!(permission.call().command.as_deref(), Some(expected));
    }
}

#[test]
fn a_form_takes_the_values_that_fit_its_fields() {
    let question = Question::Form(form(every_field()));
    let draft = AnswerDraft {
        fields: every_value(),
        ..AnswerDraft::default()
    };
    let answer = question.accept(draft, true).expect("it is valid");
    let mut expected = every_value();
    let in_order = FieldValue::Several(ids(&["ci", "docs"]));
    expected.insert("parts".into(), in_order);
    assert_eq!(answer.fields(), &expected);
    let least = filling([("mail", FieldValue::Text("a@b.c".into()))]);
    let answer = question.accept(least, true).expect("the rest is optional");
    assert_eq!(answer.fields().len(), 1);
}

#[test]
fn everything_wrong_with_a_form_is_said_together() {
    let question = Question::Form(form(every_field()));
    let draft = filling([
        ("port", FieldValue::Number("0".into())),
        ("region", FieldValue::Text("mars".into())),
        ("colour", FieldValue::Boolean(true)),
    ]);
    let problem = |name: &str, problem| AnswerProblem::Field {
        name: name.into(),
        problem,
    };
    let known = ids(&["mail", "port", "public", "region", "parts"]);
    assert_eq!(
        question.accept(draft, true).unwrap_err(),
        [
            problem("colour", FieldProblem::Unknown { known }),
            problem("mail", FieldProblem::Required),
            problem("port", FieldProblem::BelowMin { min: "1".into() }),
            problem(
                "region",
                FieldProblem::UnknownOption {
                    given: "mars".into(),
                    known: ids(&["eu", "us"])
                }
            ),
        ]
    );
    let text = writing("beside the fields");
    assert_eq!(codes(&question, text), ["field_required", "text_refused"]);
    let elsewhere = filling([("mail", FieldValue::Boolean(true))]);
    let reply = Question::Reply(reply(&[]));
    assert_eq!(codes(&reply, elsewhere), ["field_unknown", "text_required"]);
    let huge = FieldValue::Text("x".repeat(limits::ANSWER_BYTES_MAX + 1));
    let unbounded = Question::Form(form(vec![field("t", text_kind(None, None, None))]));
    assert_eq!(
        codes(&unbounded, filling([("t", huge)])),
        ["answer_too_long"]
    );
}

fn text_kind(format: Option<TextFormat>, min: Option<u32>, max: Option<u32>) -> FieldKind {
    FieldKind::Text {
        format,
        min_chars: min,
        max_chars: max,
    }
}

fn number_kind(integer: bool, min: &str, max: &str) -> FieldKind {
    FieldKind::Number {
        integer,
        min: Some(min.into()),
        max: Some(max.into()),
    }
}

#[test]
fn every_kind_of_field_has_its_rules() {
    let text = |text: &str| FieldValue::Text(text.into());
    let number = |number: &str| FieldValue::Number(number.into());
    let several = |chosen: &[&str]| FieldValue::Several(ids(chosen));
    let options = || field_options(&["a", "b", "c"]);
    let one = || FieldKind::One { options: options() };
    let some = || FieldKind::Several {
        options: options(),
        min: Some(2),
        max: Some(2),
    };
    let whole = || number_kind(true, "-5", "9007199254740993");
    let any = || number_kind(false, "0.5", "1e3");
    let short = || text_kind(None, Some(2), Some(3));
    let date = || text_kind(Some(TextFormat::Date), None, None);
    for (kind, value, expected) in [
        (short(), text("ab"), "ok"),
        (short(), text("äöü"), "ok"),
        (short(), text("a"), "field_too_short"),
        (short(), text("abcd"), "field_too_long"),
        (short(), number("12"), "field_wrong_type"),
        (date(), text("2026-11-15"), "ok"),
        (date(), text("tomorrow"), "field_wrong_format"),
        (whole(), number(" 7 "), "ok"),
        (whole(), number("9007199254740993"), "ok"),
        (whole(), number("9007199254740994"), "field_above_max"),
        (whole(), number("-6"), "field_below_min"),
        (whole(), number("1.5"), "field_not_an_integer"),
        (whole(), number("seven"), "field_not_a_number"),
        (whole(), number("+7"), "field_not_a_number"),
        (whole(), number("07"), "field_not_a_number"),
        (whole(), number("0x7"), "field_not_a_number"),
        (whole(), text("7"), "field_wrong_type"),
        (any(), number("0.5"), "ok"),
        (any(), number("0.49"), "field_below_min"),
        (any(), number("1001"), "field_above_max"),
        (any(), number("1E+2"), "ok"),
        (any(), number("1e999"), "field_not_a_number"),
        (any(), number("NaN"), "field_not_a_number"),
        (any(), number(".5"), "field_not_a_number"),
        (any(), number("5."), "field_not_a_number"),
        (FieldKind::Boolean, FieldValue::Boolean(true), "ok"),
        (FieldKind::Boolean, text("true"), "field_wrong_type"),
        (one(), text("b"), "ok"),
        (one(), text("B"), "field_unknown_option"),
        (one(), several(&["b"]), "field_wrong_type"),
        (some(), several(&["c", "a"]), "ok"),
        (some(), several(&["a", "a"]), "field_too_few"),
        (some(), several(&["a", "b", "c"]), "field_too_many"),
        (some(), several(&["a", "z"]), "field_unknown_option"),
    ] {
        let found = field("f", kind).accept(&value);
        let found = found.map_or_else(|problem| problem.code(), |_| "ok");
        assert_eq!(found, expected, "{value:?}");
    }
}

#[test]
fn blank_values_count_as_left_out() {
    let required = |kind| Field {
        required: true,
        ..field("f", kind)
    };
    let options = field_options(&["a"]);
    for (kind, blank) in [
        (text_kind(None, None, None), FieldValue::Text(" \n".into())),
        (number_kind(false, "0", "1"), FieldValue::Number(" ".into())),
        (
            FieldKind::Several {
                options,
                min: None,
                max: None,
            },
            FieldValue::Several(Vec::new()),
        ),
    ] {
        let question = Question::Form(form(vec![required(kind.clone())]));
        assert_eq!(
            codes(&question, filling([("f", blank.clone())])),
            ["field_required"]
        );
        let question = Question::Form(form(vec![field("f", kind)]));
        let answer = question.accept(filling([("f", blank)]), true);
        assert_eq!(
            answer.expect("it is optional").fields(),
            &FieldValues::new()
        );
    }
}

#[test]
fn a_form_begins_with_the_defaults_that_fit() {
    let mut fields = every_field();
    fields[3].default = Some(FieldValue::Text("mars".into()));
    let question = Question::Form(form(fields));
    let expected = filling([("port", FieldValue::Number("8080".into()))]);
    assert_eq!(question.initial_draft(true, true), expected);
}

#[test]
fn a_form_that_cannot_be_answered_is_refused() {
    let text = || text_kind(None, None, None);
    let one = |values: &[&str]| FieldKind::One {
        options: field_options(values),
    };
    let many: Vec<String> = (0..201).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let long = Field {
        description: Some("x".repeat(limits::FORM_BYTES_MAX)),
        ..field("a", text())
    };
    for (fields, expected) in [
        (vec![field(" ", text())], "field_name_required"),
        (
            vec![field("a", text()), field("a", text())],
            "field_name_duplicate",
        ),
        (vec![field("a", one(&[]))], "field_options_required"),
        (vec![field("a", one(&many))], "field_too_many_options"),
        (vec![field("a", one(&["x", "x"]))], "field_option_duplicate"),
        (vec![field("a", text()); 101], "too_many_fields"),
        (vec![long], "form_too_long"),
    ] {
        let found = Form::new(task(), "Details", "", fields).unwrap_err();
        let found: Vec<_> = found.iter().map(FormProblem::code).collect();
        assert_eq!(found, [expected]);
    }
    assert!(Form::new(task(), "Continue?", "", Vec::new()).is_ok());
}

#[test]
fn drafts_of_a_form_keep_what_each_surface_changed() {
    let text = |text: &str| FieldValue::Text(text.into());
    let several = |chosen: &[&str]| FieldValue::Several(ids(chosen));
    let base = filling([("a", text("start")), ("s", several(&["x"]))]);
    let mine = filling([
        ("a", text("start, mine")),
        ("s", several(&["x", "y"])),
        ("n", FieldValue::Number("1".into())),
    ]);
    let current = filling([
        ("a", text("the start")),
        ("s", several(&[])),
        ("n", FieldValue::Number("2".into())),
        ("b", FieldValue::Boolean(false)),
    ]);
    let form = form(every_field());
    let merged = form.choice().merge_drafts(mine, &base, current);
    let expected = filling([
        ("a", text("the start, mine")),
        // Each took the other's change: one away, one added.
        ("s", several(&["y"])),
        ("n", FieldValue::Number("1".into())),
        ("b", FieldValue::Boolean(false)),
    ]);
    assert_eq!(merged, expected);
    let emptied = filling([("a", text(""))]);
    let cleared = form.choice().merge_drafts(emptied, &base, base.clone());
    assert_eq!(cleared, AnswerDraft::default());
}

#[test]
fn lists_show_the_values_of_a_form_on_one_line() {
    let question = Question::Form(form(every_field()));
    let draft = AnswerDraft {
        fields: every_value(),
        ..AnswerDraft::default()
    };
    let answer = question.accept(draft, true).expect("it is valid");
    let outcome = domain::interaction::Outcome::Answered(answer);
    let expected =
        "Mail: ana@example.org · port: 443 · public: false · region: EU · parts: CI, DOCS";
    assert_eq!(outcome.given(&question).as_deref(), Some(expected));
}
