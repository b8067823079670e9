//! The JSON of what clients send and the hub streams; unknown fields are refused on the way in.

use std::fmt::Debug;

use domain::Surface;
use domain::interaction::{AnswerDraft, ChoiceSpec, Interface, OptionSpec};
use domain::task::output::{Entry, Stream};
use domain::task::timeouts::Progress;
use protocol::interaction::Place;
use protocol::{
    AnswerRequest, AskerState, CancelRequest, ChangedSubject, ClientMessage, ConfirmRequest,
    DeadlineRequest, FieldValue, InteractionSummary, InterfaceRequest, RecordView, RemovedSubject,
    ServerMessage, SettingValue, SettingsPatch, ViewRequest,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::given::{SESSION, after, asked, choice, ids};

const TASK: &str = "09090909090909090909090909090909";

/// Checks that `value` is written as `form` and read back from it.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, form: Value) {
    assert_eq!(
        serde_json::to_value(&value).expect("it can be written"),
        form
    );
    assert_eq!(
        serde_json::from_value::<T>(form).expect("it can be read"),
        value
    );
}

fn refused<T: DeserializeOwned + Debug>(form: Value) -> String {
    serde_json::from_value::<T>(form)
        .expect_err("it must not be read")
        .to_string()
}

fn row() -> (InteractionSummary, Value) {
    let pending = asked(choice("single", |_| {}), None);
    let place = Place {
        revision: 1,
        number: 1,
    };
    let row = InteractionSummary::of(
        &pending.outline(),
        place,
        AskerState::Waiting,
        &domain::Policy::default(),
        &after(0),
    );
    let form = serde_json::to_value(&row).expect("it can be written");
    (row, form)
}

fn draft() -> (AnswerDraft, Value) {
    let body = AnswerDraft {
        selected_ids: ids(&["pg"]),
        text: Some("or".into()),
        option_notes: [("pg".to_owned(), "16".to_owned())].into(),
        global_note: Some("soon".into()),
        hidden_ids: ids(&["my"]),
        placeholder_shown: true,
        fields: [("port".to_owned(), FieldValue::Number("443".into()))].into(),
    };
    let form = json!({
        "selected_ids": ["pg"],
        "text": "or",
        "option_notes": { "pg": "16" },
        "global_note": "soon",
        "hidden_ids": ["my"],
        "placeholder_shown": true,
        "fields": { "port": { "type": "number", "value": "443" } },
    });
    (body, form)
}

#[test]
fn server_messages_have_their_documented_form() {
    let (interaction, form) = row();
    let (draft, draft_form) = draft();
    for (message, form) in [
        (
            ServerMessage::Snapshot {
                seq: 7,
                interactions: vec![interaction.clone()],
                pending: 1,
            },
            json!({ "type": "snapshot", "seq": 7, "interactions": [form], "pending": 1 }),
        ),
        (
            ServerMessage::Changed {
                seq: 8,
                event: "viewed".into(),
                subject: ChangedSubject::Interaction {
                    interaction: interaction.clone(),
                },
            },
            json!({
                "type": "changed", "seq": 8, "event": "viewed",
                "subject": { "kind": "interaction", "interaction": form },
            }),
        ),
        (
            ServerMessage::Removed {
                seq: 9,
                subject: RemovedSubject::Interaction {
                    session_id: SESSION.into(),
                },
            },
            json!({
                "type": "removed", "seq": 9,
                "subject": { "kind": "interaction", "session_id": SESSION },
            }),
        ),
        (
            ServerMessage::DraftChanged {
                session_id: SESSION.into(),
                surface: Surface::Web,
                draft,
            },
            json!({
                "type": "draft_changed", "session_id": SESSION, "surface": "web",
                "draft": draft_form,
            }),
        ),
        (
            ServerMessage::AskerChanged { interaction },
            json!({ "type": "asker_changed", "interaction": form }),
        ),
        (
            ServerMessage::SettingsChanged,
            json!({ "type": "settings_changed" }),
        ),
        (
            ServerMessage::Clock {
                now_ms: 1_700_000_000_000,
                remaining_ms: [(SESSION.to_owned(), 12_345)].into(),
            },
            json!({
                "type": "clock", "now_ms": 1_700_000_000_000_i64,
                "remaining_ms": { SESSION: 12_345 },
            }),
        ),
        (ServerMessage::Resync, json!({ "type": "resync" })),
        (
            ServerMessage::Output {
                task_id: TASK.into(),
                attempt: 2,
                after: 6,
                records: vec![RecordView {
                    position: 7,
                    at: "2026-11-15T12:00:00.000Z".into(),
                    progress: Some(Progress::LogChunk),
                    entry: Entry::Printed {
                        stream: Stream::Stdout,
                        text: "ok".into(),
                    },
                }],
                last: 9,
            },
            json!({
                "type": "output", "task_id": TASK, "attempt": 2, "after": 6, "last": 9,
                "records": [{
                    "position": 7, "at": "2026-11-15T12:00:00.000Z", "progress": "log_chunk",
                    "entry": { "type": "printed", "stream": "stdout", "text": "ok" },
                }],
            }),
        ),
        (
            ServerMessage::OutputResync {
                task_id: TASK.into(),
                attempt: 2,
                position: 40,
                cut: 3,
            },
            json!({
                "type": "output_resync", "task_id": TASK, "attempt": 2,
                "position": 40, "cut": 3,
            }),
        ),
        (
            ServerMessage::OutputEnded {
                task_id: TASK.into(),
                attempt: 2,
                last: 9,
            },
            json!({ "type": "output_ended", "task_id": TASK, "attempt": 2, "last": 9 }),
        ),
        (
            ServerMessage::Refused {
                code: "unknown_attempt".into(),
                message: "there is no such attempt".into(),
                task_id: Some(TASK.into()),
                attempt: Some(3),
            },
            json!({
                "type": "refused", "code": "unknown_attempt",
                "message": "there is no such attempt", "task_id": TASK, "attempt": 3,
            }),
        ),
    ] {
        covered(&message);
        check(message, form);
    }
}

/// Does not compile until a new message has been thought of above.
fn covered(message: &ServerMessage) {
    match message {
        ServerMessage::Snapshot { .. }
        | ServerMessage::Changed { .. }
        | ServerMessage::Removed { .. }
        | ServerMessage::DraftChanged { .. }
        | ServerMessage::AskerChanged { .. }
        | ServerMessage::SettingsChanged
        | ServerMessage::Clock { .. }
        | ServerMessage::Resync
        | ServerMessage::Output { .. }
        | ServerMessage::OutputResync { .. }
        | ServerMessage::OutputEnded { .. }
        | ServerMessage::Refused { .. } => {}
    }
}

#[test]
fn client_messages_have_their_documented_form() {
    let auth = |key: &str, resume| ClientMessage::Auth {
        key: key.into(),
        resume,
    };
    check(ClientMessage::Resync, json!({ "type": "resync" }));
    check(
        ClientMessage::Subscribe {
            task_id: TASK.into(),
            attempt: 2,
            after: 3,
        },
        json!({ "type": "subscribe", "task_id": TASK, "attempt": 2, "after": 3 }),
    );
    check(
        ClientMessage::Unsubscribe {
            task_id: TASK.into(),
            attempt: 2,
        },
        json!({ "type": "unsubscribe", "task_id": TASK, "attempt": 2 }),
    );
    check(
        auth("k", Some(7)),
        json!({ "type": "auth", "key": "k", "resume": 7 }),
    );
    check(auth("k", None), json!({ "type": "auth", "key": "k" }));
    let local: ClientMessage = serde_json::from_value(json!({ "type": "auth" })).unwrap();
    assert_eq!(local, auth("", None));
    for form in [
        json!({ "type": "auth", "token": "k" }),
        json!({ "type": "answer" }),
        json!({}),
    ] {
        refused::<ClientMessage>(form);
    }
}

#[test]
fn person_requests_have_their_documented_form() {
    let (answer, form) = draft();
    check(answer.clone(), form.clone());
    let answer_id = "01".repeat(16);
    check(
        AnswerRequest {
            answer_id: answer_id.clone(),
            digest: Some("d".into()),
            answer: answer.clone(),
            confirm: false,
        },
        json!({ "answer_id": answer_id, "digest": "d", "answer": form }),
    );
    check(
        AnswerRequest {
            answer_id: answer_id.clone(),
            digest: None,
            answer,
            confirm: true,
        },
        json!({ "answer_id": answer_id, "answer": form, "confirm": true }),
    );
    check(
        ConfirmRequest {
            answer_id: answer_id.clone(),
            chosen_id: answer_id.clone(),
        },
        json!({ "answer_id": answer_id, "chosen_id": answer_id }),
    );
    check(
        CancelRequest {
            answer_id: answer_id.clone(),
            note: None,
        },
        json!({ "answer_id": answer_id }),
    );
    check(
        DeadlineRequest::AddSeconds(60),
        json!({ "add_seconds": 60 }),
    );
    check(DeadlineRequest::SetSeconds(0), json!({ "set_seconds": 0 }));
    check(
        InterfaceRequest {
            interface: Interface::Web,
        },
        json!({ "interface": "web" }),
    );
    check(ViewRequest {}, json!({}));
    for (problem, named) in [
        (
            refused::<AnswerDraft>(json!({ "selected": ["pg"] })),
            "selected",
        ),
        (
            refused::<CancelRequest>(json!({ "answer_id": "", "annotation": "x" })),
            "annotation",
        ),
        (
            refused::<DeadlineRequest>(json!({ "add_seconds": 1, "set_seconds": 2 })),
            "",
        ),
        (
            refused::<DeadlineRequest>(json!({ "add_seconds": -1 })),
            "-1",
        ),
        (
            refused::<ViewRequest>(json!({ "surface": "web" })),
            "surface",
        ),
    ] {
        assert!(problem.contains(named), "{problem}");
    }
}

#[test]
fn answer_draft_has_the_same_form_on_the_wire_and_in_the_domain() {
    let (body, _) = draft();
    let domain = body.clone();
    assert_eq!(domain, body);
    check(
        AnswerDraft::default(),
        json!({ "selected_ids": [], "placeholder_shown": false }),
    );
}

#[test]
fn choice_spec_reads_every_field_and_refuses_unknown_ones() {
    let form = json!({
        "title": "Which database?",
        "prompt": "why",
        "selection_mode": "hybrid",
        "options": [{
            "id": "pg", "label": "Postgres", "description": "a server", "recommended": true,
            "annotation": "16", "default": true,
        }],
        "placeholder": "another",
        "placeholder_visible": false,
        "default_selection_ids": ["pg"],
        "min_selections": 0,
        "max_selections": -1,
        "single_submit_mode": true,
        "global_annotation": "soon",
        "annotations_enabled": true,
        "interface": "web",
        "timeout_seconds": 30,
        "risk": "normal",
    });
    let request: ChoiceSpec = serde_json::from_value(form.clone()).unwrap();
    check(request.clone(), form);
    let option = OptionSpec {
        id: Some("pg".into()),
        label: Some("Postgres".into()),
        description: Some("a server".into()),
        recommended: Some(true),
        annotation: Some("16".into()),
        default: Some(true),
    };
    let expected = ChoiceSpec {
        title: Some("Which database?".into()),
        prompt: Some("why".into()),
        selection_mode: Some("hybrid".into()),
        options: Some(vec![option]),
        placeholder: Some("another".into()),
        placeholder_visible: Some(false),
        default_selection_ids: Some(ids(&["pg"])),
        min_selections: Some(0),
        max_selections: Some(-1),
        single_submit_mode: Some(true),
        global_annotation: Some("soon".into()),
        annotations_enabled: Some(true),
        interface: Some("web".into()),
        timeout_seconds: Some(30),
        risk: Some("normal".into()),
    };
    assert_eq!(request, expected);
    check(ChoiceSpec::default(), json!({}));
    for (form, named) in [
        (json!({ "titel": "x" }), "titel"),
        (json!({ "session_id": SESSION }), "session_id"),
        (json!({ "options": [{ "id": "a", "value": 1 }] }), "value"),
    ] {
        let problem = refused::<ChoiceSpec>(form);
        assert!(
            problem.contains(&format!("unknown field `{named}`")),
            "{problem}"
        );
    }
}

#[test]
fn settings_patch_sets_a_value_or_resets_it_with_null() {
    let patch = SettingsPatch(
        [
            ("annotations".to_owned(), Some(SettingValue::Flag(false))),
            (
                "timeout_default_seconds".to_owned(),
                Some(SettingValue::Number(60)),
            ),
            ("language".to_owned(), Some(SettingValue::Text("zh".into()))),
            (
                "windows".to_owned(),
                Some(SettingValue::Numbers([("codex".to_owned(), 50)].into())),
            ),
            ("interface".to_owned(), None),
        ]
        .into(),
    );
    let form = json!({
        "annotations": false,
        "timeout_default_seconds": 60,
        "language": "zh",
        "windows": { "codex": 50 },
        "interface": null,
    });
    check(patch, form);
}
