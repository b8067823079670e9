//! Each setting of the terminal does what it says.

use serde_json::json;

use super::*;
use crate::draw::painted;
use crate::given::from_wire;
use crate::model::question::Editing;

/// The usual settings with one of them changed.
fn with(name: &str, value: serde_json::Value) -> protocol::SettingsReply {
    let mut settings = serde_json::to_value(usual_settings()).unwrap();
    let rows = settings["settings"].as_array_mut().unwrap();
    match rows.iter_mut().find(|row| row["name"] == name) {
        Some(row) => row["value"] = value,
        None => rows.push(json!({
            "name": name, "kind": {"type": "flag"}, "value": value, "default": true,
            "source": "file", "environment": "", "group": "terminal", "help": "",
        })),
    }
    from_wire(settings)
}

#[test]
fn navigation_hints_can_be_hidden() {
    let mut model = showing(question("single", 1, 1));
    assert!(painted(&model).contains("? help"));
    model.settings = Some(with("navigation_hints", json!(false)));
    assert!(!painted(&model).contains("? help"));
}

#[test]
fn choosing_moves_into_the_note_when_the_setting_says_so() {
    for (when, editing) in [("on_tab", None), ("on_select", Some(Editing::Note(0)))] {
        let mut model = showing(question("multi", 1, 2));
        model.settings = Some(with("annotation_focus", json!(when)));
        update(&mut model, key(KeyCode::Char(' ')));
        assert_eq!(model.question.as_ref().unwrap().editing, editing, "{when}");
    }
}

#[test]
fn bell_rings_for_a_new_question_unless_it_is_switched_off() {
    for rings in [true, false] {
        let mut model = model(i18n::Language::En, (80, 24));
        model.settings = Some(with("terminal_bell", json!(rings)));
        model.inbox = Some(Inbox {
            filled: true,
            ..Inbox::default()
        });
        let message = ServerMessage::Changed {
            seq: 1,
            event: "asked".into(),
            subject: protocol::ChangedSubject::Interaction {
                interaction: summary(ID, "Which database?"),
            },
        };
        let effects = update(&mut model, live(message));
        let rang = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Ring(_)));
        assert_eq!(rang, rings);
    }
}

#[test]
fn placeholder_follows_the_setting_while_text_is_being_written() {
    let mut detail = question("text_input", 0, 0);
    detail.question.placeholder = Some("for example: tidy".into());
    detail.question.placeholder_visible = true;
    detail.draft.placeholder_shown = true;
    let mut model = showing(detail.clone());
    assert!(painted(&model).contains("for example: tidy"));
    // The saved draft still says that it was shown.
    detail.question.placeholder_visible = false;
    update(&mut model, Message::Loaded(ID.into(), Ok(Box::new(detail))));
    assert!(!painted(&model).contains("for example: tidy"));
    assert!(!model.question.unwrap().draft.body().placeholder_shown);
}

#[test]
fn note_field_closes_when_notes_are_switched_off_and_its_text_stays_in_the_draft() {
    let mut detail = question("single", 1, 1);
    let mut model = showing(detail.clone());
    type_keys(&mut model, "Nhalf a");
    detail.question.annotations_enabled = false;
    update(
        &mut model,
        Message::Loaded(ID.into(), Ok(Box::new(detail.clone()))),
    );
    let left = model.question.as_ref().unwrap();
    assert_eq!((left.editing, left.offers_notes()), (None, false));
    assert!(left.stops().contains(&left.focus));
    detail.question.annotations_enabled = true;
    update(&mut model, Message::Loaded(ID.into(), Ok(Box::new(detail))));
    let body = model.question.unwrap().draft.body();
    assert_eq!(body.global_note.as_deref(), Some("half a"));
}
