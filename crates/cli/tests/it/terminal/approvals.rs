//! Actions that wait for permission, on the screen and where they were asked.

use super::screen::{CTRL_S, ENTER, PAGE_DOWN, Screen};
use crate::approving::script;
use crate::place::Place;

#[test]
fn approve_in_a_terminal_asks_and_runs_there() {
    let place = Place::new();
    script(&place, "echo it ran with \"$1\"; touch ran; exit 9");
    let data_dir = place.data_dir();
    let data_dir = data_dir.to_str().unwrap();
    let args = [
        "--data-dir",
        data_dir,
        "ask",
        "--approve",
        "--reason",
        "why not",
        "--",
        "./tool.sh",
        "one two",
    ];
    let mut screen = Screen::start_exactly(&place, &args);
    screen.ready();
    for part in ["Approval Run ./tool.sh", "  1 ./tool.sh", "  2 one two"] {
        assert!(screen.contents().contains(part), "{}", screen.contents());
    }
    while screen.contents().contains("more lines to read") {
        screen.press(PAGE_DOWN);
        let before = screen.contents();
        screen.until_that("a change", |now| now != before);
    }
    screen.until("│ why not");
    screen.press("1");
    screen.until("◉ 1 Approve");
    assert!(!place.home().join("ran").exists());
    screen.press(CTRL_S);
    let ended = screen.end();
    assert_eq!((ended.code, ended.line()), (9, "it ran with one two"));
    assert!(place.home().join("ran").exists());
}

#[test]
fn choose_allows_approval_only_after_the_action_was_read_to_its_end() {
    let place = Place::new();
    script(&place, "touch ran");
    let words: Vec<String> = (0..60).map(|number| format!("word-{number}")).collect();
    let mut args = vec!["--approve", "--", "./tool.sh"];
    args.extend(words.iter().map(String::as_str));
    let asking = place.ask(&args);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press("1");
    screen.until("◉ 1 Approve");
    screen.press(CTRL_S);
    screen.until("more lines to read");
    screen.press("2");
    screen.until("◉ 2 Deny");
    screen.press(CTRL_S);
    let ended = screen.end();
    assert_eq!(
        (ended.code, ended.line()),
        (0, "[SELECTION_COMPLETE] selected=deny")
    );
    assert_eq!(asking.end().code, 3);
    assert!(!place.home().join("ran").exists());
}

#[test]
fn choose_plain_prints_the_whole_action_of_an_approval() {
    let place = Place::new();
    script(&place, "touch ran");
    let asking = place.ask(&["--approve", "--reason", "tidy up", "--", "./tool.sh", " x"]);
    let mut screen = Screen::start(&place, &["choose", &asking.id, "--plain"]);
    screen.until("Number of your choice");
    for part in [
        "Approval",
        " 2 \" x\"",
        "Digest",
        " │ tidy up",
        "1. Approve",
    ] {
        assert!(
            screen.transcript().contains(part),
            "{}",
            screen.transcript()
        );
    }
    for (line, next) in [
        ("1", "Note on Approve"),
        ("", "Overall note"),
        ("", "Send this?"),
    ] {
        screen.press(line);
        screen.press(ENTER);
        screen.until(next);
    }
    screen.press("y");
    screen.press(ENTER);
    assert_eq!(screen.end().code, 0);
    assert_eq!(asking.end().code, 0);
    assert!(place.home().join("ran").exists());
}
