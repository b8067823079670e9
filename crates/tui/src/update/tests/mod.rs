//! Journeys of one person, key by key: `around` has what the hub and others do in the meantime.

mod confirming;
mod drafts_and_settings;
mod of_tasks;
mod order;
mod preferences;

use std::collections::BTreeMap;

use crossterm::event::KeyCode;
use domain::interaction::Risk;
use protocol::{AnswerDraft, InteractionDetail, ServerMessage, SettingValue};

use super::update;
use crate::finish::Finish;
use crate::given::{
    ID, answered_elsewhere, control, key, model, option, question, showing, summary, type_keys,
    usual_settings,
};
use crate::message::{Effect, Message, Trouble};
use crate::model::inbox::Inbox;
use crate::model::question::{Question, SAVE_AFTER_MS, Stage};
use crate::model::{Link, Model};

const ESC: &str = "\u{1b}";

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "a test names what it expects, and anything else fails it"
)]
fn answers(effects: &[Effect]) -> Vec<&AnswerDraft> {
    let answers = effects.iter().filter_map(|effect| match effect {
        Effect::Answer { answer, .. } => Some(answer),
        _ => None,
    });
    answers.collect()
}

fn selected(ids: &[&str]) -> AnswerDraft {
    AnswerDraft {
        selected_ids: ids.iter().map(ToString::to_string).collect(),
        ..AnswerDraft::default()
    }
}

fn live(message: ServerMessage) -> Message {
    Message::Live(Box::new(message))
}

fn stage(model: &Model) -> &Stage {
    &model.question.as_ref().unwrap().stage
}

fn undecided() -> Effect {
    Effect::Finish(Finish::Undecided {
        session_id: ID.into(),
    })
}

#[test]
fn enter_chooses_an_option_and_a_second_enter_sends_it() {
    let mut model = showing(question("single", 1, 1));
    assert_eq!(type_keys(&mut model, "j\n"), []);
    assert_eq!(answers(&type_keys(&mut model, "\n")), [&selected(&["pg"])]);
    assert_eq!(stage(&model), &Stage::Sending);
}

#[test]
fn single_submit_mode_sends_with_one_key() {
    let mut detail = question("single", 1, 1);
    detail.question.single_submit_mode = true;
    for keys in ["2", "j ", "j\n"] {
        let mut model = showing(detail.clone());
        assert_eq!(
            answers(&type_keys(&mut model, keys)),
            [&selected(&["pg"])],
            "{keys:?}"
        );
    }
    let mut model = showing(detail);
    assert_eq!(type_keys(&mut model, "r"), []);
}

#[test]
fn several_options_are_reviewed_before_they_are_sent() {
    let mut model = showing(question("multi", 1, 2));
    assert_eq!(type_keys(&mut model, " jj "), []);
    assert_eq!(update(&mut model, control('s')), []);
    assert!(matches!(stage(&model), Stage::Reviewing { .. }));
    assert_eq!(
        answers(&type_keys(&mut model, "\n")),
        [&selected(&["lite", "files"])]
    );
}

#[test]
fn selection_outside_its_limits_is_not_sent_and_the_reason_is_shown() {
    for (keys, said) in [
        ("", "choose at least 1 (0 so far)"),
        ("a", "choose at most 2 (3 now)"),
    ] {
        let mut model = showing(question("multi", 1, 2));
        type_keys(&mut model, keys);
        assert_eq!(update(&mut model, control('s')), []);
        assert_eq!(model.notice.unwrap().text, said);
    }
}

#[test]
fn text_question_takes_typing_immediately_and_is_sent_from_the_button() {
    let mut model = showing(question("text_input", 0, 0));
    type_keys(&mut model, "call it 1 c");
    let effects = type_keys(&mut model, "\n\n");
    let expected = AnswerDraft {
        text: Some("call it 1 c".into()),
        placeholder_shown: true,
        ..AnswerDraft::default()
    };
    assert_eq!(answers(&effects), [&expected]);
}

#[test]
fn hybrid_question_takes_an_option_and_text() {
    let mut model = showing(question("hybrid", 0, 1));
    type_keys(&mut model, " o");
    type_keys(&mut model, "but small\n");
    let effects = type_keys(&mut model, "\n");
    let expected = AnswerDraft {
        text: Some("but small".into()),
        placeholder_shown: true,
        ..selected(&["lite"])
    };
    assert_eq!(answers(&effects), [&expected]);
}

#[test]
fn notes_are_written_in_place_and_reviewed_before_sending() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, " \tversion 3\nNall good\n\n");
    assert!(matches!(stage(&model), Stage::Reviewing { .. }));
    let expected = AnswerDraft {
        option_notes: BTreeMap::from([("lite".into(), "version 3".into())]),
        global_note: Some("all good".into()),
        ..selected(&["lite"])
    };
    assert_eq!(answers(&type_keys(&mut model, "\n")), [&expected]);
}

#[test]
fn keys_typed_before_the_question_was_visible_are_ignored() {
    let mut detail = question("single", 1, 1);
    detail.question.single_submit_mode = true;
    let mut model = showing(detail);
    model.clock.ms -= 1;
    assert_eq!(type_keys(&mut model, "1\n c\n"), []);
    update(&mut model, Message::Paste("1".into()));
    assert_eq!(stage(&model), &Stage::Answering);
    model.clock.ms += 1;
    assert_eq!(answers(&type_keys(&mut model, "1")).len(), 1);
}

#[test]
fn escape_and_unknown_keys_decide_nothing() {
    let mut model = showing(question("single", 1, 1));
    let effects = type_keys(&mut model, &format!("{ESC}{ESC}xyzbeftX!{ESC}"));
    assert_eq!(effects, []);
    assert_eq!(stage(&model), &Stage::Answering);
    update(&mut model, Message::Paste("2\n".into()));
    assert!(model.question.unwrap().draft.selected.is_empty());
}

#[test]
fn digits_are_typed_into_a_focused_field() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "\t123");
    let draft = &model.question.as_ref().unwrap().draft;
    assert_eq!((draft.selected.len(), draft.note("lite")), (0, Some("123")));
}

#[test]
fn digits_move_to_the_option_when_there_are_more_than_nine() {
    let mut detail = question("single", 1, 1);
    detail.question.options = (1..=40).map(|n| option(&format!("o{n}"), "x")).collect();
    let mut model = showing(detail);
    type_keys(&mut model, "37\n");
    assert_eq!(model.question.unwrap().draft.selected, ["o37"]);
}

#[test]
fn filter_limits_the_options_that_can_be_chosen() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "/json\n ");
    let question = model.question.unwrap();
    assert_eq!(
        (question.shown(), question.draft.selected),
        (vec![2], vec!["files".to_owned()])
    );
}

#[test]
fn cancel_reason_never_becomes_a_note_on_the_answer() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "cwrong project");
    assert_eq!(type_keys(&mut model, ESC), []);
    let effects = type_keys(&mut model, "j\n\n");
    assert_eq!(answers(&effects), [&selected(&["pg"])]);
}

#[test]
fn abandoned_cancel_reason_is_kept_for_the_next_cancel() {
    let mut model = showing(question("single", 1, 1));
    type_keys(&mut model, "cwrong project");
    type_keys(&mut model, ESC);
    assert_eq!(
        type_keys(&mut model, "c\n"),
        [Effect::Cancel {
            id: ID.into(),
            note: Some("wrong project".into())
        }]
    );
}

#[test]
fn cancel_takes_a_reason_and_a_second_interrupt_leaves() {
    let mut model = showing(question("single", 1, 1));
    let effects = type_keys(&mut model, "cwrong repo\n");
    let expected = Effect::Cancel {
        id: ID.into(),
        note: Some("wrong repo".into()),
    };
    assert_eq!(effects, [expected]);

    let mut model = showing(question("single", 1, 1));
    assert_eq!(update(&mut model, control('c')), []);
    assert_eq!(stage(&model), &Stage::Cancelling);
    assert_eq!(type_keys(&mut model, ESC), []);
    assert_eq!(stage(&model), &Stage::Answering);
    update(&mut model, control('c'));
    assert_eq!(update(&mut model, control('c')), [undecided()]);
}

#[test]
fn destructive_answer_requires_its_label_to_be_typed() {
    let mut detail = question("single", 1, 1);
    detail.question.risk = Risk::Destructive;
    let mut model = showing(detail);
    assert_eq!(type_keys(&mut model, "j\n\n\n"), []);
    assert_eq!(type_keys(&mut model, "postgresql\n"), []);
    assert!(matches!(stage(&model), Stage::Reviewing { .. }));
    let again = type_keys(&mut model, &format!("{ESC}\n"));
    assert_eq!(again, []);
    let sent = type_keys(&mut model, "PostgreSQL\n");
    assert_eq!(answers(&sent), [&selected(&["pg"])]);
}
