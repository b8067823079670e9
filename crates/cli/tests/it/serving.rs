//! `serve`, `stop`, `open`, `mcp`, `token`: the hub as a process.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::place::{Place, said};

fn serve(place: &Place, args: &[&str]) -> (Child, String) {
    let mut command = place.command(&[&["serve"] as &[&str], args].concat());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    (child, line)
}

#[test]
fn serve_prints_its_link_and_stops_on_request() {
    let place = Place::new();
    let (mut child, line) = serve(&place, &[]);
    let status = place.json(&["status", "--json"]);
    assert!(line.contains(status["url"].as_str().unwrap()), "{line}");
    assert_eq!(status["on_demand"], false);
    let second = place.run(&["serve"]);
    assert_eq!(second.code, 1, "{second:?}");
    assert!(
        second.err.contains("already runs") && second.err.contains(" stop"),
        "{second:?}"
    );
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(place.json(&["status", "--json"])["running"], false);
}

#[cfg(target_os = "linux")]
#[test]
fn serve_raises_its_open_file_limit_to_the_maximum() {
    let place = Place::new();
    let mut child = place
        .after_shell("ulimit -Sn 128; ulimit -Hn 4096", &["serve"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut ready = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut ready)
        .unwrap();
    let limits = fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    let files = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let files: Vec<&str> = files.unwrap().split_whitespace().collect();
    assert_eq!(files, ["Max", "open", "files", "4096", "4096", "files"]);
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    child.wait().unwrap();
}

#[test]
fn serve_refuses_a_configured_port_that_is_taken() {
    let place = Place::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = place.run(&["serve", "--port", &port]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err.contains(&format!("port {port} is taken")),
        "{said:?}"
    );
    let said = place.run(&["list", "--port", &port]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err.contains(&format!("port {port} is taken")),
        "{said:?}"
    );
}

#[test]
fn fifty_concurrent_clients_start_one_hub() {
    let place = Place::new();
    let clients: Vec<_> = (0..50)
        .map(|_| {
            place
                .command(&["list", "--json"])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for client in clients {
        let said = said(client.wait_with_output().unwrap());
        assert_eq!((said.code, said.out.as_str()), (0, "[]\n"), "{said:?}");
    }
    let log = fs::read_to_string(place.data_dir().join("hub.log")).unwrap();
    let serving: BTreeSet<&str> = log
        .lines()
        .filter(|line| line.contains("serving"))
        .collect();
    assert_eq!(serving.len(), 1, "{log}");
}

#[test]
fn stop_keeps_open_questions() {
    let place = Place::new();
    assert_eq!(place.json(&["stop", "--json"]), json!({"stopped": false}));
    let asking = place.ask_single();
    let id = asking.id.clone();
    kill_process(asking.pid(), Signal::INT).unwrap();
    asking.end();
    assert_eq!(place.json(&["stop", "--json"]), json!({"stopped": true}));
    assert_eq!(place.json(&["status", "--json"])["running"], false);
    assert_eq!(
        place.json(&["list", "--filter", "active", "--json"])[0]["session_id"],
        id
    );
}

#[test]
fn data_directory_open_to_others_is_refused_with_a_hint() {
    let place = Place::new();
    fs::set_permissions(place.data_dir(), Permissions::from_mode(0o755)).unwrap();
    let said = place.run(&["list"]);
    assert_eq!(said.code, 1);
    let hint = format!("chmod 700 {}", place.data_dir().display());
    assert!(said.err.contains(&hint), "{said:?}");
}

#[test]
fn open_prints_the_sign_in_link_without_a_screen() {
    let place = Place::new();
    let mut command = place.command(&["open"]);
    let said = said(
        command
            .env("SSH_CONNECTION", "10.0.0.5 51544 192.0.2.7 22")
            .output()
            .unwrap(),
    );
    let port = place.json(&["status", "--json"])["port"].as_u64().unwrap();
    assert_eq!(said.code, 0);
    assert!(
        said.out
            .starts_with(&format!("http://localhost:{port}/login#c=")),
        "{said:?}"
    );
    assert!(
        said.err
            .contains(&format!("ssh -L {port}:localhost:{port} 192.0.2.7")),
        "{said:?}"
    );
}

#[test]
fn open_hands_the_browser_a_private_file_without_the_code() {
    let place = Place::new();
    // Reading the pipe waits until the browser has looked.
    let seen = place.home().join("seen");
    mknodat(CWD, &seen, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let browser = place.home().join("browser");
    let look = r#"f="${1#file://}"; { echo "$1"; stat -c %a "$f"; cat "$f"; }"#;
    fs::write(
        &browser,
        format!("#!/bin/sh\n{look} > '{}'\n", seen.display()),
    )
    .unwrap();
    fs::set_permissions(&browser, Permissions::from_mode(0o700)).unwrap();
    let mut command = place.command(&["open"]);
    command
        .env("BROWSER", &browser)
        .env("PATH", "/usr/bin:/bin");
    let open = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let shown = fs::read_to_string(&seen).unwrap();
    kill_process(Pid::from_child(&open), Signal::INT).unwrap();
    let said = said(open.wait_with_output().unwrap());
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    let lines: Vec<&str> = shown.lines().collect();
    assert!(!lines[0].contains("c="), "{shown}");
    assert_eq!(lines[1], "600");
    assert!(lines[2].contains("/login#c="), "{shown}");
    let left = fs::read_dir(place.data_dir()).unwrap();
    assert!(
        left.flatten()
            .all(|entry| !entry.file_name().to_string_lossy().ends_with(".html"))
    );
}

#[test]
fn tokens_are_shown_once_and_can_be_revoked() {
    let place = Place::new();
    let created = place.run(&["token", "create", "ci", "--project", ".", "--days", "7"]);
    assert_eq!(created.code, 0, "{created:?}");
    let secret = created.out.trim();
    assert!(
        secret.starts_with("sayso_") && created.err.contains("/mcp"),
        "{created:?}"
    );
    let tokens = place.json(&["token", "list", "--json"]);
    assert_eq!(tokens[0]["name"], "ci");
    assert!(tokens[0]["directory"].as_str().unwrap().starts_with('/'));
    assert!(!tokens.to_string().contains(secret));
    let id = tokens[0]["id"].as_str().unwrap();
    assert_eq!(place.run(&["token", "revoke", id]).code, 0);
    assert_eq!(place.json(&["token", "list", "--json"]), json!([]));
    assert_eq!(place.run(&["token", "revoke", id]).code, 1);
    assert_eq!(place.json(&["auth", "list", "--json"]), json!([]));
    assert_eq!(place.run(&["auth", "revoke", "nobody"]).code, 1);
}

#[test]
fn mcp_writes_only_protocol_messages_to_standard_output() {
    let place = Place::new();
    let mut command = place.command(&["mcp"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let mut send = |message: Value| writeln!(input, "{message}").unwrap();
    send(
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"}}}),
    );
    let hello: Value = serde_json::from_str(&output.next().unwrap()).unwrap();
    assert_eq!(hello["result"]["serverInfo"]["name"], "sayso");
    send(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    send(json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
    let tools: Value = serde_json::from_str(&output.next().unwrap()).unwrap();
    assert_eq!(tools["result"]["tools"][0]["name"], "provide_choice");
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(output.next(), None);
}

#[test]
fn data_is_stored_in_the_users_directories_without_a_data_directory() {
    let place = Place::new();
    let list = said(place.bare(&["list", "--json"]).output().unwrap());
    assert_eq!((list.code, list.out.as_str()), (0, "[]\n"), "{list:?}");
    for (path, mode) in [
        (".local/share/sayso", 0o700),
        (".local/share/sayso/sayso.db", 0o600),
        (".local/state/sayso/hub.log", 0o600),
        (".local/state/sayso/run", 0o700),
        (".local/state/sayso/run/hub.sock", 0o600),
    ] {
        let found = fs::symlink_metadata(place.home().join(path)).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, mode, "{path}");
    }
}

#[test]
fn data_directory_with_a_path_too_long_for_a_socket_works() {
    let place = Place::new();
    let deep = place.home().join("d".repeat(120)).join("data");
    let run = |args: &[&str]| {
        let mut command = place.bare(args);
        command
            .env("XDG_RUNTIME_DIR", place.home())
            .arg("--data-dir")
            .arg(&deep);
        said(command.output().unwrap())
    };
    assert_eq!(run(&["list", "--json"]).out, "[]\n");
    let status: Value = serde_json::from_str(&run(&["status", "--json"]).out).unwrap();
    assert_eq!(status["running"], true);
    assert!(status["socket"].as_str().unwrap().len() <= 100, "{status}");
    assert_eq!(run(&["stop"]).code, 0);
}
