//! `history`, its filters and exports; and what retention keeps.

use std::fs;

use serde_json::{Value, json};

use crate::place::{Asking, Place};

fn ask(place: &Place, title: &str) -> Asking {
    place.ask(&[
        "--title",
        title,
        "--prompt",
        "One more <b>decision</b>\nfor the log.",
        "--option",
        "a=Alpha|the first",
        "--option",
        "b=Beta",
    ])
}

fn answer(place: &Place, title: &str, args: &[&str]) -> String {
    let asking = ask(place, title);
    let said = place.run(&[&["answer", &asking.id, "--select", "a"], args].concat());
    assert_eq!(said.code, 0, "{said:?}");
    let id = asking.id.clone();
    assert_eq!(asking.end().code, 0);
    id
}

/// A place where one question was answered, one was cancelled and one is waiting.
fn some_history() -> (Place, Asking) {
    let place = Place::new();
    answer(&place, "Which database?", &["--note", "a=fast, \"small\""]);
    let cancelled = ask(&place, "=HYPERLINK(\"x\"), really?");
    place.run(&["cancel", &cancelled.id, "--annotation", "not\nnow"]);
    cancelled.end();
    let waiting = ask(&place, "Still open?");
    (place, waiting)
}

fn titles(place: &Place, args: &[&str]) -> Vec<String> {
    let args = [&["history", "--json"], args].concat();
    let rows = place.json(&args);
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["title"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn history_is_searched_and_filtered() {
    let (place, _waiting) = some_history();
    let project = place.home().file_name().unwrap().to_str().unwrap();
    let (database, formula) = ("Which database?", "=HYPERLINK(\"x\"), really?");
    for (args, expected) in [
        (&[] as &[&str], vec![formula, database]),
        (&["--search", "DATABASE"], vec![database]),
        (&["--search", "nothing like it"], vec![]),
        (&["--project", project], vec![formula, database]),
        (&["--project", "another"], vec![]),
        (
            &["--asker", "sayso-ask", "--status", "cancelled"],
            vec![formula],
        ),
        (&["--asker", "codex"], vec![]),
        (&["--status", "submitted"], vec![database]),
        (&["--status", "pending"], vec!["Still open?"]),
        (&["--since", "2020-01-01"], vec![formula, database]),
        (&["--since", "2999-01-01T00:00:00Z"], vec![]),
        (&["--limit", "1"], vec![formula]),
    ] {
        assert_eq!(titles(&place, args), expected, "{args:?}");
    }
    let said = place.run(&["history", "--limit", "1"]);
    assert!(
        said.out.contains(&format!("{formula} → not now")),
        "{said:?}"
    );
    assert!(said.err.contains("--limit"), "{said:?}");
    let said = place.run(&["history", "--since", "soon"]);
    assert!(
        said.code == 2 && said.err.contains("2026-01-31"),
        "{said:?}"
    );
}

#[test]
fn history_is_exported_as_json_csv_and_markdown() {
    let (place, _waiting) = some_history();
    let export = |args: &[&str]| {
        let said = place.run(&[&["history", "export", "--format"], args].concat());
        assert_eq!(said.code, 0, "{said:?}");
        said.out
    };
    let everything: Value = serde_json::from_str(&export(&["json"])).unwrap();
    let ids: Vec<&Value> = everything
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["session_id"])
        .collect();
    assert_eq!(ids.len(), 2);
    let shown = place.json(&["show", ids[1].as_str().unwrap(), "--json"]);
    assert_eq!(everything[1]["result"], shown["result"]);
    assert_eq!(everything[1]["events"], shown["events"]);
    let none: Value = serde_json::from_str(&export(&["json", "--asker", "codex"])).unwrap();
    assert_eq!(none, json!([]));

    let table = export(&["csv", "--status", "cancelled"]);
    assert!(table.starts_with("session_id,title,asker,"), "{table}");
    assert!(
        table.contains(",\"'=HYPERLINK(\"\"x\"\"), really?\",sayso-ask,"),
        "{table}"
    );
    assert!(
        table.ends_with(",\"not\nnow\",person,cli,delivered\r\n"),
        "{table}"
    );
    assert_eq!(table.matches("\r\n").count(), 2);
    let table = export(&["csv", "--status", "submitted"]);
    assert!(
        table.contains(r#","{""a"":""fast, \""small\""""}","#),
        "{table}"
    );

    let file = place.home().join("decisions.md");
    let said = place.run(&[
        "history",
        "export",
        "--format",
        "markdown",
        "--search",
        "database",
        "--output",
        file.to_str().unwrap(),
    ]);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    let log = fs::read_to_string(&file).unwrap();
    for part in [
        "# Decision log\n",
        "\n## Which database?\n",
        "- **answered** · ",
        " · command line\n",
        "asked by sayso-ask for ",
        "\n> One more \\<b>decision\\</b>\n> for the log.\n",
        "\n- [x] **Alpha**: the first\n  - note: fast, \"small\"\n- [ ] Beta\n",
    ] {
        assert!(log.contains(part), "{part:?} is not in {log}");
    }
    assert!(!log.contains("HYPERLINK"));
}

/// Lists until `wanted` holds; retention runs right behind the answers.
fn until(place: &Place, args: &[&str], wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
    for _ in 0..500 {
        let rows = place.json(&[&["list", "--json"], args].concat());
        let rows = rows.as_array().unwrap().iter();
        let found: Vec<String> = rows
            .map(|row| row["session_id"].as_str().unwrap().to_owned())
            .collect();
        if wanted(&found) {
            return found;
        }
    }
    panic!("{args:?} never came to be as wanted");
}

#[test]
fn retention_removes_the_oldest_finished_question_and_never_a_pending_one() {
    let place = Place::new();
    place.run(&["config", "set", "max_sessions", "2"]);
    // Not the same question three times: that would be a repetition.
    let waiting: Vec<Asking> = ["Red?", "Green?", "Blue?"]
        .iter()
        .map(|title| {
            let prompt = "It must be decided for the build to go on.";
            let options = ["--option", "a=Alpha", "--option", "b=Beta"];
            let asked = ["--title", title, "--prompt", prompt];
            place.ask(&[&asked[..], &options].concat())
        })
        .collect();
    let ids: Vec<String> = (0..3).map(|_| answer(&place, "Which?", &[])).collect();
    let kept = until(&place, &["--filter", "completed"], |found| found.len() == 2);
    assert_eq!(kept, [ids[2].as_str(), &ids[1]]);
    let said = place.run(&["show", &ids[0]]);
    assert_eq!(said.code, 1, "{said:?}");
    let pending = until(&place, &["--filter", "active"], |_| true);
    assert_eq!(
        pending,
        waiting.iter().map(|one| one.id.clone()).collect::<Vec<_>>()
    );
    assert_eq!(place.run(&["audit", "verify"]).code, 0);

    // A lower number counts as soon as it is set, and when a hub starts.
    place.run(&["config", "set", "max_sessions", "1"]);
    let kept = until(&place, &["--filter", "completed"], |found| found.len() == 1);
    assert_eq!(kept, [ids[2].as_str()]);
    assert_eq!(until(&place, &["--filter", "active"], |_| true).len(), 3);
}

#[test]
fn retention_is_applied_when_a_hub_starts() {
    let place = Place::new();
    let ids: Vec<String> = (0..2).map(|_| answer(&place, "Which?", &[])).collect();
    place.run(&["stop"]);
    place.run(&["config", "set", "max_sessions", "1"]);
    assert_eq!(place.json(&["status", "--json"])["running"], false);
    let kept = until(&place, &["--filter", "completed"], |found| found.len() == 1);
    assert_eq!(kept, [ids[1].as_str()]);
}
