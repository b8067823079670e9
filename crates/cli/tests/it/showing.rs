//! `sayso` alone, `list`, `show`, `status`: what a person or a script sees.

use serde_json::{Value, json};

use crate::place::Place;
use crate::terminal::screen::Screen;

#[test]
fn overview_without_a_hub_names_the_first_steps_and_starts_nothing() {
    let place = Place::new();
    let said = place.run(&[]);
    assert_eq!(said.code, 0);
    for step in [" demo", " install claude-code"] {
        assert!(said.out.contains(step), "{said:?}");
    }
    let status = place.json(&["status", "--json"]);
    assert_eq!(
        (&status["running"], &status["pid"]),
        (&json!(false), &Value::Null)
    );
    assert!(place.is_untouched());
}

#[test]
fn status_shows_where_a_running_hub_is() {
    let place = Place::new();
    assert_eq!(place.json(&["list", "--json"]), json!([]));
    let status = place.json(&["status", "--json"]);
    let port = status["port"].as_u64().unwrap();
    assert_eq!(status["running"], true);
    assert_eq!(status["url"], format!("http://localhost:{port}"));
    assert_eq!(status["pending"], 0);
    assert_eq!(status["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn list_json_has_its_documented_keys() {
    let place = Place::new();
    let asking = place.ask_single();
    let list = place.json(&["list", "--filter", "active", "--json"]);
    let row = &list.as_array().unwrap()[0];
    assert_eq!(row["session_id"], asking.id);
    assert_eq!(row["title"], "Which one?");
    assert_eq!(row["status"], "pending");
    assert_eq!(row["asker"], "sayso-ask");
    assert_eq!(
        row["project"],
        place.home().file_name().unwrap().to_str().unwrap()
    );
    assert!(row["interface"].is_string() && row["started_at"].is_string());
    assert!(
        row["remaining_seconds"]
            .as_u64()
            .is_some_and(|left| left <= 300)
    );
    assert_eq!(
        place.json(&["list", "--filter", "completed", "--json"]),
        json!([])
    );
    place.run(&["cancel", &asking.id]);
    let finished = place.json(&["list", "--filter", "completed", "--json"]);
    assert_eq!(finished[0]["status"], "cancelled");
    assert_eq!(finished[0]["remaining_seconds"], Value::Null);
}

#[test]
fn show_prints_request_result_and_events_of_a_question() {
    let place = Place::new();
    let asking = place.ask_single();
    let pending = place.json(&["show", &asking.id[..7], "--json"]);
    assert_eq!(pending["question"]["options"][0]["label"], "Alpha");
    assert!(pending.as_object().unwrap().contains_key("result"));
    assert_eq!(pending["result"], Value::Null);
    assert_eq!(pending["events"][0]["kind"], "asked");
    place.run(&["answer", &asking.id, "--select", "a"]);
    let said = asking.end();
    assert_eq!(said.code, 0);
    let done = place.json(&["show", &asking_id(&pending), "--json"]);
    assert_eq!(done["result"]["selected_ids"], json!(["a"]));
    let words = place.run(&["show", &asking_id(&pending)]);
    assert!(
        words.out.contains("Answered by you (command line"),
        "{words:?}"
    );
}

fn asking_id(detail: &Value) -> String {
    detail["session_id"].as_str().unwrap().to_owned()
}

#[test]
fn list_reads_several_pages_up_to_the_limit() {
    let place = Place::new();
    let asked: Vec<_> = (0..3)
        .map(|number| {
            let title = format!("Question {number}?");
            place.ask(&[
                "--title",
                &title,
                "--prompt",
                "One more decision for the list to hold.",
                "--option",
                "a",
            ])
        })
        .collect();
    assert_eq!(
        place
            .json(&["list", "--limit", "2", "--json"])
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(place.json(&["list", "--json"]).as_array().unwrap().len(), 3);
    for asking in asked {
        place.run(&["cancel", &asking.id]);
        asking.end();
    }
}

#[test]
fn show_distinguishes_unknown_from_ambiguous_ids() {
    let place = Place::new();
    let said = place.run(&["show", "ffffffff", "--json"]);
    let error: Value = serde_json::from_str(&said.err).unwrap();
    assert_eq!(
        (said.code, &error["error"]["code"]),
        (1, &json!("unknown_session"))
    );
    let said = place.run(&["show", "ffffffff"]);
    assert!(
        said.err.starts_with("error: ") && said.err.contains("hint: "),
        "{said:?}"
    );
}

#[test]
fn show_escapes_control_characters_from_agents() {
    let place = Place::new();
    let prompt = "Careful: \u{1b}[2Jthis prompt wants to clear the screen.";
    let asking = place.ask(&[
        "--title",
        "\u{1b}]0;x\u{7}?",
        "--prompt",
        prompt,
        "--option",
        "a=\u{202e}b",
    ]);
    for command in [&["list"] as &[&str], &["show", &asking.id], &[]] {
        let said = place.run(command);
        let odd = |character: &char| character.is_control() && *character != '\n';
        assert_eq!(said.out.chars().find(odd), None, "{command:?}");
        assert!(said.out.contains("<ESC>"), "{command:?}: {said:?}");
    }
    let said = place.run(&["choose", &asking.id]);
    assert!(!said.err.contains('\u{1b}'), "{said:?}");
    assert!(said.err.contains("<ESC>"), "{said:?}");
    place.run(&["cancel", &asking.id]);
}

#[test]
fn overview_lists_waiting_questions_with_the_next_step() {
    let place = Place::new();
    let asking = place.ask_single();
    let said = place.run(&[]);
    assert!(said.out.contains("1 question is waiting"), "{said:?}");
    assert!(
        said.out.contains(&format!("choose {}", &asking.id[..8])),
        "{said:?}"
    );
    place.run(&["cancel", &asking.id]);
}

/// What a terminal obeys or hides: a control sequence in one character, and text running backwards.
const ODD: &str = "a\u{9b}2J\u{202e}b\u{e0041}";

#[test]
fn json_on_a_terminal_is_escaped_and_keeps_its_value() {
    let place = Place::new();
    let asking = place.ask_single();
    let id = asking.id.clone();
    let answer = ["answer", &id, "--select", "a", "--annotation", ODD];
    assert_eq!(place.run(&answer).code, 0);
    assert_eq!(asking.end().code, 0);
    for command in [
        &["show", &id, "--json"][..],
        &["history", "export", "--format", "json"],
    ] {
        let piped = place.run(command).out;
        assert!(piped.contains(ODD), "{command:?}: {piped}");
        let written = Screen::start(&place, command).end().written;
        for escaped in [r"\u009b2J", r"\u202e", r"\udb40\udc41"] {
            assert!(written.contains(escaped), "{command:?}: {written}");
        }
        let odd = |c: char| !c.is_ascii() || (c.is_control() && !matches!(c, '\r' | '\n'));
        assert!(!written.contains(odd), "{command:?}: {written:?}");
        let [shown, piped]: [Value; 2] =
            [&written, &piped].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(shown, piped, "{command:?}");
    }
}
