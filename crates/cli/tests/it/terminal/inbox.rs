//! `sayso inbox`: what arrives, what is opened, what others answer.

use super::ask;
use super::screen::{CTRL_C, ENTER, ESC, Screen};
use crate::place::Place;

#[test]
fn inbox_lists_waiting_questions_and_answers_one() {
    let place = Place::new();
    let first = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["inbox"]);
    screen.until("1 question is waiting");
    screen.until("▌ Which database?");
    let second = place.ask_single();
    screen.until("2 questions are waiting");
    let raw = String::from_utf8_lossy(&screen.raw).into_owned();
    assert_eq!(raw.matches("\u{1b}]9;").count(), 1, "rings once");
    assert!(raw.contains("\u{1b}]0;(2) sayso\u{7}"), "{raw:?}");
    assert_eq!(place.run(&["answer", &second.id, "--select", "a"]).code, 0);
    screen.until("answered by you (command line");
    screen.until("1 question is waiting");
    screen.until("Enter open");
    screen.press(ENTER);
    screen.until("Ctrl+S send");
    screen.press(ESC);
    screen.until("1 question is waiting");
    screen.press(ENTER);
    screen.until("Ctrl+S send");
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    screen.until("No questions are waiting.");
    screen.press("q");
    assert_eq!(screen.end().code, 0);
    assert_eq!(first.end().out, "lite\n");
    second.end();
}

#[test]
fn inbox_interrupted_decides_nothing() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["inbox"]);
    screen.until("▌ Which database?");
    screen.press("/sql-nothing");
    screen.until("Nothing matches.");
    screen.press(CTRL_C);
    let ended = screen.end();
    assert_eq!((ended.code, ended.left.trim()), (0, ""));
    assert_eq!(
        place.json(&["show", &asking.id, "--json"])["status"],
        "pending"
    );
    place.run(&["cancel", &asking.id]);
    asking.end();
}
