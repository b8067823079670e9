//! `sayso ask --approve`: what is approved runs, and nothing else does.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use client::ClientError;
use serde_json::{Value, json};

use crate::place::{Asking, Place};
use crate::requester::Requester;

/// A script of that text.
pub(crate) fn script(place: &Place, text: &str) -> PathBuf {
    let path = place.home().join("tool.sh");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
    path
}

pub(crate) fn approve(place: &Place, more: &[&str], command: &[&str]) -> Asking {
    place.ask(&[&["--approve"] as &[&str], more, &["--"], command].concat())
}

fn approved(place: &Place, id: &str) {
    let said = place.run(&["answer", id, "--select", "approve"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("tool.sh"), "{said:?}");
}

#[test]
fn approve_runs_the_command_as_written_and_returns_its_exit_code() {
    let place = Place::new();
    let text = r#"printf '<%s>' "$0" "$@"; pwd; echo aside >&2; touch ran; exit 7"#;
    script(&place, text);
    let arguments = ["./tool.sh", "a b", "", "$HOME", "*"];
    let asking = approve(&place, &["--reason", "for the test"], &arguments);
    assert!(!place.home().join("ran").exists());
    let detail = place.json(&["show", &asking.id, "--json"]);
    assert_eq!(detail["kind"], "approval");
    let action = &detail["question"]["action"];
    assert_eq!(action["argv"], json!(arguments));
    assert_eq!(action["directory"], json!(place.home()));
    let files = action["files"].as_array().unwrap();
    let paths: Vec<&Value> = files.iter().map(|file| &file["path"]).collect();
    assert_eq!(
        paths,
        [&json!(place.home().join("tool.sh")), &json!("/bin/sh")]
    );
    let shown = place.run(&["show", &asking.id]).out;
    for part in [
        "Approval\n",
        "  $HOME\n",
        "Reason given with the request\nfor the test",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(place.run(&["list"]).out.contains("Approval"));
    approved(&place, &asking.id);
    let said = asking.end();
    let home = place.home().display();
    assert_eq!(
        (said.code, said.out.as_str()),
        (7, format!("<./tool.sh><a b><><$HOME><*>{home}\n").as_str()),
        "{said:?}"
    );
    assert!(said.err.ends_with("aside\n"), "{said:?}");
    assert!(place.home().join("ran").exists());
    let all = place.json(&["list", "--filter", "all", "--json"]);
    assert_eq!(all[0]["delivery"], "delivered");
}

#[test]
fn approve_exits_with_128_plus_the_signal_that_ended_the_command() {
    let place = Place::new();
    script(&place, "kill -TERM $$");
    let asking = approve(&place, &[], &["./tool.sh"]);
    approved(&place, &asking.id);
    assert_eq!(asking.end().code, 128 + 15);
}

#[test]
fn approve_does_not_run_a_denied_or_cancelled_command_and_prints_the_reason() {
    let place = Place::new();
    script(&place, "touch ran");
    for (decision, told) in [
        (
            &["answer", "--select", "deny", "--annotation", "not today"] as &[&str],
            "Not run: denied. not today",
        ),
        (&["cancel"], "Not run: the question was cancelled."),
    ] {
        let asking = approve(&place, &[], &["./tool.sh"]);
        let args = [&decision[..1], &[&asking.id], &decision[1..]].concat();
        assert_eq!(place.run(&args).code, 0);
        let said = asking.end();
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{said:?}");
        assert!(said.err.contains(told), "{said:?}");
    }
    assert!(!place.home().join("ran").exists());
}

#[test]
fn approve_does_not_run_the_command_when_the_question_times_out() {
    let place = Place::new();
    script(&place, "touch ran");
    let set = place.run(&["config", "set", "timeout_min_seconds", "1"]);
    assert_eq!(set.code, 0, "{set:?}");
    let said = approve(&place, &["--timeout", "1"], &["./tool.sh"]).end();
    assert_eq!(said.code, 4, "{said:?}");
    assert!(said.err.contains("the approval timed out"), "{said:?}");
    assert!(!place.home().join("ran").exists());
}

#[test]
fn approve_asks_again_when_a_file_has_changed() {
    let place = Place::new();
    let path = script(&place, "touch ran-first");
    let mut asking = approve(&place, &[], &["./tool.sh"]);
    script(&place, "touch ran-second");
    approved(&place, &asking.id);
    let before = std::mem::take(&mut asking.id);
    let said = asking.again();
    let changed = format!("Not run: {} changed", path.display());
    assert!(said.contains(&changed), "{said}");
    assert_ne!(asking.id, before);
    assert!(!place.home().join("ran-first").exists());
    assert!(!place.home().join("ran-second").exists());
    approved(&place, &asking.id);
    assert_eq!(asking.end().code, 0);
    assert!(place.home().join("ran-second").exists());
}

#[test]
fn approve_gives_up_when_files_change_under_every_approval() {
    let place = Place::new();
    script(&place, "touch ran");
    let mut asking = approve(&place, &[], &["./tool.sh"]);
    for round in 0..3 {
        if round > 0 {
            asking.again();
        }
        script(&place, &format!("touch ran # {round}"));
        approved(&place, &asking.id);
    }
    let said = asking.end();
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err.contains("files changed during every approval"),
        "{said:?}"
    );
    assert!(!place.home().join("ran").exists());
}

#[test]
fn approve_does_not_ask_about_a_missing_program() {
    let place = Place::new();
    for name in ["./tool.sh", "no-such-program"] {
        let mut command = place.command(&["ask"]);
        let said = crate::place::said(command.args(["--approve", "--", name]).output().unwrap());
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
        assert!(
            said.err.contains(&format!("program not found: {name}")),
            "{said:?}"
        );
    }
    assert_eq!(
        place.json(&["list", "--filter", "all", "--json"]),
        json!([])
    );
}

#[test]
fn approve_interrupted_keeps_the_question_and_finds_it_when_repeated() {
    let place = Place::new();
    script(&place, "touch ran");
    let asking = approve(&place, &[], &["./tool.sh"]);
    let first = asking.id.clone();
    rustix::process::kill_process(asking.pid(), rustix::process::Signal::INT).unwrap();
    assert_eq!(asking.end().code, 6);
    let asking = approve(&place, &[], &["./tool.sh"]);
    assert_eq!(asking.id, first);
    approved(&place, &asking.id);
    assert_eq!(asking.end().code, 0);
    assert!(place.home().join("ran").exists());
}

#[test]
fn approval_answer_without_the_questions_digest_is_refused() {
    let place = Place::new();
    script(&place, "touch ran");
    let asking = approve(&place, &[], &["./tool.sh"]);
    let person = Requester::new(&place);
    let refused = person.answer_unseen(&asking.id, "approve");
    assert!(
        matches!(&refused, Err(ClientError::Refused { error, .. }) if error.code == "digest_required"),
        "{refused:?}"
    );
    let status = place.json(&["show", &asking.id, "--json"])["status"].clone();
    assert_eq!(status, "pending");
    assert_eq!(place.run(&["cancel", &asking.id]).code, 0);
    assert_eq!(asking.end().code, 3);
}

#[test]
fn approve_refuses_contradictory_arguments() {
    let place = Place::new();
    for wrong in [
        &["--approve"] as &[&str],
        &["--approve", "--title", "x", "--", "true"],
        &["--approve", "--json", "--", "true"],
        &["--title", "x", "--prompt", "y", "--", "true"],
        &["--reason", "x", "--title", "x", "--prompt", "y"],
        &["--title", "x"],
    ] {
        let mut command = place.command(&["ask"]);
        let said = crate::place::said(command.args(wrong).output().unwrap());
        assert_eq!(said.code, 2, "{wrong:?} {said:?}");
    }
}
