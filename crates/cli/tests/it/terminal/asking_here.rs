//! `sayso ask` on a terminal prompts right there.

use super::PROMPT;
use super::screen::{CTRL_C, ENTER, Screen};
use crate::place::Place;

const QUESTION: [&str; 9] = [
    "ask",
    "--title",
    "Which one?",
    "--prompt",
    PROMPT,
    "--option",
    "a=Alpha",
    "--option",
    "b=Beta",
];

#[test]
fn ask_in_a_terminal_takes_the_answer_there() {
    let place = Place::new();
    let mut screen = Screen::start(&place, &QUESTION);
    screen.ready();
    screen.press("2");
    screen.until("◉ 2");
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    let ended = screen.end();
    assert_eq!(ended.code, 0);
    assert_eq!(ended.left.trim(), "b\n[SELECTION_COMPLETE] selected=b");
    let all = place.json(&["list", "--filter", "all", "--json"]);
    assert_eq!(all[0]["delivery"], "delivered");
}

#[test]
fn ask_in_a_terminal_keeps_the_question_open_when_left() {
    let place = Place::new();
    let mut screen = Screen::start(&place, &QUESTION);
    screen.ready();
    screen.press(CTRL_C);
    screen.until("Cancel this question?");
    screen.press(CTRL_C);
    let ended = screen.end();
    assert_eq!(ended.code, 6);
    assert!(
        ended.left.contains("[UNDECIDED] session_id="),
        "{}",
        ended.left
    );
    assert_eq!(place.json(&["list", "--json"])[0]["status"], "pending");
}
