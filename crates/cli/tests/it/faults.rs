//! What must survive: crashes of the hub, crashes of agents, strangers at the socket.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::agent::{HttpAgent, StdioAgent, question};
use crate::place::{Place, said};

/// How often a test checks for the expected state; each check starts a process.
const LOOKS_MAX: usize = 3_000;

/// Returns the pending questions by title.
fn pending(place: &Place) -> BTreeMap<String, Value> {
    let rows = place.json(&["list", "--json", "--filter", "active"]);
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| (row["title"].as_str().unwrap().to_owned(), row.clone()))
        .collect()
}

/// Waits until so many questions are pending.
pub(crate) fn until_pending(place: &Place, count: usize) -> BTreeMap<String, Value> {
    for _ in 0..LOOKS_MAX {
        let found = pending(place);
        if found.len() == count {
            return found;
        }
    }
    panic!("never {count} pending: {:?}", pending(place));
}

/// Waits until the row of `id` is as `wanted`.
pub(crate) fn until(place: &Place, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..LOOKS_MAX {
        let detail = place.json(&["show", id, "--json"]);
        if wanted(&detail) {
            return detail;
        }
    }
    panic!("not as wanted: {}", place.json(&["show", id, "--json"]));
}

pub(crate) fn id(row: &Value) -> String {
    row["session_id"].as_str().unwrap().to_owned()
}

pub(crate) fn kill_hub(place: &Place) {
    let pid = place.json(&["status", "--json"])["pid"].as_i64().unwrap();
    let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
}

#[test]
fn three_concurrent_agents_each_get_the_answer_to_their_own_question() {
    let place = Place::new();
    let token = place.json(&["token", "create", "ci", "--json"])["secret"]
        .as_str()
        .unwrap()
        .to_owned();
    let port = u16::try_from(place.json(&["status", "--json"])["port"].as_u64().unwrap()).unwrap();
    let http = HttpAgent { port, token };
    let mut codex = StdioAgent::start(&place, "codex");
    let mut claude = StdioAgent::start(&place, "claude-code");
    let first = codex.begin(&question("of codex"));
    let second = claude.begin(&question("of claude"));
    let third = http.begin(&question("of http"));
    let rows = until_pending(&place, 3);
    assert_eq!(rows["of codex"]["asker"], "codex");
    assert_eq!(rows["of http"]["asker"], "http-agent");

    let theirs = id(&rows["of claude"]);
    let mut stranger = StdioAgent::start(&place, "stranger");
    let refused = stranger.begin(&json!({"session_id": theirs}));
    let refused = stranger.finish(refused);
    assert_eq!(refused["isError"], true);
    assert_eq!(
        refused["structuredContent"]["error"]["code"],
        "unknown_session"
    );

    for (title, option, note) in [
        ("of claude", "b", "for claude"),
        ("of http", "a", "for http"),
        ("of codex", "a", "for codex"),
    ] {
        let answered = place.run(&[
            "answer",
            &id(&rows[title]),
            "--select",
            option,
            "--annotation",
            note,
        ]);
        assert_eq!(answered.code, 0, "{answered:?}");
    }
    let result = |result: &Value| {
        (
            result["selected_ids"][0].as_str().unwrap().to_owned(),
            result["global_annotation"].clone(),
        )
    };
    assert_eq!(
        result(&codex.finish(first)["structuredContent"]),
        ("a".into(), json!("for codex"))
    );
    assert_eq!(
        result(&claude.finish(second)["structuredContent"]),
        ("b".into(), json!("for claude"))
    );
    assert_eq!(result(&third.finish()), ("a".into(), json!("for http")));
}

#[test]
fn same_question_from_two_concurrent_processes_is_asked_twice() {
    let place = Place::new();
    let mut one = StdioAgent::start(&place, "codex");
    let mut other = StdioAgent::start(&place, "codex");
    let first = one.begin(&question("equal"));
    let second = other.begin(&question("equal"));
    let rows = loop {
        let rows = place.json(&["list", "--json", "--filter", "active"]);
        if rows.as_array().unwrap().len() == 2 {
            break rows;
        }
    };
    for row in rows.as_array().unwrap() {
        assert_eq!(place.run(&["answer", &id(row), "--select", "a"]).code, 0);
    }
    let first = one.finish(first)["structuredContent"]["session_id"].clone();
    let second = other.finish(second)["structuredContent"]["session_id"].clone();
    assert_ne!(first, second);
}

#[test]
fn killed_hub_restarts_with_every_question_and_answer() {
    let place = Place::new();
    let mut agents: Vec<StdioAgent> = (0..11)
        .map(|n| StdioAgent::start(&place, &format!("agent-{n}")))
        .collect();
    let calls: Vec<u64> = agents
        .iter_mut()
        .enumerate()
        .map(|(n, agent)| agent.begin(&question(&format!("question {n}"))))
        .collect();
    let rows = until_pending(&place, 11);
    let answered = id(&rows["question 0"]);
    // No call reads the answer before the hub is killed: it must be found again.
    agents.remove(0).kill();
    until(&place, &answered, |detail| {
        detail["asker_state"] == "disconnected"
    });
    assert_eq!(place.run(&["answer", &answered, "--select", "b"]).code, 0);
    kill_hub(&place);

    let left = pending(&place);
    assert_eq!(left.len(), 10);
    for row in left.values() {
        let remaining = row["remaining_seconds"].as_u64().unwrap();
        assert!((200..=300).contains(&remaining), "{row}");
    }
    let mut restarted = StdioAgent::start(&place, "agent-0");
    let polled = restarted.ask(&json!({"session_id": answered}));
    assert_eq!(
        (polled["action_status"].as_str(), &polled["selected_ids"]),
        (Some("selected"), &json!(["b"]))
    );

    // The ten questions that were waiting when the hub was killed are still waiting.
    for (n, (agent, call)) in agents.iter_mut().zip(&calls[1..]).enumerate() {
        let row = &left[&format!("question {}", n + 1)];
        assert_eq!(place.run(&["answer", &id(row), "--select", "a"]).code, 0);
        assert_eq!(
            agent.finish(*call)["structuredContent"]["selected_ids"],
            json!(["a"])
        );
    }
}

#[test]
fn killed_agent_leaves_its_question_pending_for_its_successor() {
    let place = Place::new();
    let mut agent = StdioAgent::start(&place, "codex");
    agent.begin(&question("still open"));
    let id = id(&until_pending(&place, 1)["still open"]);
    until(&place, &id, |detail| detail["asker_state"] == "waiting");
    agent.kill();
    let left = until(&place, &id, |detail| {
        detail["asker_state"] == "disconnected"
    });
    assert_eq!(left["status"], "pending");
    let answered = place.json(&["answer", &id, "--select", "a", "--json"]);
    assert_eq!(answered["delivery"], "saved");
    let polled = StdioAgent::start(&place, "codex").ask(&json!({"session_id": id}));
    assert_eq!(polled["selected_ids"], json!(["a"]));
    let delivered = until(&place, &id, |detail| detail["delivery"] == "delivered");
    let kinds: Vec<&str> = delivered["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "asked",
            "asker_left",
            "answered",
            "asker_returned",
            "delivered"
        ]
    );
}

#[test]
fn restarted_agent_that_repeats_a_question_gets_the_same_one() {
    let place = Place::new();
    let mut agent = StdioAgent::start(&place, "codex");
    agent.begin(&question("again"));
    let first = id(&until_pending(&place, 1)["again"]);
    until(&place, &first, |detail| detail["asker_state"] == "waiting");
    agent.kill();
    until(&place, &first, |detail| {
        detail["asker_state"] == "disconnected"
    });
    let mut restarted = StdioAgent::start(&place, "codex");
    let call = restarted.begin(&question("again"));
    until(&place, &first, |detail| detail["asker_state"] == "waiting");
    assert_eq!(place.run(&["answer", &first, "--select", "b"]).code, 0);
    let result = restarted.finish(call)["structuredContent"].clone();
    assert_eq!(
        (result["session_id"].as_str(), &result["selected_ids"]),
        (Some(first.as_str()), &json!(["b"]))
    );
}

#[test]
fn unanswered_question_times_out_unless_auto_submit_is_on() {
    let place = Place::new();
    assert_eq!(
        place
            .run(&["config", "set", "timeout_min_seconds", "1"])
            .code,
        0
    );
    let mut agent = StdioAgent::start(&place, "codex");
    let mut short = question("short");
    short["timeout_seconds"] = json!(1);
    short["default_selection_ids"] = json!(["b"]);
    let silent = agent.ask(&short);
    assert_eq!(silent["action_status"], "timeout");
    assert!(
        silent["summary"]
            .as_str()
            .unwrap()
            .contains("You may ask again"),
        "{silent}"
    );

    assert_eq!(place.run(&["config", "set", "auto_submit", "true"]).code, 0);
    let submitted = agent.ask(&short);
    assert_eq!(submitted["action_status"], "selected");
    assert_eq!(
        (&submitted["selected_ids"], &submitted["auto_submitted"]),
        (&json!(["b"]), &json!(true))
    );
    assert_eq!(submitted["answered_by"]["kind"], "policy");

    short["risk"] = json!("destructive");
    assert_eq!(agent.ask(&short)["action_status"], "timeout");
}

#[test]
fn socket_of_another_user_is_refused_by_hub_and_client() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("not checked: becoming another user needs root");
        return;
    }
    let place = Place::new();
    let hub = place.json(&["token", "list", "--json"]);
    assert_eq!(hub, json!([]));
    // Even with every permission given away, the peer's user id is checked.
    let paths = [
        place.home().to_owned(),
        place.data_dir(),
        place.data_dir().join("hub.sock"),
    ];
    let permit = |mode| {
        for path in &paths {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    permit(0o777);
    let socket = place.data_dir().join("hub.sock");
    let knock = "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n\
                 s.sendall(b'GET /api/v1/status HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n')\nprint(s.recv(100))";
    #[expect(
        clippy::disallowed_methods,
        reason = "becomes another user for one connection"
    )]
    let mut stranger = std::process::Command::new("setpriv");
    stranger
        .args(["--reuid", "65534", "--clear-groups", "python3", "-c", knock])
        .arg(&socket);
    let turned_away = said(stranger.output().unwrap());
    permit(0o700);
    // Closed without a word, or reset: never an answer.
    assert!(!turned_away.out.contains("HTTP/1.1"), "{turned_away:?}");
    assert_eq!(place.json(&["status", "--json"])["running"], true);
}

/// Only the separate build of `cargo xtask chaos` contains the fail points.
#[cfg(not(feature = "fail-points"))]
#[test]
fn default_build_contains_no_fail_points() {
    let program = std::fs::read(env!("CARGO_BIN_EXE_sayso")).unwrap();
    let holds = |text: &[u8]| program.windows(text.len()).any(|window| window == text);
    assert!(holds(b"SAYSO_DATA_DIR"));
    assert!(!holds(b"SAYSO_FAIL_POINT"));
    assert!(!holds(b"before_acknowledge"));
}
