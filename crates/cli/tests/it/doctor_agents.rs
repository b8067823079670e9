//! What `doctor` says about agents, their processes, and git.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::place::{Place, Said, said};

/// A directory of programs, as the only thing on the path.
struct Programs(PathBuf);

impl Programs {
    fn new(place: &Place) -> Self {
        let directory = place.home().join("programs");
        fs::create_dir(&directory).unwrap();
        Self(directory)
    }

    /// Makes a program that says this when it is asked for its version.
    fn add(&self, name: &str, version: &str) {
        let file = self.0.join(name);
        fs::write(&file, format!("#!/bin/sh\necho '{version}'\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn doctor(&self, place: &Place, args: &[&str], language: &str) -> Said {
        let mut command = place.command(&[&["doctor"], args].concat());
        command.env("PATH", &self.0).env("CHOICE_LANG", language);
        said(command.output().unwrap())
    }

    fn report(&self, place: &Place) -> Value {
        serde_json::from_str(&self.doctor(place, &["--json"], "en").out).unwrap()
    }
}

fn check<'r>(report: &'r Value, name: &str) -> &'r Value {
    let checks = report["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap()
}

fn agent<'r>(report: &'r Value, id: &str) -> &'r Value {
    let agents = report["agents"].as_array().unwrap();
    agents.iter().find(|agent| agent["id"] == id).unwrap()
}

#[test]
fn doctor_reports_each_agent_with_the_line_that_helps() {
    let place = Place::new();
    let programs = Programs::new(&place);
    let report = programs.report(&place);
    assert_eq!(check(&report, "agents")["verdict"], "warning");
    let missing = json!({
        "id": "gemini", "name": "Gemini CLI", "kind": "acp", "found": false, "ready": false,
        "line": "npm install -g @google/gemini-cli",
    });
    assert_eq!(agent(&report, "gemini"), &missing);

    programs.add("gemini", "0.46.0");
    let report = programs.report(&place);
    assert_eq!(check(&report, "agents")["verdict"], "ok");
    let found = agent(&report, "gemini");
    assert_eq!(
        (&found["found"], &found["ready"], &found["version"]),
        (&json!(true), &json!(false), &json!("0.46.0"))
    );
    let line = found["line"].as_str().unwrap();
    assert!(line.ends_with("agents check gemini"), "{line}");
    assert!(place.is_untouched(), "no hub was started");

    let text = programs.doctor(&place, &[], "en").out;
    assert!(text.contains("Gemini CLI (0.46.0) is installed"), "{text}");
    assert!(text.contains("Codex is not installed"), "{text}");
    let text = programs.doctor(&place, &[], "zh").out;
    assert!(text.contains("Gemini CLI (0.46.0) 已安装"), "{text}");
}

#[test]
fn doctor_warns_of_an_old_or_missing_git() {
    let place = Place::new();
    let programs = Programs::new(&place);
    let git = |version: Option<&str>| {
        if let Some(version) = version {
            programs.add("git", version);
        }
        let report = programs.report(&place);
        let check = check(&report, "git").clone();
        (check["verdict"].clone(), check["message"].to_string())
    };
    for (version, verdict, words) in [
        (None, "warning", "not found"),
        (Some("git version 2.39.5"), "warning", "older than 2.45"),
        (Some("git version 2.47.3"), "ok", "git 2.47.3"),
        (Some("hello"), "warning", "does not tell"),
    ] {
        let (found, message) = git(version);
        assert_eq!(found, verdict, "{message}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn doctor_says_how_the_processes_of_agents_are_found() {
    let place = Place::new();
    let report = place.json(&["doctor", "--json"]);
    let found = check(&report, "agent_processes");
    let message = found["message"].as_str().unwrap();
    // What is true depends on the machine that runs the test.
    let words = match found["verdict"].as_str() {
        Some("ok") => "own control group",
        _ => "by a mark in their environment",
    };
    assert!(message.contains(words), "{found}");
}

#[test]
fn doctor_reports_an_agents_file_that_others_can_read() {
    let place = Place::new();
    let file = place.data_dir().join("agents.toml");
    fs::create_dir_all(place.data_dir()).unwrap();
    fs::write(&file, "").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let said = place.run(&["doctor"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("chmod 600"), "{said:?}");
}
