//! Confirming a request on the screen, and in `--plain`.

use std::io::Write;
use std::process::Stdio;

use protocol::HitlStatus;

use super::screen::{CTRL_C, ENTER, ESC, Screen};
use crate::place::{Place, Said, last, said};
use crate::requester::Requester;

/// A screen that shows the confirmation, with "Deploy now" chosen.
fn chosen(place: &Place, asker: &Requester) -> (String, Screen) {
    let id = asker.ask_to_confirm();
    let mut screen = Screen::start(place, &["choose", &id]);
    screen.ready();
    screen.until("▌ ○ 2 Wait");
    screen.press("1");
    screen.until("◉ 1 Deploy now");
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    screen.until("You chose Deploy now.");
    screen.ready();
    (id, screen)
}

#[test]
fn choose_confirms_the_chosen_option() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let (id, mut screen) = chosen(&place, &asker);
    assert!(screen.contents().contains("│ Customers see it at once."));
    assert!(screen.contents().contains("▌ 2 Choose another"));
    assert_eq!(
        place.json(&["show", &id, "--json"])["awaiting_confirmation"],
        true
    );
    screen.press("k");
    screen.until("▌ 1 Confirm");
    screen.press(ENTER);
    let ended = screen.end();
    assert_eq!(
        (ended.code, ended.line()),
        (0, "[SELECTION_COMPLETE] selected=go")
    );
    assert!(asker.outcome(&id).ok);
}

#[test]
fn choose_confirms_another_option_instead() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let (id, mut screen) = chosen(&place, &asker);
    screen.press("2");
    screen.until("▌ ◉ 1 Deploy now");
    screen.press("2");
    screen.until("◉ 2 Wait");
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    screen.until("You chose Wait.");
    screen.ready();
    screen.press("1");
    let ended = screen.end();
    assert_eq!(
        (ended.code, ended.line()),
        (0, "[SELECTION_COMPLETE] selected=wait")
    );
    assert_eq!(
        asker.outcome(&id).selected_option_id.as_deref(),
        Some("wait")
    );
}

#[test]
fn choose_reports_no_success_when_a_confirmation_is_declined_or_cancelled() {
    let place = Place::new();
    let asker = Requester::new(&place);
    for (keys, asks) in [("3", false), ("c", true)] {
        let (id, mut screen) = chosen(&place, &asker);
        screen.press(keys);
        if asks {
            screen.until("Cancel this question?");
            screen.press(ENTER);
        }
        let ended = screen.end();
        assert_eq!((ended.code, ended.line()), (3, "[CANCELLED]"));
        let result = asker.outcome(&id);
        assert_eq!((result.ok, result.status), (false, HitlStatus::Canceled));
    }
}

#[test]
fn choose_keeps_an_unconfirmed_choice_for_the_next_visit() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let (id, mut screen) = chosen(&place, &asker);
    screen.press(ESC);
    screen.until("▌ ◉ 1 Deploy now");
    screen.press(CTRL_C);
    screen.until("Cancel this question?");
    screen.press(CTRL_C);
    assert_eq!(screen.end().code, 6);
    let mut screen = Screen::start(&place, &["inbox"]);
    screen.until("chosen, waiting for your confirmation");
    screen.ready();
    screen.press(ENTER);
    screen.until("· terminal");
    screen.press(CTRL_C);
    assert_eq!(screen.end().code, 0);
    assert_eq!(place.run(&["answer", &id, "--confirm"]).code, 0);
    assert!(asker.outcome(&id).ok);
}

#[test]
fn choose_shows_a_choice_and_a_confirmation_made_elsewhere() {
    let place = Place::new();
    let asker = Requester::new(&place);
    let id = asker.ask_to_confirm();
    let mut screen = Screen::start(&place, &["choose", &id]);
    screen.ready();
    assert_eq!(place.run(&["answer", &id, "--select", "go"]).code, 6);
    screen.until("You chose Deploy now.");
    screen.until("· command line");
    assert_eq!(place.run(&["answer", &id, "--select", "wait"]).code, 6);
    screen.until("You chose Wait.");
    assert_eq!(place.run(&["answer", &id, "--confirm"]).code, 0);
    let ended = screen.end();
    assert_eq!(ended.code, 5, "{}", ended.left);
}

/// Runs `choose --plain` with these lines as input.
fn plain(place: &Place, id: &str, lines: &str) -> Said {
    let mut child = place
        .command(&["choose", id, "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    said(child.wait_with_output().unwrap())
}

#[test]
fn choose_plain_confirms_the_chosen_option() {
    let place = Place::new();
    let asker = Requester::new(&place);
    for (lines, code, line) in [
        ("1\n\nx\n1\n", 0, "[SELECTION_COMPLETE] selected=go"),
        ("1\n2\n2\n1\n", 0, "[SELECTION_COMPLETE] selected=wait"),
        ("1\n3\n", 3, "[CANCELLED]"),
        ("1\nc\n\n", 3, "[CANCELLED]"),
    ] {
        let id = asker.ask_to_confirm();
        let said = plain(&place, &id, lines);
        assert_eq!((said.code, last(&said.out)), (code, line), "{said:?}");
        for part in ["You chose Deploy now.", "1. Confirm", " │ Customers see"] {
            assert!(said.err.contains(part), "{part} in {}", said.err);
        }
    }
    let id = asker.ask_to_confirm();
    for lines in ["1\n", "", "q\n"] {
        assert_eq!(plain(&place, &id, lines).code, 6, "{lines:?}");
    }
    let said = plain(&place, &id, "1\n");
    assert_eq!(
        (said.code, last(&said.out)),
        (0, "[SELECTION_COMPLETE] selected=go")
    );
}
