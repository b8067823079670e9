//! `answer`, `cancel`, `extend`, `choose`: what a person does from the command line.

use std::process::Stdio;

use serde_json::Value;

use crate::place::{Place, last, said};

#[test]
fn one_of_eight_concurrent_answers_wins_and_the_others_are_told_which() {
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
        let by_you = "error: this question is finished: answered by you (command line, ";
        assert!(said.err.contains(by_you), "{said:?}");
        assert!(!said.err.contains("ask again"), "{said:?}");
        let show = format!("show {}", &asking.id[..8]);
        assert!(
            said.err.contains("hint: ") && said.err.contains(&show),
            "{said:?}"
        );
    }
    let chosen = won[0].out.trim_end().rsplit('=').next().unwrap();
    assert_eq!(asking.end().out, format!("{chosen}\n"));
}

#[test]
fn invalid_answer_is_refused_and_the_question_stays_open() {
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
fn answer_selects_an_option_by_id_label_or_number() {
    let place = Place::new();
    for (given, id) in [("a", "a"), ("Beta", "b"), ("alpha", "a"), ("2", "b")] {
        let asking = place.ask_single();
        let said = place.run(&["answer", &asking.id, "--select", given, "--note", "1=fine"]);
        let line = format!("[SELECTION_COMPLETE] selected={id}");
        assert!(last(&said.out).starts_with(&line), "{given} {said:?}");
        assert_eq!(asking.end().out, format!("{id}\n"));
    }
}

/// The words after `hint: `, as a shell would take them.
fn hinted(err: &str) -> Vec<String> {
    let hint = last(err).strip_prefix("hint: ").unwrap();
    let words = hint.split(' ').skip_while(|word| *word != "answer");
    words.map(|word| word.replace('\'', "")).collect()
}

#[test]
fn answer_error_is_printed_once_with_a_hint_that_works() {
    let place = Place::new();
    for (more, wrong, words) in [
        (
            &[] as &[&str],
            &["--select", "z"] as &[&str],
            "error: there is no option \"z\"; the options are a (Alpha), b (Beta)\n",
        ),
        (&[], &["--none"], "error: 0 chosen; choose at least 1\n"),
        (
            &["--mode", "multi", "--min", "2"],
            &["--select", "a"],
            "error: 1 chosen; choose at least 2\n",
        ),
        (&[], &["--text", "x"], "error: 2 problems\n  - "),
    ] {
        let prompt = "One of the two must be taken for the build to go on.";
        let asked = ["--title", "Which one?", "--prompt", prompt];
        let options = ["--option", "a=Alpha", "--option", "b=Beta"];
        let asking = place.ask(&[&asked, &options, more].concat());
        let said = place.run(&[&["answer", &asking.id], wrong].concat());
        assert_eq!(said.code, 1, "{said:?}");
        assert!(said.err.starts_with(words), "{said:?}");
        assert!(!said.err.contains("selected_ids"), "{said:?}");
        let hinted = hinted(&said.err);
        let hinted: Vec<&str> = hinted.iter().map(String::as_str).collect();
        let said = place.run(&hinted);
        assert_eq!(said.code, 0, "{hinted:?} {said:?}");
        asking.end();
    }
}

#[test]
fn timed_out_question_is_not_attributed_to_a_setting() {
    let place = Place::new();
    place.run(&["config", "set", "timeout_min_seconds", "1"]);
    let prompt = "One of the two must be taken for the build to go on.";
    let asked = [
        "--title",
        "Which one?",
        "--prompt",
        prompt,
        "--timeout",
        "1",
    ];
    let asking = place.ask(&[&asked[..], &["--option", "a", "--option", "b"]].concat());
    let id = asking.id.clone();
    assert_eq!(asking.end().code, 4);
    let said = place.run(&["answer", &id, "--select", "a"]);
    assert_eq!((said.code, last(&said.out)), (4, "[TIMEOUT]"), "{said:?}");
    let words = "error: this question is finished: timed out (";
    assert!(said.err.starts_with(words), "{said:?}");
    let shown = place.run(&["show", &id]).out;
    assert!(shown.contains("\nTimed out ("), "{shown}");
    for untrue in ["auto-submit", "(-)", "ask again"] {
        assert!(!said.err.contains(untrue), "{said:?}");
        assert!(!shown.contains(untrue), "{shown}");
    }
}

#[test]
fn show_marks_the_chosen_option_of_a_finished_question() {
    let place = Place::new();
    let asking = place.ask_single();
    let shown = place.run(&["show", &asking.id]).out;
    assert!(shown.contains("  1 [ ] a: Alpha"), "{shown}");
    let args = ["answer", &asking.id, "--select", "b", "--note", "b=soon"];
    assert_eq!(place.run(&args).code, 0);
    let shown = place.run(&["show", &asking.id]).out;
    for line in [
        "  1 [ ] a: Alpha\n",
        "  2 [x] b: Beta (recommended)\n",
        "soon\n",
    ] {
        assert!(shown.contains(line), "{line:?} in {shown}");
    }
    assert!(!shown.contains("Choose one."), "{shown}");
    asking.end();
}

#[test]
fn overview_counts_open_questions_without_a_hub() {
    let place = Place::new();
    let nothing = place.run(&[]);
    assert!(
        nothing.out.starts_with("No hub is running, and no agent"),
        "{nothing:?}"
    );
    let asking = place.ask_single();
    rustix::process::kill_process(asking.pid(), rustix::process::Signal::INT).unwrap();
    assert_eq!(asking.end().code, 6);
    assert_eq!(place.run(&["stop"]).code, 0);
    for args in [&[] as &[&str], &["status"]] {
        let said = place.run(args);
        assert_eq!(said.code, 0, "{said:?}");
        assert!(said.out.contains("1 open question is saved"), "{said:?}");
        assert!(said.out.contains(" inbox"), "{said:?}");
    }
    let status = place.json(&["status", "--json"]);
    assert_eq!(
        (&status["running"], &status["pending"]),
        (&false.into(), &1.into())
    );
}

#[test]
fn extend_adds_time_to_the_remaining_time() {
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
fn answer_json_prints_the_whole_interaction() {
    let place = Place::new();
    let asking = place.ask_single();
    let answered = place.json(&["answer", &asking.id, "--select", "a", "--json"]);
    assert_eq!(answered["status"], "submitted");
    assert_eq!(answered["result"]["selected_ids"], serde_json::json!(["a"]));
    asking.end();
}

#[test]
fn choose_without_a_terminal_shows_the_question_and_decides_nothing() {
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
