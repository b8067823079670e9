//! `answer`, `cancel`, `extend`, `choose`: what a person does from the command line.

use std::process::Stdio;

use serde_json::Value;

use crate::place::{Place, last, said};

#[test]
fn of_eight_answers_at_once_one_wins_and_seven_learn_who_it_was() {
    let place = Place::new();
    let asking = place.ask_single();
    let spawn = |choice| {
        let mut command = place.command(&["answer", &asking.id, "--select", choice]);
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let racers: Vec<_> = ["a", "b", "a", "b", "a", "b", "a", "b"].map(spawn).into();
    let ended: Vec<_> = racers
        .into_iter()
        .map(|one| said(one.wait_with_output().unwrap()))
        .collect();
    let (won, lost): (Vec<_>, Vec<_>) = ended.iter().partition(|said| said.code == 0);
    assert_eq!((won.len(), lost.len()), (1, 7), "{ended:?}");
    for said in lost {
        assert_eq!(said.code, 5, "{said:?}");
        let marker = format!(
            "[ANSWERED_ELSEWHERE] session_id={} status=submitted by=person surface=cli at=",
            asking.id
        );
        assert!(last(&said.out).starts_with(&marker), "{said:?}");
        assert!(said.err.contains("a person (command line)"), "{said:?}");
    }
    let chosen = won[0].out.trim_end().rsplit('=').next().unwrap();
    let label = if chosen == "a" { "Alpha\n" } else { "Beta\n" };
    assert_eq!(asking.end().out, label);
}

#[test]
fn an_answer_outside_the_rules_is_refused_and_the_question_stays() {
    let place = Place::new();
    let asking = place.ask_single();
    for wrong in [
        &["--select", "z"] as &[&str],
        &["--select", "a", "--select", "b"],
        &["--text", "x"],
        &["--none"],
    ] {
        let said = place.run(&[&["answer", &asking.id, "--json"] as &[&str], wrong].concat());
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{wrong:?}");
        let error: Value = serde_json::from_str(&said.err).unwrap();
        assert_eq!(error["error"]["code"], "invalid_request", "{wrong:?}");
    }
    assert_eq!(
        place.json(&["show", &asking.id, "--json"])["status"],
        "pending"
    );
    assert_eq!(place.run(&["cancel", &asking.id]).code, 0);
}

#[test]
fn more_time_is_added_to_what_is_left() {
    let place = Place::new();
    let asking = place.ask_single();
    let left = |value: &Value| value["remaining_seconds"].as_u64().unwrap();
    let before = left(&place.json(&["show", &asking.id, "--json"]));
    let after = left(&place.json(&["extend", &asking.id, "600", "--json"]));
    assert!(
        (before + 590..=before + 600).contains(&after),
        "{before} {after}"
    );
    assert_eq!(place.run(&["cancel", &asking.id]).code, 0);
    assert_eq!(place.run(&["extend", &asking.id, "600"]).code, 5);
}

#[test]
fn answering_prints_the_whole_interaction_when_a_program_reads_it() {
    let place = Place::new();
    let asking = place.ask_single();
    let answered = place.json(&["answer", &asking.id, "--select", "a", "--json"]);
    assert_eq!(answered["status"], "submitted");
    assert_eq!(answered["result"]["selected_ids"], serde_json::json!(["a"]));
    asking.end();
}

#[test]
fn choosing_without_a_terminal_shows_the_question_and_decides_nothing() {
    let place = Place::new();
    let asking = place.ask_single();
    let said = place.run(&["choose", &asking.id]);
    assert_eq!(said.code, 6);
    assert!(said.err.contains("2. Beta (recommended)"), "{said:?}");
    assert_eq!(
        last(&said.out),
        format!("[UNDECIDED] session_id={}", asking.id)
    );
    assert_eq!(place.run(&["answer", &asking.id, "--select", "a"]).code, 0);
    let said = place.run(&["choose", &asking.id]);
    assert_eq!(said.code, 5);
    assert!(said.out.starts_with("[ANSWERED_ELSEWHERE]"), "{said:?}");
}
