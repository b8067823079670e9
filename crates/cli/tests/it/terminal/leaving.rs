//! The other ends: cancelled, left, timed out, answered elsewhere, moved to the browser.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, kill_process};

use super::ask;
use super::screen::{CTRL_C, ENTER, ESC, Screen, TAB};
use crate::place::Place;

#[test]
fn choose_cancel_asks_for_a_reason_and_exits_with_code_3() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press("c");
    screen.until("Cancel this question?");
    screen.press(ESC);
    screen.until_gone("Cancel this question?");
    screen.press(CTRL_C);
    screen.until("Cancel this question?");
    screen.press("wrong repository");
    screen.until("wrong repository");
    screen.press(ENTER);
    let ended = screen.end();
    let line = "[CANCELLED] additional_annotation=wrong repository";
    assert_eq!((ended.code, ended.line()), (3, line));
    assert_eq!(asking.end().code, 3);
}

#[test]
fn choose_exits_undecided_at_the_second_interrupt() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press(CTRL_C);
    screen.until("Cancel this question?");
    screen.press(CTRL_C);
    let ended = screen.end();
    let line = format!("[UNDECIDED] session_id={}", asking.id);
    assert_eq!((ended.code, ended.line()), (6, line.as_str()));
    assert_eq!(
        place.json(&["show", &asking.id, "--json"])["status"],
        "pending"
    );
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_exits_with_code_5_when_the_question_is_answered_elsewhere() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    assert_eq!(place.run(&["answer", &asking.id, "--select", "pg"]).code, 0);
    let ended = screen.end();
    assert_eq!(ended.code, 5);
    let line = format!("[ANSWERED_ELSEWHERE] session_id={}", asking.id);
    assert!(
        ended.left.replace('\n', "").contains(&line),
        "{}",
        ended.left
    );
    asking.end();
    let late = Screen::start(&place, &["choose", &asking_id(&place)]).end();
    assert_eq!(late.code, 5);
}

fn asking_id(place: &Place) -> String {
    let all = place.json(&["list", "--filter", "all", "--json"]);
    all[0]["session_id"].as_str().unwrap().to_owned()
}

#[test]
fn choose_keeps_typed_text_in_view_when_the_question_is_answered_elsewhere() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press(TAB);
    screen.until("Ctrl+G editor");
    screen.press("my own words");
    screen.until("my own words");
    assert_eq!(place.run(&["answer", &asking.id, "--select", "pg"]).code, 0);
    screen.until("answered by you (command line");
    screen.until("Your unsent draft");
    assert!(screen.contents().contains("my own words"));
    screen.press(ENTER);
    assert_eq!(screen.end().code, 5);
    asking.end();
}

#[test]
fn choose_extends_the_deadline_through_the_hub() {
    let place = Place::new();
    let asking = ask(&place, "single", &["--timeout", "45"]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    assert!(screen.contents().contains("0:4"), "{}", screen.contents());
    screen.press("+");
    screen.until("Five more minutes.");
    screen.until("5:4");
    let left = place.json(&["show", &asking.id, "--json"])["remaining_seconds"].clone();
    assert!(left.as_u64().unwrap() > 300, "{left}");
    screen.press("q");
    assert_eq!(screen.end().code, 6);
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_hands_the_question_to_the_browser() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press(" ");
    screen.until("◉ 1");
    screen.press("w");
    let ended = screen.end();
    let line = format!("[UNDECIDED] session_id={}", asking.id);
    assert_eq!((ended.code, ended.line()), (6, line.as_str()));
    assert!(
        ended
            .left
            .replace('\n', "")
            .contains(&format!("/choice/{}", asking.id))
    );
    let shown = place.json(&["show", &asking.id, "--json"]);
    assert_eq!(
        (&shown["interface"], &shown["status"]),
        (&"web".into(), &"pending".into())
    );
    assert_eq!(shown["draft"]["selected_ids"][0], "lite");
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_returns_to_the_shell_before_the_browser_has_signed_in() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    // A browser that never signs in. It says who opened it; reading the pipe waits for that.
    let browser = place.home().join("browser");
    let opener = place.home().join("opener");
    mknodat(CWD, &opener, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let script = format!("#!/bin/sh\necho $PPID > '{}'\n", opener.display());
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, Permissions::from_mode(0o700)).unwrap();
    let environment = [("BROWSER", browser.to_str().unwrap())];
    let mut screen = Screen::start_with(&place, &["choose", &asking.id], &environment);
    screen.ready();
    screen.press("w");
    assert_eq!(screen.end().code, 6);
    let opener = fs::read_to_string(&opener).unwrap();
    let opener = Pid::from_raw(opener.trim().parse().unwrap()).unwrap();
    kill_process(opener, Signal::INT).unwrap();
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_exits_with_code_4_when_the_question_times_out() {
    let place = Place::new();
    let set = place.run(&["config", "set", "timeout_min_seconds", "1"]);
    assert_eq!(set.code, 0, "{set:?}");
    let asking = ask(&place, "single", &["--timeout", "2"]);
    let ended = Screen::start(&place, &["choose", &asking.id]).end();
    assert_eq!((ended.code, ended.line()), (4, "[TIMEOUT]"));
    assert_eq!(asking.end().code, 4);
}
