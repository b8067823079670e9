//! The rows of lists, and the question as a surface shows it.

use domain::Policy;
use domain::interaction::LeaveReason;
use domain::interaction::{AnswerDraft, Command};
use protocol::interaction::Place;
use protocol::{AskerState, InteractionSummary, QuestionView};
use serde_json::json;

use crate::given::{SESSION, act, after, answered, asked, choice, ids};

const PLACE: Place = Place {
    revision: 4,
    number: 9,
};

#[test]
fn row_rounds_remaining_seconds_up_until_the_deadline() {
    let pending = asked(choice("single", |_| {}), Some(300));
    for (passed_ms, remaining) in [
        (0, 300),
        (1, 300),
        (999, 300),
        (1000, 299),
        (299_001, 1),
        (299_999, 1),
        (300_000, 0),
    ] {
        let now = after(passed_ms);
        let row = InteractionSummary::of(
            &pending.outline(),
            PLACE,
            AskerState::Waiting,
            &Policy::default(),
            &now,
        );
        assert_eq!(
            row.remaining_seconds,
            Some(remaining),
            "after {passed_ms} ms"
        );
    }
    let for_ever = asked(choice("single", |_| {}), None);
    let row = InteractionSummary::of(
        &for_ever.outline(),
        PLACE,
        AskerState::Waiting,
        &Policy::default(),
        &after(0),
    );
    assert_eq!((row.remaining_seconds, row.deadline_at), (None, None));
}

#[test]
fn row_of_a_pending_question_shows_remaining_time_and_presence() {
    let leave = Command::Leave {
        reason: LeaveReason::Disconnected,
    };
    let pending = asked(
        choice("single", |s| s.risk = Some("destructive".into())),
        Some(300),
    );
    let pending = act(pending, leave, &Policy::default(), &after(250));
    let row = InteractionSummary::of(
        &pending.outline(),
        PLACE,
        AskerState::Disconnected,
        &Policy::default(),
        &after(250),
    );
    assert_eq!(
        serde_json::to_value(row).expect("it can be written"),
        json!({
            "session_id": SESSION,
            "title": "Which database?",
            "status": "pending",
            "interface": "web",
            "kind": "choice", "selection_mode": "single",
            "risk": "destructive",
            "asker": "codex",
            "agent": "Codex",
            "project": "shop",
            "directory": "/src/shop",
            "started_at": "2023-11-14T22:13:20.000Z",
            "remaining_seconds": 300,
            "deadline_at": "2023-11-14T22:18:20.000Z",
            "at_deadline": "times_out",
            "asker_state": "disconnected",
            "asker_left_at": "2023-11-14T22:13:20.250Z",
            "delivery": "open",
            "revision": 4,
            "number": 9,
        })
    );
}

#[test]
fn row_of_a_finished_question_shows_the_decision_and_its_delivery() {
    let draft = AnswerDraft {
        selected_ids: ids(&["pg"]),
        ..AnswerDraft::default()
    };
    let saved = answered(choice("single", |_| {}), draft);
    let row = |interaction: &domain::interaction::Interaction| {
        let row = InteractionSummary::of(
            &interaction.outline(),
            PLACE,
            AskerState::Away,
            &Policy::default(),
            &after(9_000),
        );
        serde_json::to_value(row).expect("it can be written")
    };
    let mut expected = json!({
        "session_id": SESSION,
        "title": "Which database?",
        "status": "submitted",
        "interface": "web",
        "kind": "choice", "selection_mode": "single",
        "risk": "normal",
        "asker": "codex",
        "agent": "Codex",
        "project": "shop",
        "directory": "/src/shop",
        "started_at": "2023-11-14T22:13:20.000Z",
        "completed_at": "2023-11-14T22:13:21.500Z",
        "asker_state": "away",
        "delivery": "saved",
        "revision": 4,
        "number": 9,
        "summary": "Postgres",
    });
    assert_eq!(row(&saved), expected);
    let delivered = act(
        saved,
        Command::ConfirmDelivery,
        &Policy::default(),
        &after(9_000),
    );
    expected["delivery"] = "delivered".into();
    assert_eq!(row(&delivered), expected);
}

#[test]
fn question_view_has_the_persons_settings_applied() {
    let question = choice("hybrid", |s| {
        s.placeholder = Some("another one".into());
        s.default_selection_ids = Some(ids(&["pg"]));
        s.global_annotation = Some("by Friday".into());
        s.options
            .iter_mut()
            .flatten()
            .next()
            .expect("a first option")
            .recommended = Some(true);
    });
    let policy = Policy {
        annotations: false,
        placeholder_visible: false,
        ..Policy::default()
    };
    let view = QuestionView::of(&asked(question, Some(300)), &policy);
    assert_eq!(
        serde_json::to_value(view).expect("it can be written"),
        json!({
            "title": "Which database?",
            "prompt": "The shop needs a store; moving later is dear.",
            "prompt_blocks": [{
                "type": "paragraph",
                "text": [{ "type": "text", "text": "The shop needs a store; moving later is dear." }],
            }],
            "kind": "choice", "selection_mode": "hybrid",
            "options": [
                { "id": "lite", "label": "SQLite", "recommended": true, "default": false },
                { "id": "pg", "label": "Postgres", "recommended": false, "default": true },
                { "id": "my", "label": "MySQL", "recommended": false, "default": false },
            ],
            "default_selection_ids": ["pg"],
            "min_selections": 0,
            "max_selections": 1,
            "placeholder": "another one",
            "placeholder_visible": false,
            "single_submit_mode": false,
            "annotations_enabled": false,
            "global_annotation": "by Friday",
            "risk": "normal",
            "timeout_seconds": 300,
        })
    );
}
