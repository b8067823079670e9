//! An agent's shell is not the person. Here the test is the agent: it asks through `sayso mcp`, and
//! what it starts is refused. The person types into a shell on another terminal.

use std::fs;

use serde_json::{Value, json};

use crate::agent::{StdioAgent, question};
use crate::place::{Place, SAYSO, Said, UNGUARDED, said};
use crate::terminal::screen::{DOWN, ENTER, Screen};

/// Asks, and returns the agent with the question's id. The question waits in a terminal, so that
/// the agent is told its id immediately.
fn asked(place: &Place, mut arguments: Value) -> (StdioAgent, String) {
    let mut agent = StdioAgent::start(place, "codex");
    arguments["interface"] = json!("terminal");
    let id = ask(&mut agent, &arguments);
    (agent, id)
}

fn ask(agent: &mut StdioAgent, arguments: &Value) -> String {
    let handed = agent.ask(arguments);
    handed["session_id"]
        .as_str()
        .unwrap_or_else(|| panic!("{handed}"))
        .to_owned()
}

/// How the agent's shell runs a sayso command.
fn by_agent(place: &Place, args: &[&str]) -> Said {
    said(place.after_shell("true", args).output().unwrap())
}

fn refused(said: &Said) -> bool {
    said.code == 1 && said.err.contains("started by an agent")
}

/// Runs a sayso command as the person does, in a shell that they type into.
pub(crate) fn by_person(place: &Place, args: &str) -> Said {
    let mut shell = Screen::shell(place);
    let [out, err] = ["out", "err"].map(|name| place.home().join(name));
    let directory = place.data_dir();
    let line = format!(
        r#"{SAYSO} {args} --data-dir {} > {} 2> {}; echo "<""$?"">""#,
        directory.display(),
        out.display(),
        err.display(),
    );
    shell.press(&format!("{line}{ENTER}"));
    shell.until_that("the end of the command", |screen| code(screen).is_some());
    Said {
        code: code(&shell.contents()).unwrap(),
        out: fs::read_to_string(out).unwrap(),
        err: fs::read_to_string(err).unwrap(),
    }
}

/// The exit code between brackets, once it is there. The typed command has quotes in between.
fn code(screen: &str) -> Option<i32> {
    let mut parts = screen.split('<').skip(1);
    parts.find_map(|part| part.split_once('>')?.0.parse().ok())
}

pub(crate) fn shown(place: &Place, id: &str) -> Value {
    let said = by_person(place, &format!("show {id} --json"));
    assert_eq!(said.code, 0, "{said:?}");
    serde_json::from_str(&said.out).unwrap()
}

pub(crate) fn refusals(detail: &Value) -> Vec<&Value> {
    let events = detail["events"].as_array().unwrap().iter();
    events
        .filter(|event| event["kind"] == "agent_refused")
        .map(|event| &event["data"])
        .collect()
}

#[test]
fn agents_shell_is_refused_every_command_that_only_a_person_may_run() {
    let place = Place::guarded();
    let (_agent, id) = asked(&place, question("one"));
    for command in [
        &["answer", &id, "--select", "a"][..],
        &["cancel", &id],
        &["extend", &id, "60"],
        &["choose", &id, "--plain"],
        &["inbox", "--plain"],
        &["show", &id],
        &["list"],
        &["history"],
        &["open", "--print"],
        &["token", "list"],
        &["token", "create", "mine"],
        &["config", "set", "agent_guard", "false"],
        &["audit", "verify"],
        &["audit", "export"],
        &["stop"],
    ] {
        let said = by_agent(&place, command);
        assert!(refused(&said), "{command:?}: {said:?}");
    }
    let said = by_agent(&place, &["answer", &id, "--select", "a"]);
    let test = std::process::id().to_string();
    let url = format!("/choice/{id}");
    for part in ["Only a person", &test, &url, "choose"] {
        assert!(said.err.contains(part), "{part} is not in {said:?}");
    }
    let detail = shown(&place, &id);
    assert_eq!(detail["status"], "pending");
    let found = refusals(&detail);
    let acts: Vec<&str> = found
        .iter()
        .map(|data| data["act"].as_str().unwrap())
        .collect();
    assert_eq!(
        acts,
        ["answer", "cancel", "extend", "answer", "see", "answer"]
    );
    assert_eq!(found[0]["process"]["program"], SAYSO);
    assert_eq!(found[0]["process"]["agent"]["sign"], "started_by");
    assert_eq!(found[0]["process"]["agent"]["pid"], std::process::id());
}

#[test]
fn trail_keeps_ten_refused_attempts_and_the_person_can_still_answer() {
    let place = Place::guarded();
    let (mut agent, id) = asked(&place, question("one"));
    for _ in 0..13 {
        assert!(refused(&by_agent(
            &place,
            &["answer", &id, "--select", "a"]
        )));
    }
    assert_eq!(refusals(&shown(&place, &id)).len(), 10);
    let said = by_person(&place, &format!("answer {id} --select b"));
    assert_eq!(said.code, 0, "{said:?}");
    let answered = agent.ask(&json!({"session_id": id}));
    assert_eq!(answered["selected_ids"], json!(["b"]));
    assert_eq!(answered["answered_by"]["surface"], "cli");
}

#[test]
fn answer_is_stored_with_the_process_that_sent_it() {
    let place = Place::guarded();
    let (_agent, id) = asked(&place, question("one"));
    assert_eq!(
        by_person(&place, &format!("answer {id} --select b")).code,
        0
    );
    let detail = shown(&place, &id);
    let events = detail["events"].as_array().unwrap();
    let answered = events
        .iter()
        .find(|event| event["kind"] == "answered")
        .unwrap();
    let process = &answered["data"]["by"]["process"];
    assert_eq!(process["program"], SAYSO);
    assert!(process["pid"].is_u64(), "{process}");
    let terminal = process["terminal"].as_str().unwrap();
    assert!(terminal.starts_with("/dev/pts/"), "{terminal}");
    assert_eq!(process["agent"], Value::Null);
    let text = by_person(&place, &format!("show {id}")).out;
    assert!(text.contains(&format!("terminal={terminal}")), "{text}");
}

#[test]
fn agent_guard_looks_through_launchers_between_agent_and_mcp() {
    for line in [
        r#"env A=1 "$0" "$@""#,
        r#"sh -c '"$0" "$@"; true' "$0" "$@""#,
        r#"timeout 60 nice "$0" "$@""#,
    ] {
        let place = Place::guarded();
        // Without `exec`: the shell stays in between.
        let command = place.after_shell(&format!("{line}; exit"), &["mcp"]);
        let mut agent = StdioAgent::start_as(command, "codex");
        let mut arguments = question("one");
        arguments["interface"] = json!("terminal");
        let id = ask(&mut agent, &arguments);
        let said = by_agent(&place, &["answer", &id, "--select", "a"]);
        assert!(refused(&said), "{line}: {said:?}");
        assert_eq!(
            by_person(&place, &format!("answer {id} --select a")).code,
            0
        );
    }
}

#[test]
fn agent_guard_remembers_an_agent_after_its_mcp_and_hub_are_killed() {
    let place = Place::guarded();
    let (agent, id) = asked(&place, question("one"));
    agent.kill();
    assert!(refused(&by_agent(
        &place,
        &["answer", &id, "--select", "a"]
    )));
    assert_eq!(by_person(&place, "stop").code, 0);
    let said = by_agent(&place, &["answer", &id, "--select", "a"]);
    assert!(refused(&said), "{said:?}");
    assert_eq!(
        by_person(&place, &format!("answer {id} --select a")).code,
        0
    );
}

#[test]
fn agent_guard_refuses_an_agents_variable_and_not_a_person_who_asked() {
    let place = Place::guarded();
    let asking = place.ask_single();
    let mut marked = place.command(&["answer", &asking.id, "--select", "a"]);
    let said = said(marked.env("CLAUDECODE", "1").output().unwrap());
    assert!(
        refused(&said) && said.err.contains("CLAUDECODE"),
        "{said:?}"
    );
    let found = shown(&place, &asking.id);
    let sign = &refusals(&found)[0]["process"]["agent"];
    assert_eq!(
        (&sign["sign"], &sign["agent"]),
        (&json!("variable"), &json!("Claude Code"))
    );
    // A shell that asks with `sayso ask` is still the person's.
    let script = format!("answer {} --select b", asking.id);
    assert_eq!(by_person(&place, &script).code, 0);
    assert_eq!(asking.end().code, 0);
}

#[test]
fn hand_off_command_answers_in_the_agents_terminal_and_is_marked() {
    let place = Place::guarded();
    let (mut agent, id) = asked(&place, question("one"));
    let mut screen = Screen::start(&place, &["choose", &id]);
    screen.ready();
    screen.press(DOWN);
    screen.until("▌ ○ 2 b");
    screen.press(ENTER);
    screen.until("▌Send answer");
    screen.press(ENTER);
    assert_eq!(screen.end().code, 0);
    let answered = agent.ask(&json!({"session_id": id}));
    assert_eq!(answered["selected_ids"], json!(["b"]), "{answered}");
    assert_eq!(answered["answered_by"]["surface"], "agent_terminal");
    let summary = answered["summary"].as_str().unwrap();
    assert!(summary.contains("the agent's own terminal"), "{summary}");
    let detail = shown(&place, &id);
    let viewed = detail["events"].as_array().unwrap().iter();
    let viewed = viewed.filter(|event| event["kind"] == "viewed");
    let surfaces: Vec<&Value> = viewed.map(|event| &event["data"]["surface"]).collect();
    assert_eq!(surfaces, ["agent_terminal"]);
}

#[test]
fn agents_terminal_follows_only_its_own_question() {
    let place = Place::guarded();
    let (mut agent, id) = asked(&place, question("one"));
    let mut another = question("two");
    another["interface"] = json!("terminal");
    let other = ask(&mut agent, &another);
    let mut screen = Screen::start(&place, &["choose", &id]);
    screen.ready();
    for decided in [&other, &id] {
        let said = by_person(&place, &format!("answer {decided} --select a"));
        assert_eq!(said.code, 0, "{said:?}");
    }
    let ended = screen.end();
    assert_eq!(ended.code, 5, "{ended:?}");
    let left = ended.left.replace('\n', "");
    assert!(left.contains(&format!("session_id={id}")), "{left}");
}

#[test]
fn agents_terminal_cannot_decide_destructive_or_other_questions() {
    let place = Place::guarded();
    let mut grave = question("grave");
    grave["risk"] = json!("destructive");
    let (mut agent, destructive) = asked(&place, grave);
    let choosing = |id: &str, more: &[&str]| {
        let args = [&["choose", id] as &[&str], more].concat();
        let ended = Screen::start(&place, &args).end();
        assert_eq!(ended.code, 1, "{ended:?}");
        assert!(
            ended.left.replace('\n', " ").contains("by an agent"),
            "{ended:?}"
        );
    };
    choosing(&destructive, &[]);
    choosing(&destructive, &["--plain"]);
    // One that was asked on the web was not handed to a terminal.
    let mut elsewhere = question("elsewhere");
    elsewhere["interface"] = json!("web");
    let call = agent.begin(&elsewhere);
    let waiting = || {
        let rows = by_person(&place, "list --json");
        let rows: Value = serde_json::from_str(&rows.out).unwrap();
        let mut rows = rows.as_array().unwrap().clone().into_iter();
        rows.find(|row| row["session_id"] != destructive.as_str())
    };
    let id = loop {
        if let Some(row) = waiting() {
            break row["session_id"].as_str().unwrap().to_owned();
        }
    };
    choosing(&id, &[]);
    assert_eq!(
        by_person(&place, &format!("answer {id} --select a")).code,
        0
    );
    agent.finish(call);
    assert_eq!(shown(&place, &destructive)["status"], "pending");
}

#[test]
fn agent_guard_off_lets_agents_answer_with_a_warning() {
    let place = Place::new();
    let (_agent, id) = asked(&place, question("one"));
    assert_eq!(by_agent(&place, &["answer", &id, "--select", "a"]).code, 0);
    let detail = shown(&place, &id);
    let events = detail["events"].as_array().unwrap();
    let answered = events
        .iter()
        .find(|event| event["kind"] == "answered")
        .unwrap();
    let sign = &answered["data"]["by"]["process"]["agent"]["sign"];
    assert_eq!(sign, "started_by");
    let status = place.run(&["status"]).out;
    assert!(status.contains("can answer for you"), "{status}");
    let doctor = place.run(&["doctor"]).out;
    assert!(doctor.contains("agent_guard is off"), "{doctor}");
    let on = place.run(&["config", "set", "agent_guard", "true"]);
    assert_eq!((on.code, on.err.as_str()), (0, ""), "{on:?}");
    let off = by_person(&place, "config set agent_guard false");
    assert!(
        off.code == 0 && off.err.contains("can answer for you"),
        "{off:?}"
    );
    let log = fs::read_to_string(place.data_dir().join("hub.log")).unwrap();
    assert!(log.contains("agent_guard is off"), "{log}");
}

/// What the record says of the guard, oldest first.
fn guard_events(place: &Place) -> Vec<String> {
    let said = by_person(place, "audit hub --json");
    assert_eq!(said.code, 0, "{said:?}");
    let events: Vec<Value> = serde_json::from_str(&said.out).unwrap();
    let kinds = events.iter().map(|event| event["kind"].as_str().unwrap());
    kinds.map(str::to_owned).collect()
}

#[test]
fn agent_guard_changes_are_recorded_even_while_no_hub_is_running() {
    let place = Place::guarded();
    let never = by_person(&place, "audit hub");
    assert_eq!((never.code, &*never.out), (0, ""));
    assert!(never.err.contains("never switched off"), "{never:?}");

    assert_eq!(by_person(&place, "config set agent_guard false").code, 0);
    assert_eq!(guard_events(&place), ["guard_off"]);
    assert_eq!(by_person(&place, "config set agent_guard true").code, 0);
    assert_eq!(guard_events(&place), ["guard_off", "guard_on"]);

    assert_eq!(by_person(&place, "stop").code, 0);
    fs::write(place.data_dir().join("settings.toml"), UNGUARDED).unwrap();
    let all = ["guard_off", "guard_on", "guard_off"];
    assert_eq!(guard_events(&place), all);
    // A hub that finds it as it was has nothing to add.
    assert_eq!(by_person(&place, "stop").code, 0);
    assert_eq!(guard_events(&place), all);

    let english = by_person(&place, "audit hub").out;
    assert!(
        english.contains("agent_guard was switched off"),
        "{english}"
    );
    assert_eq!(by_person(&place, "config set language zh").code, 0);
    let chinese = by_person(&place, "audit hub").out;
    assert!(chinese.contains("agent_guard 被关闭"), "{chinese}");
    assert_eq!(by_person(&place, "audit verify").code, 0);
}

#[test]
fn agents_shell_can_read_the_status_and_its_question_appears_in_the_portal() {
    let place = Place::guarded();
    let (_agent, _) = asked(&place, question("one"));
    let status = place.json(&["status", "--json"]);
    assert_eq!(status["agent_guard"], true);
    let reason = status["started_by_agent"].as_str().unwrap();
    assert!(reason.contains("started by an agent"), "{reason}");
    assert_eq!(
        by_agent(&place, &["config", "get", "timeout_seconds"]).code,
        0
    );
    // It waits for the person elsewhere instead of drawing the question here.
    let args = [
        "ask",
        "--title",
        "Which?",
        "--prompt",
        "One of the two must be taken.",
        "--option",
        "a",
        "--option",
        "b",
    ];
    let mut screen = Screen::start(&place, &args);
    screen.until("/choice/");
}
