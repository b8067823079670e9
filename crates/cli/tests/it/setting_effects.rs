//! Every setting does something: each is changed, and its effect is observed.
//!
//! A setting without a row here fails the test. An effect that only a page or a terminal shows is
//! observed in a test of that surface, which the row names; the hub must still hand it over.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::agent::{StdioAgent, question};
use crate::importing::{ended_at, project};
use crate::place::{Place, said};
use crate::requester::Requester;
use crate::tasks;

/// How a setting is observed.
enum Probe {
    /// What is seen with the default, and with the other value.
    Seen(fn(&Place) -> Value, Value, Value),
    /// What is seen with the other value; with the default one would have to wait too long.
    SeenSoon(fn(&Place)),
    /// A test of the surface that alone shows it: file and name.
    Shown(&'static str, &'static str),
}

struct Row {
    name: &'static str,
    changed: &'static str,
    probe: Probe,
}

/// Well below every default that would have to be waited for.
const SOON: Duration = Duration::from_secs(25);

const PREFERENCES: &str = "crates/tui/src/update/tests/preferences.rs";
const TASKS: &str = "crates/engine/tests/it/tasks/settings.rs";
const NOTICES: &str = "web/src/features/attention/notify.test.ts";
const EVERY_NOTICE: &str = "every notification setting has its documented effect";

fn rows() -> Vec<Row> {
    let seen = |name, changed, probe, before: Value, after: Value| Row {
        name,
        changed,
        probe: Probe::Seen(probe, before, after),
    };
    let soon = |name, changed, probe| Row {
        name,
        changed,
        probe: Probe::SeenSoon(probe),
    };
    let shown = |name, changed, file, test| Row {
        name,
        changed,
        probe: Probe::Shown(file, test),
    };
    vec![
        shown(
            "agent_guard",
            "false",
            "crates/cli/tests/it/guarding.rs",
            "agent_guard_off_lets_agents_answer_with_a_warning",
        ),
        seen(
            "interface",
            "web",
            interface,
            json!("terminal"),
            json!("web"),
        ),
        seen("timeout_seconds", "100", time_left, json!(300), json!(100)),
        seen(
            "timeout_min_seconds",
            "200",
            shortest,
            json!(30),
            json!(200),
        ),
        seen(
            "timeout_max_seconds",
            "100",
            longest,
            json!(86_400),
            json!(100),
        ),
        seen(
            "unlimited_wait",
            "true",
            unlimited,
            json!(86_400),
            Value::Null,
        ),
        seen("auto_submit", "true", left_alone, json!(4), json!(0)),
        seen(
            "single_submit",
            "true",
            single_submit,
            json!(false),
            json!(true),
        ),
        seen(
            "annotations",
            "false",
            annotations,
            json!(true),
            json!(false),
        ),
        seen(
            "show_placeholder",
            "false",
            placeholder,
            json!(true),
            json!(false),
        ),
        seen(
            "delivery",
            "task",
            delivery,
            json!("complete"),
            json!("task"),
        ),
        soon("poll_window_seconds", "1", poll_ends),
        soon("client_windows", "PROBE=1", call_ends),
        seen("language", "zh", words, json!(false), json!(true)),
        shown(
            "theme",
            "dark",
            "web/src/lib/theme.test.ts",
            "the page uses the theme of the settings",
        ),
        seen("recent_completed", "1", recent, json!(2), json!(1)),
        seen(
            "open_browser",
            "false",
            with_browser,
            json!("web"),
            json!("terminal"),
        ),
        shown(
            "navigation_hints",
            "false",
            PREFERENCES,
            "navigation_hints_can_be_hidden",
        ),
        shown(
            "annotation_focus",
            "on_select",
            PREFERENCES,
            "choosing_moves_into_the_note_when_the_setting_says_so",
        ),
        shown(
            "terminal_bell",
            "false",
            PREFERENCES,
            "bell_rings_for_a_new_question_unless_it_is_switched_off",
        ),
        shown("notify_new", "false", NOTICES, EVERY_NOTICE),
        shown("notify_upcoming", "false", NOTICES, EVERY_NOTICE),
        shown("notify_timeout", "false", NOTICES, EVERY_NOTICE),
        shown("notify_sound", "false", NOTICES, EVERY_NOTICE),
        shown("notify_trigger", "always", NOTICES, EVERY_NOTICE),
        shown("notify_upcoming_seconds", "30", NOTICES, EVERY_NOTICE),
        seen("retention_days", "3", expired, json!(0), json!(1)),
        seen("max_sessions", "1", finished, json!(2), json!(1)),
        seen("tasks_running_max", "1", running, json!(2), json!(1)),
        seen("task_log_mib", "1", log_is_cut, json!(false), json!(true)),
        shown(
            "thread_retention_days",
            "3",
            TASKS,
            "finished_thread_is_removed_after_the_days_that_the_person_set",
        ),
        soon("linger_seconds", "0", hub_ends),
        seen("port", FREE_PORT.as_str(), port, json!(false), json!(true)),
    ]
}

#[test]
fn setting_effects_table_has_exactly_one_row_per_setting() {
    let defined: BTreeSet<&str> = settings::DEFINITIONS
        .iter()
        .map(|definition| definition.name)
        .collect();
    let rows: Vec<&str> = rows().iter().map(|row| row.name).collect();
    assert_eq!(rows.iter().copied().collect::<BTreeSet<_>>(), defined);
    assert_eq!(rows.len(), defined.len(), "each setting once");
}

#[test]
fn every_setting_has_its_documented_effect() {
    for row in rows() {
        let definition = settings::definition(row.name).unwrap();
        let changed = settings::parse_value(definition, row.changed).unwrap();
        assert_ne!(definition.default(), changed, "{} is not changed", row.name);
        match row.probe {
            Probe::Seen(probe, before, after) => {
                assert_eq!(probe(&Place::new()), before, "{} by default", row.name);
                let place = Place::new();
                set(&place, row.name, row.changed);
                assert_eq!(probe(&place), after, "{} = {}", row.name, row.changed);
            }
            Probe::SeenSoon(probe) => {
                let place = Place::new();
                set(&place, row.name, row.changed);
                let began = Instant::now();
                probe(&place);
                assert!(began.elapsed() < SOON, "{} = {}", row.name, row.changed);
            }
            Probe::Shown(file, test) => {
                let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
                let text = fs::read_to_string(root.join(file)).unwrap();
                assert!(text.contains(test), "{} has no test in {file}", row.name);
                let place = Place::new();
                let _hub = Requester::new(&place);
                set(&place, row.name, row.changed);
                let handed = Requester::new(&place).setting(row.name);
                let definition = settings::definition(row.name).unwrap();
                assert_ne!(handed, definition.default().to_string(), "{}", row.name);
            }
        }
    }
}

fn set(place: &Place, name: &str, value: &str) {
    let said = without_port(place, &["config", "set", name, value]);
    assert_eq!(said.code, 0, "{name} {said:?}");
}

/// The harness fixes the port in the environment; here the settings count.
fn without_port(place: &Place, args: &[&str]) -> crate::place::Said {
    let mut command: Command = place.command(args);
    said(command.env_remove("SAYSO_PORT").output().unwrap())
}

const QUESTION: [&str; 8] = [
    "--title",
    "Which one?",
    "--prompt",
    "One of the two must be taken for the build to go on.",
    "--option",
    "a",
    "--option",
    "b",
];

/// Asks, looks at the question, and takes it back.
fn detail(place: &Place, more: &[&str]) -> Value {
    let asking = place.ask(&[&QUESTION, more].concat());
    let detail = place.json(&["show", &asking.id, "--json"]);
    assert_eq!(place.run(&["cancel", &asking.id]).code, 0);
    asking.end();
    detail
}

/// Whole seconds that are left, as they were when it was asked.
fn limit(place: &Place, more: &[&str]) -> Value {
    let left = detail(place, more)["remaining_seconds"].clone();
    match left.as_u64() {
        Some(seconds) => json!(seconds.div_ceil(10) * 10),
        None => Value::Null,
    }
}

fn interface(place: &Place) -> Value {
    detail(place, &[])["interface"].clone()
}

fn time_left(place: &Place) -> Value {
    limit(place, &[])
}

fn shortest(place: &Place) -> Value {
    limit(place, &["--timeout", "5"])
}

fn longest(place: &Place) -> Value {
    limit(place, &["--timeout", "100000"])
}

fn unlimited(place: &Place) -> Value {
    limit(place, &["--timeout", "0"])
}

fn left_alone(place: &Place) -> Value {
    set(place, "timeout_min_seconds", "1");
    let more = ["--timeout", "1", "--default", "a"];
    json!(place.ask(&[&QUESTION[..], &more].concat()).end().code)
}

fn single_submit(place: &Place) -> Value {
    detail(place, &[])["question"]["single_submit_mode"].clone()
}

fn annotations(place: &Place) -> Value {
    detail(place, &[])["question"]["annotations_enabled"].clone()
}

/// The agent insists; the person's setting still counts.
fn placeholder(place: &Place) -> Value {
    let mut agent = StdioAgent::start(place, "probe");
    let mut asked = question("What is it called?");
    asked["selection_mode"] = json!("hybrid");
    asked["placeholder"] = json!("tidy");
    asked["placeholder_visible"] = json!(true);
    asked["interface"] = json!("terminal");
    let id = agent.ask(&asked)["session_id"].clone();
    let detail = place.json(&["show", id.as_str().unwrap(), "--json"]);
    detail["question"]["placeholder_visible"].clone()
}

fn delivery(place: &Place) -> Value {
    // A call that waits ends soon.
    set(place, "client_windows", "probe=1");
    let mut agent = StdioAgent::start(place, "probe");
    let call = json!({ "name": "provide_choice", "arguments": question("Which key?") });
    let reply = agent.request("tools/call", call);
    reply["resultType"].clone()
}

fn poll_ends(place: &Place) {
    let mut agent = StdioAgent::start(place, "probe");
    let mut asked = question("Which key?");
    asked["interface"] = json!("terminal");
    let id = agent.ask(&asked)["session_id"].clone();
    let polled = agent.ask(&json!({ "session_id": id }));
    assert_eq!(polled["action_status"], "pending");
}

fn call_ends(place: &Place) {
    let mut agent = StdioAgent::start(place, "probe");
    let asked = agent.ask(&question("Which key?"));
    assert_eq!(asked["action_status"], "pending");
}

fn words(place: &Place) -> Value {
    let said = place.run(&["config", "list"]);
    json!(said.out.contains("问题"))
}

/// Answers two questions and returns how many of the finished ones a page is shown.
fn recent(place: &Place) -> Value {
    two_answered(place);
    json!(Requester::new(place).snapshot().len())
}

fn two_answered(place: &Place) {
    for _ in 0..2 {
        let asking = place.ask(&QUESTION);
        assert_eq!(place.run(&["answer", &asking.id, "--select", "a"]).code, 0);
        asking.end();
    }
}

fn with_browser(place: &Place) -> Value {
    let asking = place.ask_with(&[("BROWSER", "/bin/true")], &QUESTION);
    let interface = place.json(&["show", &asking.id, "--json"])["interface"].clone();
    assert_eq!(place.run(&["cancel", &asking.id]).code, 0);
    asking.end();
    interface
}

/// How many questions of five days ago would not be kept.
fn expired(place: &Place) -> Value {
    let five_days_ago = jiff::Timestamp::now() - jiff::SignedDuration::from_hours(5 * 24);
    let session = ended_at(&five_days_ago.to_zoned(jiff::tz::TimeZone::UTC));
    let folder = project(place, &[session], None);
    let printed = place.json(&["import", folder.to_str().unwrap(), "--print", "--json"]);
    printed["expected"]["expired"].clone()
}

fn finished(place: &Place) -> Value {
    two_answered(place);
    let listed = place.json(&["list", "--filter", "completed", "--json"]);
    json!(listed.as_array().unwrap().len())
}

/// How many of two tasks in different directories run at the same time.
fn running(place: &Place) -> Value {
    tasks::add_shell(place);
    let gate = place.home().join("gate");
    let wait = format!("while [ ! -e {} ]; do sleep 0.02; done", gate.display());
    let ids = ["one", "two"].map(|directory| {
        fs::create_dir(place.home().join(directory)).unwrap();
        let prompt = tasks::script(&wait);
        let args = ["run", &prompt, "--agent", "shell", "--dir", directory];
        let said = place.run(&[&args[..], &["--detach"]].concat());
        said.out.trim().to_owned()
    });
    let began = Instant::now();
    let running = loop {
        assert!(began.elapsed() < SOON, "the tasks do not start");
        let shown = ids
            .each_ref()
            .map(|id| place.json(&["task", "show", id, "--json"]));
        let is_settled =
            |task: &Value| task["status"] == "RUNNING" || task["waits_for"]["what"] == "slot";
        if shown.iter().all(is_settled) {
            let running = shown.iter().filter(|task| task["status"] == "RUNNING");
            break running.count();
        }
    };
    fs::write(gate, "").unwrap();
    for id in &ids {
        place.run(&["task", "log", id, "--follow"]);
    }
    json!(running)
}

/// Whether the beginning of 2 MiB of output was dropped.
fn log_is_cut(place: &Place) -> Value {
    tasks::add_shell(place);
    fs::create_dir(place.home().join("one")).unwrap();
    let prompt = tasks::script("seq 1 20000; echo Done.");
    let args = ["run", &prompt, "--agent", "shell", "--dir", "one", "--json"];
    let task = place.json(&args);
    json!(task["attempts"][0]["output_cut"].as_u64().unwrap() > 0)
}

/// The hub ends as soon as its last visitor has left.
fn hub_ends(place: &Place) {
    assert_eq!(place.run(&["list"]).code, 0);
    let began = Instant::now();
    while place.json(&["status", "--json"])["running"] == true {
        assert!(began.elapsed() < SOON, "the hub stays");
    }
}

/// Free on both loopback addresses a moment ago.
static FREE_PORT: LazyLock<String> = LazyLock::new(|| {
    let free = std::iter::repeat_with(|| {
        let found = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = found.local_addr().unwrap().port();
        // A machine without IPv6 has nothing that uses the port there.
        let other = TcpListener::bind(("::1", port));
        let taken = other.is_err_and(|error| error.kind() == ErrorKind::AddrInUse);
        (!taken).then_some(port)
    });
    let port = free.take(100).flatten().next();
    port.expect("one of a hundred ports is free").to_string()
});

fn port(place: &Place) -> Value {
    let said = without_port(place, &["list"]);
    assert_eq!(said.code, 0, "{said:?}");
    let status = without_port(place, &["status", "--json"]);
    let status: Value = serde_json::from_str(&status.out).unwrap();
    let port = status["port"].to_string();
    json!(port == *FREE_PORT)
}
