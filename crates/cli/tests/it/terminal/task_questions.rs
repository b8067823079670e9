//! What tasks ask, on the screen and line by line.

use serde_json::json;
use testkit::{form, permission};

use super::screen::{CTRL_S, ENTER, PAGE_DOWN, Screen};
use crate::place::Place;

#[test]
fn choose_fills_in_a_form_from_top_to_bottom() {
    let place = Place::new();
    let id = place.ask_for_task(form());
    let mut screen = Screen::start(&place, &["choose", &id]);
    screen.until("Ctrl+S send");
    screen.press("ana@example.org");
    screen.until("ana@example.org");
    screen.press(ENTER);
    screen.press(ENTER);
    screen.until("▌   ○ Yes");
    screen.press(ENTER);
    screen.until("◉ Yes");
    screen.press(CTRL_S);
    assert_eq!(screen.end().code, 0);
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(
        detail["result"]["fields"],
        json!({
            "mail": { "type": "text", "value": "ana@example.org" },
            "port": { "type": "number", "value": "8080" },
            "public": { "type": "boolean", "value": true },
        })
    );
}

#[test]
fn choose_allows_a_tool_call_only_after_it_was_read_to_its_end() {
    let place = Place::new();
    let id = place.ask_for_task(permission());
    let mut screen = Screen::start(&place, &["choose", &id]);
    screen.ready();
    screen.until("more lines to read");
    screen.press("1");
    screen.until("◉ 1 Yes");
    screen.press(CTRL_S);
    let mut seen = screen.contents();
    while screen.contents().contains("more lines to read") {
        screen.press(PAGE_DOWN);
        screen.until_that("a change", |now| now != seen);
        seen = screen.contents();
    }
    screen.press(CTRL_S);
    assert_eq!(screen.end().code, 0);
    let detail = place.json(&["show", &id, "--json"]);
    assert_eq!(detail["result"]["selected_ids"], json!(["allow"]));
}
