//! `--plain`: line by line, on a terminal and without one.

use std::io::Write;
use std::process::Stdio;

use super::ask;
use super::screen::{ENTER, Screen};
use crate::place::{Place, Said, last, said};
use crate::requester::Requester;

/// Runs `choose --plain` with these lines as input.
fn plain(place: &Place, id: &str, lines: &str) -> Said {
    let mut child = place
        .command(&["choose", id, "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(lines.as_bytes())
        .unwrap();
    said(child.wait_with_output().unwrap())
}

#[test]
fn inbox_plain_shows_its_numbered_list_again_after_every_answer() {
    let place = Place::new();
    let (first, second) = (ask(&place, "single", &[]), place.ask_single());
    let mut child = place
        .command(&["inbox", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"7\n1\n2\n\n\ny\n1\n1\n\n\ny\nq\n")
        .unwrap();
    drop(input);
    let said = said(child.wait_with_output().unwrap());
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    for part in [
        "1. Which database? (sayso-ask",
        "left, then it times out)",
        "2. Which one? (sayso-ask",
        "That number is not in the list.",
        "Sent.\n1. Which one?",
        "No questions are waiting.",
    ] {
        assert!(said.err.contains(part), "{part} in {}", said.err);
    }
    assert!(!said.err.contains('\u{1b}'), "{said:?}");
    assert_eq!(first.end().out, "pg\n");
    assert_eq!(second.end().out, "a\n");
}

#[test]
fn every_list_shows_questions_due_soon_first_then_the_oldest() {
    let place = Place::new();
    let asking = |title: &str, timeout: &str| {
        let more = ["--title", title, "--timeout", timeout];
        let options = [
            "--option",
            "a=A",
            "--option",
            "b=B",
            "--prompt",
            super::PROMPT,
        ];
        place.ask(&[&more[..], &options].concat())
    };
    let open = [
        asking("oldest", "3600"),
        asking("later", "7200"),
        asking("soon", "300"),
        asking("soonest", "60"),
    ];
    let expected = ["soonest", "soon", "oldest", "later"];
    let listed = place.json(&["list", "--json"]);
    let titles = listed.as_array().unwrap().iter().map(|row| &row["title"]);
    assert_eq!(titles.collect::<Vec<_>>(), expected);
    let snapshot = Requester::new(&place).snapshot();
    let titles = snapshot.iter().map(|row| row.title.as_str());
    assert_eq!(titles.collect::<Vec<_>>(), expected);
    let said = said(place.command(&["inbox", "--plain"]).output().unwrap());
    let rows = said.err.lines().filter_map(|line| line.split_once(". "));
    let titles = rows.map(|(_, row)| row.split(' ').next().unwrap());
    assert_eq!(titles.collect::<Vec<_>>(), expected, "{}", said.err);
    for asking in open {
        place.run(&["cancel", &asking.id]);
        asking.end();
    }
}

#[test]
fn choose_plain_answers_every_mode() {
    let place = Place::new();
    for (mode, lines, expected) in [
        ("single", "2\n\n\ny\n", "[SELECTION_COMPLETE] selected=pg"),
        (
            "multi",
            "9\n1 3\nversion 3\n\nall good\ny\n",
            r#"[SELECTION_COMPLETE] selected=lite,files annotations={"lite":"version 3"} additional_annotation=all good"#,
        ),
        (
            "text_input",
            "one\\\ntwo\n\ny\n",
            r#"[SELECTION_COMPLETE] custom_input="one\ntwo""#,
        ),
        (
            "hybrid",
            "r\nsmall\n\n\ny\n",
            r#"[SELECTION_COMPLETE] selected=lite custom_input="small""#,
        ),
    ] {
        let asking = ask(&place, mode, &[]);
        let said = plain(&place, &asking.id, lines);
        assert_eq!(
            (said.code, said.out.trim_end()),
            (0, expected),
            "{}",
            said.err
        );
        assert!(!said.err.contains('\u{1b}'), "{said:?}");
        asking.end();
    }
}

#[test]
fn choose_plain_decides_nothing_when_the_input_ends() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    for lines in ["", "2\n", "2\n\n\n", "q\n"] {
        let said = plain(&place, &asking.id, lines);
        let line = format!("[UNDECIDED] session_id={}", asking.id);
        assert_eq!(
            (said.code, last(&said.out)),
            (6, line.as_str()),
            "{lines:?}"
        );
    }
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_plain_cancels_with_a_reason() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let said = plain(&place, &asking.id, "c\nnot now\n");
    let line = "[CANCELLED] additional_annotation=not now";
    assert_eq!((said.code, said.out.trim_end()), (3, line));
    asking.end();
}

#[test]
fn choose_plain_requires_the_typed_label_for_a_destructive_answer() {
    let place = Place::new();
    let asking = ask(&place, "single", &["--risk", "destructive"]);
    let said = plain(&place, &asking.id, "1\n\n\ny\n1\n\n\nSQLite\n");
    let line = "[SELECTION_COMPLETE] selected=lite";
    assert_eq!((said.code, said.out.trim_end()), (0, line), "{}", said.err);
    asking.end();
}

#[test]
fn choose_plain_on_a_terminal_ends_when_the_question_is_answered_elsewhere() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id, "--plain"]);
    screen.until("Number of your choice");
    assert!(!String::from_utf8_lossy(&screen.raw).contains('\u{1b}'));
    assert_eq!(place.run(&["answer", &asking.id, "--select", "pg"]).code, 0);
    let ended = screen.end();
    assert_eq!(ended.code, 5, "{}", ended.left);
    asking.end();
}

#[test]
fn choose_plain_on_a_terminal_takes_typed_lines() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id, "--plain"]);
    screen.until("Number of your choice");
    screen.press("1");
    screen.press(ENTER);
    screen.until("Note on SQLite");
    screen.press(ENTER);
    screen.until("Overall note");
    screen.press(ENTER);
    screen.until("Send this?");
    // Typed before the prompt is there, the end of the line would come before it.
    screen.until_that("the prompt", |screen| screen.trim_end().ends_with('>'));
    screen.press("y");
    screen.press(ENTER);
    let ended = screen.end();
    assert_eq!(
        (ended.code, ended.line()),
        (0, "[SELECTION_COMPLETE] selected=lite")
    );
    asking.end();
}
