//! Every mode answered with keys, and what the asker gets.

use serde_json::json;

use super::ask;
use super::screen::{CTRL_S, DOWN, ENTER, ESC, Screen, TAB};
use crate::place::Place;
use crate::requester::Requester;

#[test]
fn choose_sends_one_option_with_enter() {
    let place = Place::new();
    let asking = ask(&place, "single", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press(DOWN);
    screen.until("▌ ○ 2 PostgreSQL");
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    let ended = screen.end();
    assert_eq!(
        (ended.code, ended.line()),
        (0, "[SELECTION_COMPLETE] selected=pg")
    );
    assert_eq!(ended.left.trim(), ended.line());
    assert_eq!(asking.end().out, "pg\n");
}

#[test]
fn choose_shows_a_review_before_sending_several_options_with_a_note() {
    let place = Place::new();
    let asking = ask(&place, "multi", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press(" ");
    screen.until("[x] 1");
    screen.press(TAB);
    screen.until("Ctrl+G editor");
    screen.press("第三版");
    screen.until("✎ 第三版");
    screen.press(ENTER);
    screen.ready();
    screen.press("jj ");
    screen.until("[x] 3");
    screen.press(CTRL_S);
    screen.until("Your answer to sayso-ask:");
    screen.press(ENTER);
    let ended = screen.end();
    let line = r#"[SELECTION_COMPLETE] selected=lite,files annotations={"lite":"第三版"}"#;
    assert_eq!((ended.code, ended.line()), (0, line));
    assert_eq!(asking.end().out, "lite\nfiles\n");
}

#[test]
fn choose_sends_text_of_several_lines() {
    let place = Place::new();
    let asking = ask(
        &place,
        "text_input",
        &["--placeholder", "for example: tidy"],
    );
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.until("Ctrl+G editor");
    assert!(screen.contents().contains("for example: tidy"));
    screen.press("first");
    screen.until("✎ first");
    screen.press("\u{1b}\r");
    screen.press("second");
    screen.until("  second");
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    let ended = screen.end();
    let line = r#"[SELECTION_COMPLETE] custom_input="first\nsecond""#;
    assert_eq!((ended.code, ended.line()), (0, line));
    assert_eq!(asking.end().out, "first\nsecond\n");
}

#[test]
fn choose_sends_an_option_together_with_text() {
    let place = Place::new();
    let asking = ask(&place, "hybrid", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press("1");
    screen.until("◉ 1");
    screen.press("o");
    screen.until("Ctrl+G editor");
    screen.press("but 2 files");
    screen.until("✎ but 2 files");
    screen.press(CTRL_S);
    let ended = screen.end();
    let line = r#"[SELECTION_COMPLETE] selected=lite custom_input="but 2 files""#;
    assert_eq!((ended.code, ended.line()), (0, line));
    asking.end();
}

#[test]
fn choose_requires_the_typed_label_for_a_destructive_answer() {
    let place = Place::new();
    let asking = ask(&place, "single", &["--risk", "destructive"]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    assert!(screen.contents().contains("Destructive"));
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    screen.until("To confirm, type: SQLite");
    screen.press(ENTER);
    screen.until("Nothing was sent");
    screen.press("SQLite");
    screen.until("✎  SQLite");
    screen.press(ENTER);
    let ended = screen.end();
    assert_eq!(
        (ended.code, ended.line()),
        (0, "[SELECTION_COMPLETE] selected=lite")
    );
    asking.end();
}

#[test]
fn choose_fills_a_field_from_the_persons_editor() {
    use std::os::unix::fs::PermissionsExt;

    let place = Place::new();
    let editor = place.home().join("editor");
    std::fs::write(&editor, "#!/bin/sh\nprintf 'from the editor\\n' > \"$1\"\n").unwrap();
    std::fs::set_permissions(&editor, std::fs::Permissions::from_mode(0o700)).unwrap();
    let asking = ask(&place, "text_input", &[]);
    let editor = editor.to_str().unwrap();
    let mut screen = Screen::start_with(
        &place,
        &["choose", &asking.id],
        &[("VISUAL", editor), ("PATH", "/bin:/usr/bin")],
    );
    screen.until("Ctrl+G editor");
    screen.press("\u{7}");
    screen.until("✎ from the editor");
    screen.press(CTRL_S);
    let ended = screen.end();
    let line = r#"[SELECTION_COMPLETE] custom_input="from the editor""#;
    assert_eq!((ended.code, ended.line()), (0, line));
    asking.end();
}

#[test]
fn choose_keeps_text_typed_on_the_web_and_in_the_terminal() {
    let place = Place::new();
    let asking = ask(&place, "hybrid", &[]);
    let web = Requester::new(&place);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press("N");
    screen.until("Ctrl+G editor");
    // A page that knew the empty draft writes another field, and the same one.
    let draft = json!({"text": "my own way", "global_note": "from the web"});
    web.change_draft(&asking.id, draft, json!({}));
    screen.until("also being edited");
    screen.press("typed here");
    screen.until("from the web");
    screen.press(ESC);
    screen.ready();
    screen.press("q");
    assert_eq!(screen.end().code, 6);
    let draft = place.json(&["show", &asking.id, "--json"])["draft"].clone();
    let expected = json!({
        "selected_ids": [],
        "text": "my own way",
        "global_note": "typed here\nfrom the web",
        "placeholder_shown": false,
    });
    assert_eq!(draft, expected);
    place.run(&["cancel", &asking.id]);
    asking.end();
}

#[test]
fn choose_restores_the_draft_when_the_question_is_opened_again() {
    let place = Place::new();
    let asking = ask(&place, "multi", &[]);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.press(" ");
    screen.until("[x] 1");
    screen.press("N");
    screen.until("Ctrl+G editor");
    screen.press("half a thought");
    screen.until("half a thought");
    screen.press(ESC);
    screen.ready();
    screen.press("q");
    assert_eq!(screen.end().code, 6);
    let draft = place.json(&["show", &asking.id, "--json"])["draft"].clone();
    let expected = json!({
        "selected_ids": ["lite"],
        "global_note": "half a thought",
        "placeholder_shown": false,
    });
    assert_eq!(draft, expected);
    let mut screen = Screen::start(&place, &["choose", &asking.id]);
    screen.ready();
    screen.until("[x] 1");
    screen.until("✎ half a thought");
    place.run(&["cancel", &asking.id]);
    asking.end();
}
