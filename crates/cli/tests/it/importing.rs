//! `import`: moving over from interactive-choice-mcp, with its own files.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::place::Place;

/// A question that was answered then.
pub(crate) fn ended_at(then: &jiff::Zoned) -> Value {
    session_at(then, "a1", "Which one?", "single", "selected", &["b"])
}

fn session(id: &str, title: &str, mode: &str, status: &str, selected: &[&str]) -> Value {
    session_at(&jiff::Zoned::now(), id, title, mode, status, selected)
}

fn session_at(
    now: &jiff::Zoned,
    id: &str,
    title: &str,
    mode: &str,
    status: &str,
    selected: &[&str],
) -> Value {
    let started = now.strftime("%Y-%m-%d %H:%M:%S").to_string();
    let completed = now.strftime("%Y-%m-%dT%H:%M:%S.250000").to_string();
    json!({
        "version": 1, "session_id": id, "title": title, "prompt": "Go on?",
        "interface": "web", "selection_mode": mode,
        "options": [
            {"id": "a", "description": "the first", "recommended": true},
            {"id": "b", "description": "", "recommended": false},
        ],
        "result": {
            "action_status": status,
            "selection": {
                "selected_indices": selected, "interface": "web", "summary": null, "url": null,
                "option_annotations": {}, "additional_annotation": "as before",
            },
        },
        "started_at": started, "completed_at": completed, "timeout_seconds": 300,
        "url": format!("/choice/{id}"),
    })
}

/// A project with the other server's data folder.
pub(crate) fn project(place: &Place, sessions: &[Value], config: Option<&str>) -> PathBuf {
    let project = place.home().join("shop");
    let folder = project.join(".mcp-data");
    fs::create_dir_all(folder.join("sessions")).unwrap();
    let index = json!({"version": 1, "sessions": sessions});
    let index = serde_json::to_string_pretty(&index).unwrap();
    fs::write(folder.join("sessions/index.json"), index).unwrap();
    if let Some(config) = config {
        fs::write(folder.join("config.json"), config).unwrap();
    }
    project
}

fn some_sessions() -> Vec<Value> {
    vec![
        session("0123456789ab", "Which one?", "single", "selected", &["b"]),
        session(
            "c1",
            "Several?",
            "multi",
            "timeout_auto_submitted",
            &["a", "b"],
        ),
        session("c2", "Never mind?", "single", "cancel_with_annotation", &[]),
        session("c3", "Too late?", "single", "timeout_cancelled", &[]),
        session("c4", "Two of one?", "single", "selected", &["a", "b"]),
    ]
}

#[test]
fn import_takes_history_and_settings_once_and_names_the_rest() {
    let place = Place::new();
    let config = r#"{"interface": "terminal-web", "timeout_seconds": 120, "language": "en",
        "single_submit_mode": true, "use_default_option": true, "timeout_action": "submit",
        "retention_days": 3, "max_sessions": 100, "notify_sound_path": "/a.wav"}"#;
    let project = project(&place, &some_sessions(), Some(config));
    let path = project.to_str().unwrap();

    let printed = place.run(&["import", path, "--print"]);
    assert_eq!(printed.code, 0, "{printed:?}");
    for part in [
        "to import: 4",
        "timeout_seconds: 300 → 120",
        "auto_submit: false → true",
        "Two of one? (c4)",
        "notify_sound_path = /a.wav",
        "retention_days = 3",
    ] {
        assert!(printed.out.contains(part), "{part} is not in {printed:?}");
    }
    assert!(place.is_untouched(), "printing changes nothing");
    assert_eq!(place.run(&["import", path]).code, 2, "nobody can be asked");

    let done = place.json(&["import", path, "--yes", "--json"]);
    assert_eq!((&done["imported"], &done["known"]), (&json!(4), &json!(0)));
    let rows = place.json(&["history", "--project", "shop", "--json"]);
    let mut found: Vec<(&str, &str)> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["title"].as_str().unwrap(),
                row["status"].as_str().unwrap(),
            )
        })
        .collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("Never mind?", "cancelled"),
            ("Several?", "auto_submitted"),
            ("Too late?", "timeout"),
            ("Which one?", "submitted"),
        ]
    );
    assert_eq!(
        place.run(&["config", "get", "timeout_seconds"]).out,
        "120\n"
    );
    assert_eq!(place.run(&["config", "get", "retention_days"]).out, "30\n");

    // With the hub there, and without it.
    for stopped in [false, true] {
        if stopped {
            place.run(&["stop"]);
        }
        let printed = place.run(&["import", path, "--print"]).out;
        for part in ["to import: 0", "left as they are: 4"] {
            assert!(printed.contains(part), "{part} is not in {printed}");
        }
    }
    let again = place.json(&["import", path, "--yes", "--json"]);
    assert_eq!(
        (&again["imported"], &again["known"]),
        (&json!(0), &json!(4))
    );
    assert_eq!(again["settings"], json!([]));
    assert_eq!(titles_of(&place).len(), 4);
}

fn titles_of(place: &Place) -> Vec<Value> {
    let rows = place.json(&["history", "--json"]);
    rows.as_array().unwrap().to_vec()
}

#[test]
fn imported_decision_is_marked_and_the_audit_stays_intact() {
    let place = Place::new();
    let sessions = &some_sessions()[..1];
    let folder = project(&place, sessions, None).join(".mcp-data");
    place.json(&["import", folder.to_str().unwrap(), "--yes", "--json"]);
    let row = &titles_of(&place)[0];
    let shown = place.json(&["show", row["session_id"].as_str().unwrap(), "--json"]);
    assert_eq!(row["session_id"].as_str().unwrap().len(), 32);
    assert_eq!(shown["result"]["selected_ids"], json!(["b"]));
    assert_eq!(shown["result"]["global_annotation"], "as before");
    assert_eq!(shown["result"]["waited_ms"], 250);
    let events = shown["events"].as_array().unwrap();
    let kinds: Vec<&str> = events
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["asked", "imported", "answered", "delivered"]);
    let origin = json!({"source": "interactive-choice-mcp", "original_id": "0123456789ab"});
    assert_eq!(events[1]["data"], origin);

    let exported = place.run(&["audit", "export"]).out;
    let outcome: Value = serde_json::from_str(exported.lines().next().unwrap()).unwrap();
    assert_eq!(outcome["imported_from"]["session_id"], "0123456789ab");
    assert_eq!(place.run(&["audit", "verify"]).code, 0);
}

#[test]
fn import_skips_sessions_older_than_the_history_and_says_so() {
    let place = Place::new();
    let mut old = some_sessions().remove(0);
    old["started_at"] = "2020-01-01 10:00:00".into();
    old["completed_at"] = "2020-01-01T10:01:00".into();
    let project = project(&place, &[old], None);
    let said = place.run(&["import", project.to_str().unwrap(), "--yes"]);
    assert_eq!(said.code, 0);
    assert!(said.err.contains("retention_days"), "{said:?}");
    assert_eq!(titles_of(&place), Vec::<Value>::new());
}

#[test]
fn import_stops_at_a_broken_file_and_names_its_line() {
    let place = Place::new();
    let project = project(
        &place,
        &some_sessions(),
        Some("{\n\"timeout_seconds\": []\n}"),
    );
    let said = place.run(&["import", project.to_str().unwrap(), "--yes"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("config.json line 2: "), "{said:?}");
    assert!(place.is_untouched());

    let folder = project.join(".mcp-data");
    fs::remove_file(folder.join("config.json")).unwrap();
    let index = folder.join("sessions/index.json");
    let whole = fs::read_to_string(&index).unwrap();
    fs::write(&index, &whole[..whole.len() / 2]).unwrap();
    let said = place.run(&["import", project.to_str().unwrap(), "--yes", "--json"]);
    let error: Value = serde_json::from_str(&said.err).unwrap();
    assert_eq!(error["error"]["code"], "broken_file");
    assert!(
        error["error"]["message"]
            .as_str()
            .unwrap()
            .contains("index.json line ")
    );
    assert_eq!(titles_of(&place), Vec::<Value>::new());

    let empty = place.home().join("empty");
    fs::create_dir(&empty).unwrap();
    let said = place.run(&["import", empty.to_str().unwrap(), "--json"]);
    let error: Value = serde_json::from_str(&said.err).unwrap();
    assert_eq!(error["error"]["code"], "nothing_to_import");
}
