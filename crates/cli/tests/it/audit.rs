//! `audit`: the record is checked and exported by the real program.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::place::Place;

/// A place with one answered and one cancelled question, and no hub running.
fn some_history() -> (Place, String, String) {
    let place = Place::new();
    let answered = place.ask_single();
    place.run(&[
        "answer",
        &answered.id,
        "--select",
        "a",
        "--annotation",
        "for now",
    ]);
    let first = answered.id.clone();
    assert_eq!(answered.end().code, 0);
    let cancelled = place.ask_single();
    place.run(&["cancel", &cancelled.id]);
    let second = cancelled.id.clone();
    assert_eq!(cancelled.end().code, 3);
    (place, first, second)
}

fn database(place: &Place) -> PathBuf {
    let status = place.json(&["status", "--json"]);
    let store = status["store"].as_str().unwrap();
    store.strip_prefix("sqlite:").unwrap().into()
}

/// Stops the hub and changes bytes of its file that no trigger guards.
fn tamper(place: &Place, from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    let file = database(place);
    assert_eq!(place.run(&["stop"]).code, 0);
    let mut bytes = fs::read(&file).unwrap();
    let places: Vec<usize> = bytes
        .windows(from.len())
        .enumerate()
        .filter(|(_, window)| *window == from.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert_eq!(places.len(), 1, "{from} is in the file once");
    bytes[places[0]..places[0] + to.len()].copy_from_slice(to.as_bytes());
    fs::write(&file, bytes).unwrap();
}

#[test]
fn audit_verify_accepts_a_kept_head_and_reports_an_unknown_one() {
    let (place, ..) = some_history();
    let head = place.run(&["audit", "head"]);
    let kept = head.out.trim_end();
    assert!(head.code == 0 && kept.starts_with("2:"), "{head:?}");
    assert_eq!(kept.len(), "2:".len() + 64);
    let checked = place.run(&["audit", "verify", "--head", kept]);
    assert_eq!(
        (checked.code, &*checked.out),
        (0, "The record is intact.\n")
    );

    let longer = kept.replace("2:", "3:");
    let rewritten = format!("2:{}", "0".repeat(64));
    for (head, line) in [
        (
            longer,
            "audit row 3: it was kept elsewhere and is missing here\n",
        ),
        (
            rewritten,
            "audit row 2: its hash is not the one kept elsewhere\n",
        ),
    ] {
        let checked = place.run(&["audit", "verify", "--head", &head]);
        assert_eq!((checked.code, &*checked.out), (1, line));
    }
}

#[test]
fn audit_verify_reports_an_unchanged_record_as_intact() {
    let (place, ..) = some_history();
    let said = place.run(&["audit", "verify"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (0, "The record is intact.\n")
    );
    let report = place.json(&["audit", "verify", "--json"]);
    assert_eq!(report, json!({"ok": true, "problems": []}));
}

#[test]
fn audit_verify_names_a_row_that_was_changed_in_the_file() {
    let (place, first, second) = some_history();
    tamper(
        &place,
        r#"submitted{"kind":"person","surface":"cli""#,
        r#"submitted{"kind":"person","surface":"web""#,
    );
    let broken = format!("audit row 1 (interaction {first}): its content was changed");
    let said = place.run(&["audit", "verify"]);
    assert_eq!((said.code, said.out.trim_end()), (1, broken.as_str()));
    assert!(
        said.err.contains("The record was changed or damaged."),
        "{said:?}"
    );

    tamper(
        &place,
        r#"{"outcome":{"result":"answered","selected_ids":["a"]"#,
        r#"{"outcome":{"result":"answered","selected_ids":["b"]"#,
    );
    let said = place.run(&["audit", "verify", "--json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let outcome = format!("interaction {first}: its outcome is not the audited one");
    let listed = format!("interaction {first}: what is listed as its answer is not its outcome");
    assert_eq!(said.code, 1);
    assert_eq!(
        report,
        json!({"ok": false, "problems": [broken, listed, outcome]})
    );
    assert!(!said.out.contains(&second), "{said:?}");
}

#[test]
fn audit_export_writes_a_line_for_every_outcome_and_event() {
    let (place, first, second) = some_history();
    let said = place.run(&["audit", "export", "--json-lines"]);
    assert_eq!(said.code, 0);
    let lines: Vec<Value> = said
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of_kind = |record: &str| -> Vec<&Value> {
        let own = lines.iter().filter(|line| line["record"] == record);
        own.collect()
    };
    let [answered, cancelled] = of_kind("outcome")[..] else {
        panic!("{lines:?}");
    };
    let events = of_kind("event");
    let [guard_off] = of_kind("hub")[..] else {
        panic!("{lines:?}");
    };
    assert_eq!(guard_off, lines.last().unwrap());
    assert_eq!(guard_off["kind"], "guard_off");
    assert_eq!(
        (&answered["number"], &cancelled["number"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(answered["session_id"], first);
    assert_eq!(answered["by"], json!({"kind": "person", "surface": "cli"}));
    assert_eq!(answered["answer"]["selected_ids"], json!(["a"]));
    assert_eq!(answered["answer"]["global_note"], "for now");
    assert!(answered["delivered_at"].is_string(), "{answered}");
    assert_eq!(cancelled["status"], "cancelled");
    let shown = place.json(&["show", &first, "--json"]);
    assert_eq!(answered["at"], shown["completed_at"]);

    let kinds_of = |id: &str| -> Vec<&str> {
        let own = events.iter().filter(|event| event["session_id"] == id);
        own.map(|event| event["kind"].as_str().unwrap()).collect()
    };
    assert_eq!(kinds_of(&first), ["asked", "answered", "delivered"]);
    assert_eq!(kinds_of(&second), ["asked", "cancelled", "delivered"]);
    for event in events {
        assert_eq!(event["shown_digest"].as_str().unwrap().len(), 64);
        assert_eq!(event["asker"], "sayso-ask");
        assert!(event["at"].is_string() && event["by"]["kind"].is_string());
    }
}
