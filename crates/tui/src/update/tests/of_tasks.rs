//! Keys on the questions of tasks.

use protocol::FieldValue;

use super::*;
use crate::given::{form, permission};
use crate::model::question::Focus;

#[test]
fn permission_starts_on_a_refusing_option_and_needs_two_keys() {
    let mut model = showing(permission());
    assert_eq!(model.question.as_ref().unwrap().focus, Focus::Option(2));
    let effects = type_keys(&mut model, "\n");
    assert!(answers(&effects).is_empty(), "one key sends nothing");
    let effects = type_keys(&mut model, "\n");
    assert_eq!(answers(&effects), [&selected(&["no"])]);
}

#[test]
fn permission_is_allowed_only_once_the_whole_call_was_on_the_screen() {
    let mut model = showing(permission());
    model.size = (80, 14);
    let effects = type_keys(&mut model, "1\n\n");
    assert!(answers(&effects).is_empty(), "{effects:?}");
    for _ in 0..4 {
        update(&mut model, key(KeyCode::PageDown));
    }
    let effects = type_keys(&mut model, "\n");
    assert_eq!(answers(&effects), [&selected(&["yes"])]);
}

#[test]
fn form_is_filled_in_with_the_keyboard_alone() {
    let mut model = showing(form());
    // Mail, keep the port, public: no, region: the second, both parts, then submit.
    let effects = type_keys(&mut model, "a@b.c\n\nj \tj\n j \n\n");
    let question = model.question.as_ref().unwrap();
    let fields = &question.draft.fields;
    let text = |name: &str| fields.get(name).cloned();
    assert_eq!(text("mail"), Some(FieldValue::Text("a@b.c".into())));
    assert_eq!(text("port"), Some(FieldValue::Number("8080".into())));
    assert_eq!(text("public"), Some(FieldValue::Boolean(false)));
    assert_eq!(text("region"), Some(FieldValue::Text("us".into())));
    let both = vec!["eu".into(), "us".into()];
    assert_eq!(text("parts"), Some(FieldValue::Several(both)));
    assert_eq!(answers(&effects).len(), 1, "{effects:?}");
}
