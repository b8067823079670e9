//! `sayso run` on a terminal.

use super::screen::{CTRL_C, CTRL_S, ENTER, Screen};
use crate::place::Place;
use crate::tasks::{WAITS, open_gate, place, place_with, script};

/// Asks once, then is done.
const ASKS_ONCE: &str = "cat > /dev/null
if [ -e asked ]; then echo 'Changed it.'; else touch asked; echo 'Which file should I change?'; fi";

fn run(prompt: &str) -> [&str; 6] {
    ["run", prompt, "--agent", "shell", "--dir", "shop"]
}

fn only_task(place: &Place) -> serde_json::Value {
    place.json(&["task", "list", "--json"])[0].clone()
}

#[test]
fn run_on_a_terminal_takes_the_reply_there_and_goes_on() {
    let place = place_with(ASKS_ONCE);
    let mut screen = Screen::start(&place, &run("Rename the order"));
    screen.until("Ctrl+S send");
    screen.press("orders.rs");
    screen.until("orders.rs");
    screen.press(CTRL_S);
    let ended = screen.end();
    assert_eq!(ended.code, 0, "{}", ended.left);
    assert!(ended.left.contains("Changed it."), "{}", ended.left);
    let id = only_task(&place)["task_id"].clone();
    let task = place.json(&["task", "show", id.as_str().unwrap(), "--json"]);
    assert_eq!(task["status"], "COMPLETE");
    assert_eq!(task["replies"][0]["text"], "orders.rs");
}

#[test]
fn run_on_a_terminal_shows_text_of_the_agent_without_control_characters() {
    let place = place();
    let prompt = script(r"printf 'Done\033[2J here.\n'");
    let ended = Screen::start(&place, &run(&prompt)).end();
    assert_eq!(ended.code, 0);
    assert!(ended.left.contains("Done<ESC>[2J here."), "{}", ended.left);
}

#[test]
fn run_on_a_terminal_goes_on_without_it_after_ctrl_c() {
    let place = place();
    let prompt = script(WAITS);
    let mut screen = Screen::start(&place, &run(&prompt));
    screen.until("begun");
    screen.press(CTRL_C);
    let ended = screen.end();
    assert_eq!(ended.code, 6);
    assert!(ended.left.contains("--follow"), "{}", ended.left);
    assert_eq!(only_task(&place)["status"], "RUNNING");
    open_gate(&place);
}

#[test]
fn run_on_a_terminal_offers_to_cancel_the_task_after_a_second_ctrl_c() {
    let place = place();
    let prompt = script(WAITS);
    let mut screen = Screen::start(&place, &run(&prompt));
    screen.until("begun");
    screen.press(CTRL_C);
    screen.until("Press Ctrl+C again");
    screen.press(CTRL_C);
    screen.until("[y/N]");
    screen.press("y");
    screen.press(ENTER);
    let ended = screen.end();
    assert_eq!(ended.code, 3, "{}", ended.left);
    assert_eq!(only_task(&place)["status"], "CANCELLED");
}
