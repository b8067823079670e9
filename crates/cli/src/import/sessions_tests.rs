//! Every status of a session, and files that do not hold sessions.

use serde_json::{Value, json};

use super::*;

/// A session between `a` and `b` that ended with this result.
fn session(result: Value) -> Value {
    json!({
        "version": 1, "session_id": "1f", "title": "Which?", "prompt": "Go on?",
        "interface": "web", "selection_mode": "single",
        "options": [
            {"id": "a", "description": "the first", "recommended": true},
            {"id": "b", "description": "", "recommended": false},
        ],
        "result": result, "started_at": "2026-01-31 09:30:00",
        "completed_at": "2026-01-31T09:31:00.250000", "timeout_seconds": 300,
        "url": "/choice/1f",
    })
}

fn result(status: &str, selected: &[&str]) -> Value {
    json!({
        "action_status": status,
        "selection": {
            "selected_indices": selected, "interface": "terminal", "summary": "x", "url": null,
            "option_annotations": {"a": "why not"}, "additional_annotation": "soon",
        },
    })
}

fn file(sessions: &[Value]) -> Text {
    Text {
        path: "index.json".into(),
        text: json!({"version": 1, "sessions": sessions}).to_string(),
    }
}

fn answered(selected: &[&str]) -> ImportedAnswer {
    ImportedAnswer {
        selected_ids: selected.iter().map(ToString::to_string).collect(),
        option_annotations: [("a".to_owned(), "why not".to_owned())].into(),
        global_annotation: Some("soon".into()),
    }
}

#[test]
fn session_import_maps_every_status_to_its_outcome() {
    for (status, expected) in [
        ("selected", ImportedOutcome::Submitted(answered(&["a"]))),
        (
            "timeout_auto_submitted",
            ImportedOutcome::AutoSubmitted(answered(&["a"])),
        ),
        (
            "cancelled",
            ImportedOutcome::Cancelled {
                note: Some("soon".into()),
            },
        ),
        (
            "cancel_with_annotation",
            ImportedOutcome::Cancelled {
                note: Some("soon".into()),
            },
        ),
        ("timeout", ImportedOutcome::Timeout),
        ("timeout_cancelled", ImportedOutcome::Timeout),
        ("timeout_reinvoke_requested", ImportedOutcome::Timeout),
        ("interrupted", ImportedOutcome::Withdrawn),
    ] {
        let (taken, left) = read(&file(&[session(result(status, &["a"]))])).unwrap();
        assert_eq!(left, [], "{status}");
        assert_eq!(taken[0].outcome, expected, "{status}");
    }
}

#[test]
fn session_import_keeps_fields_and_times() {
    let (taken, _) = read(&file(&[session(result("selected", &["a"]))])).unwrap();
    let [taken] = taken.as_slice() else {
        panic!("{taken:?}");
    };
    let local = |text: &str| local_instant(text).unwrap().to_string();
    assert_eq!(
        (taken.session_id.as_str(), taken.interface.as_str()),
        ("1f", "terminal")
    );
    assert_eq!(taken.started_at, local("2026-01-31T09:30:00"));
    assert_eq!(taken.completed_at, local("2026-01-31T09:31:00.25"));
    assert_eq!(taken.timeout_seconds, Some(300));
    assert_eq!(taken.options[0].description.as_deref(), Some("the first"));
    assert_eq!(taken.options[0].recommended, Some(true));
}

#[test]
fn session_import_names_skipped_sessions_with_the_reason() {
    let mut untimed = session(result("selected", &["a"]));
    untimed["started_at"] = "yesterday".into();
    let mut untitled = session(result("selected", &["a"]));
    untitled["title"] = " ".into();
    for (session, reason) in [
        (session(Value::Null), "not finished"),
        (
            session(result("pending_terminal_launch", &[])),
            "not finished",
        ),
        (session(result("exploded", &[])), "exploded"),
        (session(result("selected", &["a", "b"])), "2"),
        (session(result("selected", &["z"])), "\"z\""),
        (untimed, "yesterday"),
        (untitled, "title"),
    ] {
        let (taken, left) = read(&file(std::slice::from_ref(&session))).unwrap();
        assert_eq!(taken, [], "{reason}");
        assert!(left[0].reason.contains(reason), "{reason}: {left:?}");
        assert!(left[0].what.contains("1f"), "{left:?}");
    }
    let mut several = session(result("selected", &[]));
    several["selection_mode"] = "multi".into();
    several["result"]["selection"]["option_annotations"] = json!({});
    let (taken, left) = read(&file(&[several])).unwrap();
    assert_eq!((taken.len(), left), (1, vec![]), "there nothing was enough");
}

#[test]
fn session_import_refuses_a_broken_file_with_its_line() {
    for (text, line) in [
        ("{\n\"sessions\": [\n{\"session_id\": 7}]}", 3),
        ("{\"version\": 1,\n\"sessions\": {}}", 2),
        ("{\"version\": 2, \"sessions\": []}", 1),
        ("{\"version\": 1}", 1),
        ("not JSON", 1),
    ] {
        let broken = Text {
            path: "index.json".into(),
            text: text.into(),
        };
        let refused = read(&broken).unwrap_err().to_string();
        let prefix = format!("index.json line {line}: ");
        assert!(refused.starts_with(&prefix), "{refused}");
    }
}

proptest::proptest! {
    #[test]
    fn session_import_reads_or_refuses_any_truncated_file(text: String, cut in 0_usize..900, with in "\\PC{0,3}") {
        let whole = file(&[session(result("selected", &["a"])), session(Value::Null)]);
        let cut = (0..=cut.min(whole.text.len())).rev().find(|at| whole.text.is_char_boundary(*at));
        let broken = format!("{}{with}{}", &whole.text[..cut.unwrap_or(0)], &whole.text[cut.unwrap_or(0)..]);
        for text in [text, broken] {
            if let Ok((taken, left)) = read(&Text { text, ..file(&[]) }) {
                proptest::prop_assert!(taken.len() + left.len() <= 2);
            }
        }
    }
}
