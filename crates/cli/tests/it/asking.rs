//! `ask` and `demo`: a question goes out, the answer comes back.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::place::{Place, last, said};

const PROMPT: &str = "The release cannot go on without this decision.";

/// Asks with `question`, answers with `answer`, returns what `ask --json` printed.
fn result(place: &Place, question: &[&str], answer: &[&str]) -> Value {
    let common = ["--title", "Which?", "--prompt", PROMPT, "--json"];
    let asking = place.ask(&[&common as &[&str], question].concat());
    let answered = place.run(&[&["answer", &asking.id] as &[&str], answer].concat());
    assert_eq!(answered.code, 0, "{answered:?}");
    let said = asking.end();
    assert_eq!(said.code, 0, "{said:?}");
    let mut result: Value = serde_json::from_str(&said.out).unwrap();
    let object = result.as_object_mut().unwrap();
    for varying in [
        "session_id",
        "answered_by",
        "waited_ms",
        "summary",
        "interface",
    ] {
        assert!(
            object.remove(varying).is_some(),
            "{varying} is missing in {}",
            said.out
        );
    }
    result
}

#[test]
fn ask_prints_the_answer_of_each_mode() {
    let place = Place::new();
    let options = ["--option", "a", "--option", "b", "--option", "c"];
    for (question, answer, expected) in [
        (
            [&["--mode", "single"] as &[&str], &options].concat(),
            &["--select", "b", "--note", "b=soon"] as &[&str],
            json!({"action_status": "selected", "selected_ids": ["b"], "option_annotations": {"b": "soon"}}),
        ),
        (
            [
                &["--mode", "multi", "--min", "2", "--max", "3"] as &[&str],
                &options,
            ]
            .concat(),
            &["--select", "c", "--select", "a", "--annotation", "both"],
            json!({"action_status": "selected", "selected_ids": ["a", "c"], "global_annotation": "both"}),
        ),
        (
            ["--mode", "text_input"].to_vec(),
            &["--text", "two\nlines"],
            json!({"action_status": "custom_input", "custom_input": "two\nlines"}),
        ),
        (
            [&["--mode", "hybrid"] as &[&str], &options].concat(),
            &["--select", "a", "--text", "and more"],
            json!({"action_status": "selected", "selected_ids": ["a"], "custom_input": "and more"}),
        ),
        (
            [
                &["--mode", "multi", "--default", "c", "--default", "b"] as &[&str],
                &options,
            ]
            .concat(),
            &[],
            json!({"action_status": "selected", "selected_ids": ["b", "c"]}),
        ),
    ] {
        assert_eq!(result(&place, &question, answer), expected, "{question:?}");
    }
}

#[test]
fn ask_prints_the_answer_on_stdout_and_the_marker_on_stderr() {
    let place = Place::new();
    let asking = place.ask_single();
    assert_eq!(
        place
            .run(&["answer", &asking.id[..6], "--select", "a"])
            .code,
        0
    );
    let said = asking.end();
    assert_eq!((said.code, said.out.as_str()), (0, "a\n"));
    assert_eq!(last(&said.err), "[SELECTION_COMPLETE] selected=a");
}

#[test]
fn ask_exits_with_code_3_and_the_reason_when_cancelled() {
    let place = Place::new();
    let asking = place.ask_single();
    let cancelled = place.run(&["cancel", &asking.id, "--annotation", "wrong branch"]);
    let line = "[CANCELLED] additional_annotation=wrong branch";
    assert_eq!((cancelled.code, last(&cancelled.out)), (0, line));
    let said = asking.end();
    assert_eq!(
        (said.code, said.out.as_str(), last(&said.err)),
        (3, "", line)
    );
}

#[test]
fn ask_exits_with_code_4_and_no_answer_when_the_question_times_out() {
    let place = Place::new();
    assert_eq!(
        place
            .run(&["config", "set", "timeout_min_seconds", "1"])
            .code,
        0
    );
    let prompt = ["--title", "Which?", "--prompt", PROMPT, "--timeout", "1"];
    let said = place
        .ask(&[&prompt as &[&str], &["--option", "a", "--default", "a"]].concat())
        .end();
    assert_eq!(
        (said.code, said.out.as_str(), last(&said.err)),
        (4, "", "[TIMEOUT]")
    );
}

#[test]
fn ask_interrupted_leaves_the_question_pending() {
    let place = Place::new();
    let asking = place.ask_single();
    let id = asking.id.clone();
    kill_process(asking.pid(), Signal::INT).unwrap();
    let said = asking.end();
    assert_eq!((said.code, said.out.as_str()), (6, ""));
    assert!(
        said.err.contains(&format!("[UNDECIDED] session_id={id}")),
        "{said:?}"
    );
    assert!(said.err.contains(&format!("choose {id}")), "{said:?}");
    assert_eq!(place.json(&["show", &id, "--json"])["status"], "pending");
}

#[test]
fn ask_continues_to_wait_when_the_hub_is_killed() {
    let place = Place::new();
    let asking = place.ask_single();
    let hub = place.json(&["status", "--json"])["pid"].as_i64().unwrap();
    kill_process(
        Pid::from_raw(i32::try_from(hub).unwrap()).unwrap(),
        Signal::KILL,
    )
    .unwrap();
    assert_eq!(place.run(&["answer", &asking.id, "--select", "b"]).code, 0);
    let said = asking.end();
    assert_eq!((said.code, said.out.as_str()), (0, "b\n"));
    let new = place.json(&["status", "--json"])["pid"].as_i64().unwrap();
    assert_ne!(new, hub);
}

#[test]
fn ask_refuses_an_invalid_question_with_all_its_problems() {
    let place = Place::new();
    let args = [
        "ask", "--title", " ", "--prompt", "short", "--mode", "both", "--json",
    ];
    let said = place.run(&args);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    let error: Value = serde_json::from_str(&said.err).unwrap();
    let problems = error["error"]["problems"].as_array().unwrap();
    let fields: Vec<&str> = problems
        .iter()
        .map(|one| one["field"].as_str().unwrap())
        .collect();
    for field in ["title", "prompt", "selection_mode"] {
        assert!(fields.contains(&field), "{field} is not in {fields:?}");
    }
    assert_eq!(place.json(&["list", "--json"]), json!([]));
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "runs the printed lines as a person would"
)]
fn demo_ends_when_its_suggested_commands_have_been_run() {
    let place = Place::new();
    let mut demo = place
        .command(&["demo"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(demo.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let mut answered = 0;
    while answered < 6 {
        let line = out.next().expect("the demo names six lines to type");
        // The action of an approval is read first; the lines say yes to it.
        let line = if line.contains(" choose ") {
            format!("printf '1\\n\\n\\ny\\n' |{line}")
        } else {
            line
        };
        if line.contains(" answer ") && line.starts_with("  ") || line.starts_with("printf") {
            let typed = Command::new("/bin/sh")
                .args(["-c", &line])
                .output()
                .unwrap();
            assert!(typed.status.success(), "{line}: {typed:?}");
            answered += 1;
        }
    }
    let rest: Vec<String> = out.collect();
    let results = rest
        .iter()
        .filter(|line| line.contains("[SELECTION_COMPLETE]"))
        .count();
    assert_eq!(results, 6, "{rest:?}");
    assert!(
        rest.iter().any(|line| line.contains("install claude-code")),
        "{rest:?}"
    );
    assert_eq!(demo.wait().unwrap().code(), Some(0));
}

#[test]
fn demo_interrupted_keeps_its_questions() {
    let place = Place::new();
    let mut demo = place
        .command(&["demo"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let out = BufReader::new(demo.stdout.take().unwrap());
    let mut lines = out.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("Ctrl+C")));
    kill_process(Pid::from_child(&demo), Signal::INT).unwrap();
    let said = said(demo.wait_with_output().unwrap());
    assert_eq!(said.code, 6, "{said:?}");
    assert!(said.err.contains(" list"), "{said:?}");
    assert_eq!(
        place
            .json(&["list", "--filter", "active", "--json"])
            .as_array()
            .unwrap()
            .len(),
        6
    );
}
