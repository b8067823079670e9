//! The terminal hand-off as an agent and its person live it: command out, poll, answer, poll.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::agent::{StdioAgent, question};
use crate::place::Place;

#[test]
fn hand_off_command_given_to_the_agent_answers_the_question() {
    let place = Place::new();
    let window = place.run(&["config", "set", "poll_window_seconds", "1"]);
    assert_eq!(window.code, 0, "{window:?}");
    let mut agent = StdioAgent::start(&place, "codex");
    let mut asked = question("handed off");
    asked["interface"] = json!("terminal");
    let handed = agent.ask(&asked);
    assert_eq!(handed["action_status"], "pending");
    let command = handed["terminal_command"].as_str().unwrap().to_owned();
    assert!(
        command.starts_with('/') && command.contains(" choose "),
        "{command}"
    );
    let poll = json!({"session_id": handed["session_id"]});
    let still = agent.ask(&poll);
    assert_eq!(still["action_status"], "pending", "{still}");
    assert_eq!(still["terminal_command"], handed["terminal_command"]);

    // Exactly that string, in a shell; `--plain` because a test has no terminal.
    #[expect(
        clippy::disallowed_methods,
        reason = "the shell the person pastes it into"
    )]
    let mut shell = Command::new("sh");
    let mut pasted = shell
        .args(["-c", &format!("{command} --plain")])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let typed = b"2\nonly this once\n\ny\n";
    pasted.stdin.take().unwrap().write_all(typed).unwrap();
    assert_eq!(pasted.wait().unwrap().code(), Some(0));

    let answered = agent.ask(&poll);
    assert_eq!(answered["selected_ids"], json!(["b"]));
    assert_eq!(
        answered["option_annotations"],
        json!({"b": "only this once"})
    );
    assert_eq!(answered["answered_by"]["surface"], "terminal");
}
