//! What happens around an answer: the hub is killed, the window shrinks, the language changes.

use rustix::process::{Pid, Signal, kill_process};

use super::ask;
use super::screen::{CTRL_S, END, ENTER, ESC, Screen, TAB};
use crate::place::Place;

/// The process of the hub that runs now, if one does.
fn hub(place: &Place) -> Option<Pid> {
    let status = place.run(&["status", "--json"]);
    let status: serde_json::Value = serde_json::from_str(&status.out).ok()?;
    Pid::from_raw(i32::try_from(status["pid"].as_i64()?).ok()?)
}

#[test]
fn choose_keeps_typed_text_when_the_hub_is_killed() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press(" ");
    screen.until("◉ 1");
    screen.press(TAB);
    screen.until("Ctrl+G editor");
    screen.press("before");
    screen.until("✎ before");
    let old = hub(&place).unwrap();
    kill_process(old, Signal::KILL).unwrap();
    screen.press(" and after");
    screen.until("✎ before and after");
    while hub(&place).is_none_or(|hub| hub == old) {}
    screen.until_gone("Reconnecting");
    screen.press(CTRL_S);
    screen.until("Your answer to sayso-ask:");
    screen.press(ENTER);
    let ended = screen.end();
    let line = r#"[SELECTION_COMPLETE] selected=lite annotations={"lite":"before and after"}"#;
    assert_eq!((ended.code, ended.line()), (0, line));
    assert_eq!(asking.end().out, "lite\n");
}

#[test]
fn choose_works_in_a_window_of_60_by_20() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.resize(60, 20);
    screen.until_that("the footer in the last row of twenty", |contents| {
        let rows: Vec<&str> = contents.lines().collect();
        rows.len() == 20 && rows[19].contains("? help") && contents.contains("JSON files")
    });
    screen.press(END);
    screen.until("▌ ○ 3 JSON files");
    screen.press("q");
    assert_eq!(screen.end().code, 6);
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_applies_settings_changed_elsewhere_to_the_open_question() {
    let place = Place::new();
    let asking = ask(
        &place,
        "text_input",
        &["--placeholder", "for example: tidy"],
    );
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.until("Ctrl+G editor");
    screen.until("for example: tidy");
    place.run(&["config", "set", "show_placeholder", "false"]);
    screen.until_gone("for example: tidy");
    screen.until("Overall note");
    place.run(&["config", "set", "annotations", "false"]);
    screen.until_gone("Overall note");
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_applies_a_time_limit_from_its_settings_view_to_the_question() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press("s");
    screen.until("Language of the portal");
    // Three of the terminal, four of the appearance, and the interface come before it.
    screen.press("jjjjjjjj");
    screen.until("▌ Time limit in seconds");
    screen.press(ENTER);
    screen.press("\u{7f}\u{7f}\u{7f}900");
    screen.press(ENTER);
    screen.until("sets none; 0 means no limit  900");
    screen.press(ESC);
    screen.until("14:5");
    let left = place.json(&["show", &asking.id, "--json"])["remaining_seconds"].as_u64();
    assert!(left > Some(800), "{left:?}");
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_changes_its_language_while_running() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press("s");
    screen.until("Language of the portal");
    screen.press("jjj");
    screen.until("▌ Language of the portal");
    screen.press(" ");
    screen.until("网页、终端和命令行使用的语言");
    screen.press(ESC);
    screen.until("提交回答");
    assert_eq!(place.run(&["config", "get", "language"]).out.trim(), "zh");
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_sends_no_colours_when_they_are_disabled() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    for (environment, coloured) in [(&[] as &[_], true), (&[("NO_COLOR", "1")], false)] {
        let mut screen = Screen::start_with(&place, &["choose", &asking.id], environment);
        screen.ready();
        let raw = String::from_utf8_lossy(&screen.raw).into_owned();
        let colours = raw.contains("\u{1b}[38;5;") || raw.contains("\u{1b}[3");
        assert_eq!(colours && raw.contains("38;5;"), coloured, "{raw:?}");
        screen.press("q");
        screen.end();
    }
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_shows_control_characters_of_an_agent_as_text() {
    let place = Place::new();
    let prompt = "Hidden: \u{202e}txt\u{200b} and \u{1b}]0;owned\u{7} in a prompt.";
    let asking = place.ask(&[
        "--title",
        "\u{1b}[2Jgone?",
        "--prompt",
        prompt,
        "--option",
        "a=x\ry",
    ]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    for part in [
        "<ESC>[2Jgone?",
        "<U+202E>txt<U+200B>",
        "<ESC>]0;owned<U+0007>",
        "x<CR>y",
    ] {
        assert!(
            screen.contents().contains(part),
            "{part} on\n{}",
            screen.contents()
        );
    }
    assert!(!String::from_utf8_lossy(&screen.raw).contains("]0;owned\u{7}"));
    place.run(&["cancel", &asking.id]);
    asking.end();
}
