//! What surfaces and scripts see of the questions that tasks ask.

use domain::interaction::form::FieldOption;
use domain::interaction::{
    AnswerDraft, Command, Confirm, Field, FieldKind, FieldValue, Form, Interaction, Permission,
    PermissionKind, PermissionOption, Question, Reply,
};
use domain::task::output::{Diff, ToolCall, ToolStatus};
use domain::{AnswerId, Asker, Policy, Principal, TaskId, ThreadId};
use protocol::interaction::Place;
use protocol::{AskerResult, AskerState, InteractionSummary, QuestionView};
use serde_json::json;

use crate::given::{act, after, ana, asked, choice};

fn task() -> TaskId {
    TaskId::from_random([7; 16])
}

fn of_thread(question: Question) -> Interaction {
    let interaction = asked(choice("single", |_| {}), None);
    let id = ThreadId::from_random([9; 16]);
    Interaction {
        asker: Asker {
            principal: Principal::Thread { id },
            ..interaction.asker
        },
        question,
        ..interaction
    }
}

fn answered(question: Question, draft: AnswerDraft) -> Interaction {
    let command = Command::Answer {
        draft,
        by: ana(),
        answer_id: AnswerId::from_random([1; 16]),
        confirm: Confirm::Later,
    };
    let (policy, now) = (Policy::default(), after(1_000));
    act(of_thread(question), command, &policy, &now)
}

fn reply() -> Question {
    let options = vec!["SQLite".into(), "Postgres".into()];
    Question::Reply(Reply::new(task(), "Which one?", "**Which** one?", options))
}

fn permission() -> Question {
    let call = ToolCall {
        id: "call-1".into(),
        title: "Edit \u{202e}a.txt".into(),
        kind: "edit".into(),
        status: ToolStatus::Pending,
        command: Some("sed -i \u{1b}[2J a.txt".into()),
        locations: vec!["/src/a\n.txt".into()],
        diffs: vec![Diff {
            path: "/src/a.txt".into(),
            old: Some("one\n".into()),
            new: "\tt\u{200b}wo\n".into(),
        }],
        input: Some(r#"{"path":"a.txt","path":"b.txt"}"#.into()),
        output: Some("x".repeat(20_000)),
    };
    let option = |id: &str, kind| PermissionOption {
        id: id.into(),
        label: id.into(),
        kind,
    };
    let options = vec![
        option("yes", PermissionKind::AllowAlways),
        option("no", PermissionKind::RejectOnce),
    ];
    Question::Permission(Permission::new(task(), call, options))
}

fn form() -> Question {
    let field = |name: &str, kind| Field {
        name: name.into(),
        title: String::new(),
        description: Some("why\u{7}".into()),
        required: false,
        kind,
        default: None,
    };
    let options = vec![FieldOption {
        value: "eu".into(),
        title: "Europe\u{200b}".into(),
        description: None,
    }];
    let fields = vec![
        field("public", FieldKind::Boolean),
        field("region", FieldKind::One { options }),
    ];
    Question::Form(Form::new(task(), "Details", "Fill it in.", fields).expect("it is valid"))
}

#[test]
fn a_row_names_the_thread_and_the_task() {
    let interaction = of_thread(reply());
    let place = Place {
        revision: 1,
        number: 1,
    };
    let row = InteractionSummary::of(
        &interaction.outline(),
        place,
        AskerState::Waiting,
        &Policy::default(),
        &after(0),
    );
    assert_eq!(row.thread_id, Some("09".repeat(16)));
    assert_eq!(row.task_id, Some("07".repeat(16)));
    assert_eq!(row.kind.as_str(), "reply");
}

#[test]
fn a_tool_call_is_shown_part_by_part_and_safely() {
    let view = QuestionView::of(&of_thread(permission()), &Policy::default());
    assert_eq!(view.focused_id.as_deref(), Some("no"));
    assert!(!view.single_submit_mode && !view.annotations_enabled);
    let kinds: Vec<_> = view
        .options
        .iter()
        .map(|option| option.permission)
        .collect();
    assert_eq!(
        kinds,
        [
            Some(PermissionKind::AllowAlways),
            Some(PermissionKind::RejectOnce)
        ]
    );
    let tool = view.tool.expect("a permission is about a tool");
    let expected = json!({
        "title": "Edit \u{202e}a.txt",
        "kind": "edit",
        "command": "sed -i \u{1b}[2J a.txt",
        "locations": ["/src/a\n.txt"],
        "changes": [{
            "path": "/src/a.txt",
            "is_new": false,
            "added": 1,
            "removed": 1,
            "hunks": [{
                "old_start": 1,
                "new_start": 1,
                "lines": [
                    { "change": "removed", "text": "one" },
                    { "change": "added", "text": "\tt\u{200b}wo" },
                ],
            }],
        }],
        // A key that occurs twice is not merged away.
        "input": "{\n  \"path\": \"a.txt\",\n  \"path\": \"b.txt\"\n}",
        "output": "x".repeat(16_384),
        "cuts": [{ "part": "output", "left_out": 3_616 }],
        "shown": {
            "Edit \u{202e}a.txt": "Edit <U+202E>a.txt",
            "sed -i \u{1b}[2J a.txt": "sed -i <ESC>[2J a.txt",
            "/src/a\n.txt": "/src/a<LF>.txt",
            "\tt\u{200b}wo": "\tt<U+200B>wo",
        },
    });
    assert_eq!(serde_json::to_value(&tool).unwrap(), expected);
    assert_eq!(tool.shown("/src/a\n.txt"), "/src/a<LF>.txt");
    assert_eq!(tool.shown("/src/a.txt"), "/src/a.txt");
}

#[test]
fn a_form_shows_its_fields_and_returns_their_values() {
    let view = QuestionView::of(&of_thread(form()), &Policy::default());
    let expected = json!([
        {
            "name": "public",
            "title": "public",
            "description": "why\u{7}",
            "required": false,
            "kind": { "type": "boolean" },
            "shown": { "why\u{7}": "why<U+0007>" },
        },
        {
            "name": "region",
            "title": "region",
            "description": "why\u{7}",
            "required": false,
            "kind": {
                "type": "one",
                "options": [{ "value": "eu", "title": "Europe\u{200b}" }],
            },
            "shown": { "why\u{7}": "why<U+0007>", "Europe\u{200b}": "Europe<U+200B>" },
        },
    ]);
    assert_eq!(serde_json::to_value(&view.fields).unwrap(), expected);

    let fields = [
        ("public".to_owned(), FieldValue::Boolean(false)),
        ("region".to_owned(), FieldValue::Text("eu".into())),
    ];
    let draft = AnswerDraft {
        fields: fields.clone().into(),
        ..AnswerDraft::default()
    };
    let AskerResult::Form(result) = AskerResult::of(&answered(form(), draft)) else {
        panic!("a form has a result of its own");
    };
    assert_eq!(result.fields, fields.into());
    let summary = result.decided.summary.expect("it is decided");
    assert!(
        summary.contains("the person filled in public: false · region: Europe"),
        "{summary}"
    );
}

#[test]
fn replies_and_permissions_return_what_was_given() {
    let text = " yes \r\n🙂";
    let draft = AnswerDraft {
        text: Some(text.into()),
        ..AnswerDraft::default()
    };
    let result = AskerResult::of(&answered(reply(), draft));
    assert!(matches!(result, AskerResult::Reply(_)));
    assert_eq!(result.decided().custom_input.as_deref(), Some(text));
    let draft = AnswerDraft {
        selected_ids: vec!["no".into()],
        ..AnswerDraft::default()
    };
    let result = AskerResult::of(&answered(permission(), draft));
    assert!(matches!(result, AskerResult::Permission(_)));
    assert_eq!(result.into_decided().selected_ids, ["no"]);
}
