//! Agents that the hub runs, when the hub is killed under them; and the tools that they ask with.

use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};
use scripted_agent::{Script, Step};
use serde_json::{Value, json};

use crate::place::{Place, said};

/// Adds a scripted agent and a project for it to work in.
pub(crate) fn add(place: &Place, name: &str, script: &Script) {
    std::fs::create_dir(place.home().join(name)).unwrap();
    let command = script.write(&place.home().join(format!("{name}.json")));
    let data_dir = place.data_dir();
    let mut args = vec!["--data-dir", data_dir.to_str().unwrap()];
    args.extend(["agents", "add", name, "--"]);
    args.extend(command.iter().map(String::as_str));
    let added = said(place.bare(&args).output().unwrap());
    assert_eq!(added.code, 0, "{added:?}");
}

pub(crate) fn run(place: &Place, name: &str) -> String {
    let said = place.run(&["run", "Mend it", "--agent", name, "--dir", name, "--detach"]);
    assert_eq!(said.code, 0, "{said:?}");
    said.out.trim().to_owned()
}

pub(crate) fn show(place: &Place, id: &str) -> Value {
    place.json(&["task", "show", id, "--json"])
}

/// Looks again until it holds: another process brings it about.
pub(crate) fn until(holds: impl Fn() -> bool) {
    while !holds() {
        std::thread::yield_now();
    }
}

pub(crate) fn until_waiting(place: &Place, id: &str) -> Value {
    until(|| show(place, id)["status"] == "AWAITING_RESPONSE");
    show(place, id)
}

fn pid_in(file: &Path) -> Option<Pid> {
    let text = std::fs::read_to_string(file).ok()?;
    Pid::from_raw(text.trim().parse().ok()?)
}

/// Whether a process can still do anything.
fn lives(pid: Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    stat.is_ok_and(|stat| !stat.contains(") Z"))
}

fn kill_hub(place: &Place) {
    let status = place.json(&["status", "--json"]);
    let pid = status["pid"]
        .as_i64()
        .and_then(|pid| i32::try_from(pid).ok());
    let pid = pid.and_then(Pid::from_raw).expect("a hub");
    kill_process(pid, Signal::KILL).unwrap();
    until(|| !lives(pid));
}

#[test]
fn killed_hub_leaves_no_process_of_its_tasks_and_all_of_them_wait_interrupted() {
    let place = Place::new();
    let home = place.home().to_owned();
    let file = |name: &str| home.join(name);
    let text = |text: &str| Step::Text {
        text: text.into(),
        message: None,
    };
    let permission = Step::Permission {
        tool: json!({ "toolCallId": "c", "title": "npm test", "kind": "execute", "status": "pending" }),
        options: json!([
            { "optionId": "once", "kind": "allow_once", "name": "Allow once" },
            { "optionId": "no", "kind": "reject_once", "name": "Reject" },
        ]),
    };
    let deaf_shell = format!(
        "trap '' TERM HUP; echo $$ > {}; while :; do sleep 1; done",
        file("deaf.pid").display()
    );
    let orphan = Step::Orphan {
        pid: file("orphan.pid"),
        file: file("orphan.log"),
    };
    add(&place, "asking", &Script::turn([permission]));
    add(
        &place,
        "deaf",
        &Script::turn([Step::Shell {
            command: deaf_shell,
        }]),
    );
    add(&place, "orphan", &Script::turn([orphan, Step::Silence]));
    add(
        &place,
        "silent",
        &Script::turn([text("Shown before."), Step::Silence]),
    );
    let ids = ["asking", "deaf", "orphan", "silent"].map(|name| run(&place, name));
    let asked = until_waiting(&place, &ids[0]);
    let pids: [PathBuf; 2] = [file("deaf.pid"), file("orphan.pid")];
    until(|| pids.iter().all(|file| pid_in(file).is_some()));
    until(|| {
        place
            .run(&["task", "log", &ids[3]])
            .out
            .contains("Shown before.")
    });
    let pids = pids.map(|file| pid_in(&file).unwrap());

    kill_hub(&place);
    let shown = ids.clone().map(|id| show(&place, &id));
    assert!(!pids.iter().any(|pid| lives(*pid)), "a process lives on");
    for task in &shown {
        assert_eq!(task["status"], "AWAITING_RESPONSE", "{task}");
        assert_eq!(task["reason"], "interrupted", "{task}");
    }
    let log = place.run(&["task", "log", &ids[3]]);
    assert!(log.out.contains("Shown before."), "{log:?}");
    let before = asked["interaction_id"].as_str().unwrap();
    let old = place.json(&["show", before, "--json"]);
    assert_eq!(old["status"], "cancelled", "{old}");

    // The next attempt asks again, because it still needs the permission.
    let way = shown[0]["interaction_id"].as_str().unwrap();
    let answered = place.run(&["answer", way, "--select", "continue"]);
    assert_eq!(answered.code, 0, "{answered:?}");
    until(|| show(&place, &ids[0])["reason"] == "permission");
    for id in &ids {
        place.run(&["task", "cancel", id]);
    }
}

#[test]
fn agent_asks_with_the_hubs_own_tools_and_its_task_waits_for_the_answer() {
    let place = Place::new();
    let arguments = json!({
        "title": "Which database?", "prompt": "The shop needs a database for its carts.",
        "selection_mode": "single",
        "options": [{ "id": "sqlite", "label": "SQLite" }, { "id": "pg", "label": "PostgreSQL" }],
    });
    let call = Step::CallTool {
        tool: "provide_choice".into(),
        arguments,
    };
    let done = Step::Text {
        text: "The carts are kept now.".into(),
        message: Some("last".into()),
    };
    add(&place, "asking", &Script::turn([call, done]));
    let id = run(&place, "asking");
    let waiting = until_waiting(&place, &id);
    assert_eq!(waiting["reason"], "question", "{waiting}");
    let question = waiting["interaction_id"].as_str().unwrap();
    let shown = place.json(&["show", question, "--json"]);
    assert_eq!(shown["title"], "Which database?", "{shown}");
    let answered = place.run(&["answer", question, "--select", "pg"]);
    assert_eq!(answered.code, 0, "{answered:?}");
    until(|| show(&place, &id)["status"] == "COMPLETE");
    let log = place.run(&["task", "log", &id]);
    assert!(log.out.contains("PostgreSQL"), "{log:?}");
}
