//! `sayso run`, `sayso task` and `sayso thread` with a shell as the agent.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::place::{Place, Said, said};

/// Runs what follows the last line `# run`: what comes before it is the conversation so far.
const SHELL: &str = r#"awk '/^# run/ { script = "" } { script = script $0 "\n" } END { printf "%s", script }' > .script
. ./.script"#;

fn ends_with(said: &Said, code: i32) {
    assert_eq!(said.code, code, "{said:?}");
}

/// A place with the agent `shell` and a project for it to work in.
pub(crate) fn place() -> Place {
    place_with(SHELL)
}

/// The same with another line of shell as the agent.
pub(crate) fn place_with(line: &str) -> Place {
    let place = Place::new();
    std::fs::create_dir(place.home().join("shop")).unwrap();
    add(&place, line);
    place
}

/// Adds the agent `shell`.
pub(crate) fn add_shell(place: &Place) {
    add(place, SHELL);
}

fn add(place: &Place, line: &str) {
    // What follows `--` is the agent's, so the data directory comes before.
    let data_dir = place.data_dir();
    let data_dir = ["--data-dir", data_dir.to_str().unwrap()];
    let add = ["agents", "add", "shell", "--kind", "command", "--"];
    let command = ["/bin/sh", "-c", line];
    let args = [&data_dir[..], &add, &command].concat();
    let added = said(place.bare(&args).output().unwrap());
    ends_with(&added, 0);
}

pub(crate) fn script(lines: &str) -> String {
    format!("# run\n{lines}")
}

fn run(place: &Place, lines: &str, more: &[&str]) -> Said {
    let prompt = script(lines);
    let args = ["run", &prompt, "--agent", "shell", "--dir", "shop"];
    place.run(&[&args[..], more].concat())
}

/// Starts a task and returns its id.
fn detach(place: &Place, lines: &str) -> String {
    let said = run(place, lines, &["--detach"]);
    ends_with(&said, 0);
    said.out.trim().to_owned()
}

fn show(place: &Place, id: &str) -> Value {
    place.json(&["task", "show", id, "--json"])
}

/// Follows a task until it is over and returns what its log said.
fn followed(place: &Place, id: &str) -> Said {
    place.run(&["task", "log", id, "--follow"])
}

fn with_input(place: &Place, args: &[&str], input: &str) -> Said {
    let mut command = place.command(args);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    said(child.wait_with_output().unwrap())
}

#[test]
fn run_prints_what_the_agent_says_and_exits_with_code_0_when_the_task_is_complete() {
    let place = place();
    let said = run(&place, "echo one; echo two >&2; echo 'All done.'", &[]);
    ends_with(&said, 0);
    assert_eq!(said.out, "one\nAll done.\n");
    assert!(said.err.contains("two\n"), "{said:?}");
    assert!(said.err.ends_with("Complete\n"), "{said:?}");

    let threads = place.json(&["threads", "--json"]);
    assert_eq!(threads.as_array().unwrap().len(), 1);
    assert_eq!(threads[0]["agent"], "shell");
    assert_eq!(threads[0]["full_auto"], false);
}

#[test]
fn run_with_json_prints_the_whole_task_at_the_end() {
    let place = place();
    let said = run(&place, "echo 'All done.'", &["--json"]);
    ends_with(&said, 0);
    let task: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(task["status"], "COMPLETE");
    assert_eq!(task["attempt"], 1);
    assert_eq!(task["agent"], "shell");
    assert_eq!(task["full_auto"], false);
    assert_eq!(task["replies"], json!([]));
    assert_eq!(task["attempts"][0]["number"], 1);
    assert_eq!(task["prompt"], script("echo 'All done.'"));
    for key in ["reason", "interaction_id", "error_message", "waits_for"] {
        assert_eq!(task.get(key), Some(&Value::Null), "{key}");
    }
    for key in ["task_id", "task_group_id", "output", "decided_by", "events"] {
        assert!(!task[key].is_null(), "{key}");
    }
}

#[test]
fn run_reads_the_prompt_from_standard_input_for_a_dash() {
    let place = place();
    let args = ["run", "-", "--agent", "shell", "--dir", "shop"];
    let said = with_input(&place, &args, &script("echo 'From here.'"));
    ends_with(&said, 0);
    assert_eq!(said.out, "From here.\n");
}

#[test]
fn run_exits_with_code_1_when_the_program_fails() {
    let place = place();
    let said = run(&place, "echo broken >&2; exit 7", &["--json"]);
    ends_with(&said, 1);
    let task: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(task["status"], "ERROR");
    assert!(!task["error_message"].is_null());
    let unknown = place.run(&["run", "x", "--agent", "nobody", "--dir", "shop"]);
    ends_with(&unknown, 1);
    assert!(unknown.err.contains("nobody"), "{unknown:?}");
}

#[test]
fn run_without_a_terminal_exits_with_code_6_when_the_agent_asks() {
    let place = place();
    let said = run(&place, "echo 'Which file should I change?'", &[]);
    ends_with(&said, 6);
    assert!(said.err.contains("Waiting for you: question"), "{said:?}");
    assert!(said.err.contains(" answer "), "{said:?}");
    let tasks = place.json(&["task", "list", "--status", "awaiting_response", "--json"]);
    let id = tasks[0]["task_id"].as_str().unwrap();
    let task = show(&place, id);
    assert_eq!(task["reason"], "question");
    assert_eq!(task["decided_by"], "rules");
    let open = place.json(&["list", "--json"]);
    assert_eq!(open[0]["session_id"], task["interaction_id"]);
}

#[test]
fn reply_is_kept_byte_for_byte_and_the_same_task_goes_on() {
    let place = place();
    ends_with(&run(&place, "echo 'Which file?'", &[]), 6);
    let tasks = place.json(&["task", "list", "--json"]);
    let id = tasks[0]["task_id"].as_str().unwrap();
    let text = "# run \r\n  echo 'Done it.' # 👍🏽  \r\n\n";
    let said = with_input(&place, &["task", "reply", id, "-"], text);
    ends_with(&said, 0);
    assert_eq!(said.out, "Sent. The agent goes on with it.\n");
    assert_eq!(show(&place, id)["replies"][0]["text"], text);
    let log = followed(&place, id);
    assert!(log.out.ends_with("Done it.\n"), "{log:?}");
    let task = show(&place, id);
    assert_eq!(task["status"], "COMPLETE");
    assert_eq!(task["attempt"], 2);
    assert_eq!(task["replies"].as_array().unwrap().len(), 1);
    assert_eq!(task["replies"][0]["text"], text);
}

#[test]
fn empty_reply_exits_with_code_1_and_the_task_keeps_waiting() {
    let place = place();
    ends_with(&run(&place, "echo 'Which file?'", &[]), 6);
    let id = place.json(&["task", "list", "--json"])[0]["task_id"].clone();
    let id = id.as_str().unwrap();
    let before = show(&place, id);
    for (text, input) in [("", ""), (" \t", ""), ("-", "\r\n \n")] {
        let said = with_input(&place, &["task", "reply", id, text], input);
        ends_with(&said, 1);
        assert!(said.err.contains("the message is empty"), "{said:?}");
    }
    assert_eq!(show(&place, id), before);
}

/// A command that is still going on.
struct Going {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Going {
    fn start(place: &Place, args: &[&str]) -> Self {
        let mut command = place.command(args);
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { child, out }
    }

    /// Returns once it has printed this line.
    fn until(&mut self, wanted: &str) {
        let mut line = String::new();
        while line.trim_end() != wanted {
            line.clear();
            let read = self.out.read_line(&mut line).unwrap();
            assert!(read > 0, "ended before it printed {wanted}");
        }
    }

    fn end(mut self) -> Said {
        let mut out = String::new();
        self.out.read_to_string(&mut out).unwrap();
        let rest = said(self.child.wait_with_output().unwrap());
        Said { out, ..rest }
    }
}

/// Prints `begun` and waits until something is written to the pipe `gate`.
pub(crate) const WAITS: &str = "mkfifo gate; echo begun; read line < gate; echo \"All $line.\"";

pub(crate) fn open_gate(place: &Place) {
    std::fs::write(place.home().join("shop/gate"), "done\n").unwrap();
}

#[test]
fn log_follows_a_detached_task_until_it_is_finished() {
    let place = place();
    let id = detach(&place, WAITS);
    let mut text = Going::start(&place, &["task", "log", &id, "--follow"]);
    let mut records = Going::start(&place, &["task", "log", &id, "--follow", "--json"]);
    text.until("begun");
    open_gate(&place);
    let ended = text.end();
    ends_with(&ended, 0);
    assert_eq!(ended.out, "All done.\n");
    let mut lines = String::new();
    records.out.read_to_string(&mut lines).unwrap();
    ends_with(&records.end(), 0);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let positions: Vec<u64> = lines
        .iter()
        .map(|line| line["position"].as_u64().unwrap())
        .collect();
    assert_eq!(positions, (1..=positions.len() as u64).collect::<Vec<_>>());
    assert!(lines.iter().all(|line| line["attempt"] == 1), "{lines:?}");
    let whole = place.run(&["task", "log", &id]);
    assert_eq!(whole.out, "begun\nAll done.\n");
    for attempt in ["0", "2"] {
        let unknown = place.run(&["task", "log", &id, "--attempt", attempt]);
        ends_with(&unknown, 1);
        assert!(unknown.err.contains("its newest is 1"), "{unknown:?}");
    }
}

#[test]
fn run_exits_with_code_3_when_the_task_is_cancelled() {
    let place = place();
    let prompt = script(WAITS);
    let args = ["run", &prompt, "--agent", "shell", "--dir", "shop"];
    let mut going = Going::start(&place, &args);
    going.until("begun");
    let id = place.json(&["task", "list", "--json"])[0]["task_id"].clone();
    ends_with(&place.run(&["task", "cancel", id.as_str().unwrap()]), 0);
    let ended = going.end();
    ends_with(&ended, 3);
    assert!(ended.err.ends_with("Cancelled\n"), "{ended:?}");
}

#[test]
fn run_interrupted_without_a_terminal_leaves_the_task_running() {
    let place = place();
    let prompt = script(WAITS);
    let args = ["run", &prompt, "--agent", "shell", "--dir", "shop"];
    let mut going = Going::start(&place, &args);
    going.until("begun");
    let pid = Pid::from_child(&going.child);
    kill_process(pid, Signal::INT).unwrap();
    let ended = going.end();
    ends_with(&ended, 6);
    assert!(ended.err.contains("--follow"), "{ended:?}");
    open_gate(&place);
    let id = place.json(&["task", "list", "--json"])[0]["task_id"].clone();
    let log = followed(&place, id.as_str().unwrap());
    assert_eq!(log.out, "begun\nAll done.\n");
}

#[test]
fn message_to_a_running_task_is_queued_and_can_be_edited_and_removed() {
    let place = place();
    let id = detach(&place, WAITS);
    let mut log = Going::start(&place, &["task", "log", &id, "--follow"]);
    log.until("begun");
    let said = place.run(&["task", "reply", &id, "later"]);
    ends_with(&said, 0);
    assert_eq!(said.out, "Queued. The agent gets it when its turn ends.\n");
    let message = show(&place, &id)["queued"][0]["message_id"].clone();
    let message = message.as_str().unwrap();
    ends_with(
        &place.run(&["task", "edit", &id, message, "- later still"]),
        0,
    );
    assert_eq!(show(&place, &id)["queued"][0]["text"], "- later still");
    ends_with(&place.run(&["task", "unqueue", &id, message]), 0);
    assert_eq!(show(&place, &id)["queued"], json!([]));
    ends_with(&place.run(&["task", "cancel", &id]), 0);
    ends_with(&log.end(), 0);
    assert_eq!(show(&place, &id)["status"], "CANCELLED");
}

#[test]
fn mark_corrects_whether_a_task_is_complete() {
    let place = place();
    ends_with(&run(&place, "echo 'All done.'", &[]), 0);
    let id = place.json(&["task", "list", "--json"])[0]["task_id"].clone();
    let id = id.as_str().unwrap();
    let said = place.run(&["task", "mark", id, "needs-reply"]);
    ends_with(&said, 0);
    assert_eq!(said.out, "Marked. Waiting for you: question\n");
    assert_eq!(show(&place, id)["decided_by"], "person");
    let said = place.run(&["task", "mark", id, "complete"]);
    assert_eq!(said.out, "Marked. Complete\n");
    let open = place.json(&["list", "--filter", "active", "--json"]);
    assert_eq!(open, json!([]));
    ends_with(&place.run(&["task", "mark", id, "perhaps"]), 2);
}

#[test]
fn thread_is_renamed_archived_restored_and_switched_to_full_auto() {
    let place = place();
    ends_with(&run(&place, "echo 'All done.'", &[]), 0);
    let id = place.json(&["threads", "--json"])[0]["thread_id"].clone();
    let id = id.as_str().unwrap();
    ends_with(&place.run(&["thread", "rename", id, "Orders"]), 0);
    ends_with(&place.run(&["thread", "auto", id, "on"]), 0);
    let shown = place.json(&["thread", "show", id, "--json"]);
    assert_eq!(shown["title"], "Orders");
    assert_eq!(shown["full_auto"], true);
    assert_eq!(shown["tasks"][0]["status"], "COMPLETE");
    for args in [&["threads"][..], &["thread", "show", id]] {
        let listed = place.run(args).out;
        assert!(listed.contains("shell · full auto"), "{listed}");
    }
    ends_with(&place.run(&["thread", "archive", id]), 0);
    assert_eq!(place.json(&["threads", "--json"]), json!([]));
    let all = place.run(&["threads", "--archived"]).out;
    assert!(all.contains("shell · full auto · archived"), "{all}");
    let refused = place.run(&["run", "x", "--thread", id]);
    ends_with(&refused, 1);
    assert!(
        refused.err.contains("the thread is archived"),
        "{refused:?}"
    );
    ends_with(&place.run(&["thread", "restore", id]), 0);
    let said = place.run(&["thread", "auto", id, "off"]);
    assert_eq!(said.out, "Orders: shell asks you before it acts.\n");
    let missing = place.run(&["thread", "forget", id, "1"]);
    ends_with(&missing, 1);
}

#[test]
fn run_goes_on_in_a_thread_and_refuses_another_agent_for_it() {
    let place = place();
    ends_with(&run(&place, "echo 'All done.'", &[]), 0);
    let id = place.json(&["threads", "--json"])[0]["thread_id"].clone();
    let id = id.as_str().unwrap();
    ends_with(&run(&place, "echo 'Again done.'", &["--thread", id]), 0);
    let tasks = place.json(&["task", "list", "--thread", id, "--json"]);
    assert_eq!(tasks.as_array().unwrap().len(), 2);
    let args = ["run", "x", "--agent", "codex", "--thread", id];
    let refused = place.run(&args);
    ends_with(&refused, 2);
    assert!(refused.err.contains("shell"), "{refused:?}");
    let args = ["run", "x", "--thread", id, "--full-auto"];
    ends_with(&place.run(&args), 2);
}

#[test]
fn run_says_that_the_task_was_interrupted_when_the_hub_is_killed() {
    let place = place();
    let prompt = script(WAITS);
    let args = ["run", &prompt, "--agent", "shell", "--dir", "shop"];
    let mut going = Going::start(&place, &args);
    going.until("begun");
    let overview = place.run(&[]).out;
    assert!(overview.contains("1 task is running: "), "{overview}");
    let pid = place.json(&["status", "--json"])["pid"].as_i64().unwrap();
    let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
    let ended = going.end();
    ends_with(&ended, 6);
    assert!(
        ended.err.contains("Waiting for you: interrupted"),
        "{ended:?}"
    );
    assert!(ended.err.contains("--select continue"), "{ended:?}");
}

#[test]
fn agent_that_replaces_a_known_one_keeps_its_name() {
    let place = Place::new();
    let data_dir = place.data_dir();
    for (id, name) in [("codex", "Codex"), ("mine", "mine")] {
        let data_dir = ["--data-dir", data_dir.to_str().unwrap()];
        let add = ["agents", "add", id, "--json", "--", "/bin/true"];
        let added = said(
            place
                .bare(&[&data_dir[..], &add].concat())
                .output()
                .unwrap(),
        );
        ends_with(&added, 0);
        let agents = place.json(&["agents", "--json"]);
        let agents = agents.as_array().unwrap();
        let found = agents.iter().find(|agent| agent["id"] == id).unwrap();
        assert_eq!(found["name"], name);
    }
}
