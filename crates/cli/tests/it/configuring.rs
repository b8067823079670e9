//! `config`, languages, and `doctor`.

use std::fs;

use serde_json::{Value, json};

use crate::place::{Place, UNGUARDED, said};

#[test]
fn config_changes_a_setting_with_and_without_a_hub() {
    let place = Place::new();
    let file = place.data_dir().join("settings.toml");
    assert_eq!(
        place.run(&["config", "path"]).out.trim(),
        file.to_str().unwrap()
    );
    for started in [false, true] {
        if started {
            place.json(&["list", "--json"]);
        }
        let said = place.run(&["config", "set", "timeout_seconds", "900"]);
        assert_eq!(
            (said.code, said.out.as_str()),
            (0, "timeout_seconds = 900\n"),
            "{said:?}"
        );
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            format!("{UNGUARDED}timeout_seconds = 900\n")
        );
        assert_eq!(
            place.run(&["config", "get", "timeout_seconds"]).out,
            "900\n"
        );
        let setting = place.json(&["config", "get", "timeout_seconds", "--json"]);
        assert_eq!(
            (&setting["value"], &setting["source"]),
            (&json!(900), &json!("file"))
        );
        assert_eq!(
            place.run(&["config", "reset", "timeout_seconds"]).out,
            "timeout_seconds = 300\n"
        );
        assert_eq!(place.json(&["status", "--json"])["running"], started);
    }
}

#[test]
fn config_lists_the_same_settings_with_and_without_a_hub() {
    let place = Place::new();
    let from_file = place.json(&["config", "list", "--json"]);
    place.json(&["list", "--json"]);
    assert_eq!(place.json(&["config", "list", "--json"]), from_file);
}

#[test]
fn config_refuses_a_wrong_name_or_value_with_a_hint() {
    let place = Place::new();
    let said = place.run(&["config", "get", "timeout_secs"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("timeout_seconds"), "{said:?}");
    let said = place.run(&["config", "set", "auto_submit", "maybe"]);
    assert!(
        said.code == 1 && said.err.contains("true or false"),
        "{said:?}"
    );
    assert!(place.is_untouched());
}

#[test]
fn language_is_taken_from_settings_then_environment_then_english() {
    let place = Place::new();
    let help = |lang: Option<&str>| {
        let mut command = place.command(&["--help"]);
        command.envs(lang.map(|lang| ("CHOICE_LANG", lang)));
        said(command.output().unwrap()).out
    };
    assert!(help(None).contains("Exit codes"));
    assert!(help(Some("ZH")).contains("退出码"));
    place.run(&["config", "set", "language", "en"]);
    assert!(help(Some("zh")).contains("Exit codes"));
    place.run(&["config", "set", "language", "zh"]);
    assert!(help(None).contains("退出码"));
}

#[test]
fn unknown_language_falls_back_to_english_with_one_warning() {
    let place = Place::new();
    let mut command = place.command(&["status"]);
    let said = said(command.env("CHOICE_LANG", "fr").output().unwrap());
    assert!(said.out.contains("No hub is running"), "{said:?}");
    assert_eq!(said.err.matches("CHOICE_LANG").count(), 1, "{said:?}");
}

#[test]
fn doctor_reports_every_check_without_starting_a_hub() {
    let place = Place::new();
    fs::create_dir(place.home().join(".codex")).unwrap();
    let report = place.json(&["doctor", "--json"]);
    let names: Vec<&str> = report["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "version",
            "data_directory",
            "disk_space",
            "settings_file",
            "database",
            "hub",
            "agent_guard",
            "agent_processes",
            "git",
            "port",
            "loopback_ipv4",
            "loopback_ipv6",
            "browser",
            "agents"
        ]
    );
    let codex = &report["clients"].as_array().unwrap()[0];
    assert_eq!(
        (&codex["client"], &codex["entry"]),
        (&json!("codex"), &json!("none"))
    );
    assert_eq!(codex["limit_seconds"], 300);
    assert!(codex["line"].as_str().unwrap().contains("tool_timeout_sec"));
    assert_eq!(report["clients"].as_array().unwrap().len(), 1);
    assert!(place.is_untouched());
    assert_eq!(place.run(&["install", "codex", "--yes"]).code, 0);
    let report = place.json(&["doctor", "--json"]);
    assert_eq!(report["clients"][0]["entry"], "this_program");
}

#[test]
fn doctor_reports_a_broken_settings_file_without_changing_it() {
    let place = Place::new();
    place.run(&["config", "set", "auto_submit", "false"]);
    let file = place.data_dir().join("settings.toml");
    fs::write(&file, "auto_submit = false\ntimeout_seconds = \"soon\"\n").unwrap();
    for command in [
        &["list"] as &[&str],
        &["config", "set", "auto_submit", "true"],
        &["doctor"],
    ] {
        let said = place.run(command);
        assert_eq!(said.code, 1, "{command:?}: {said:?}");
        assert!(
            format!("{}{}", said.out, said.err).contains("line 2"),
            "{command:?}: {said:?}"
        );
    }
    assert!(fs::read_to_string(&file).unwrap().contains("soon"));
}

#[test]
fn usage_errors_are_json_with_the_json_option() {
    let place = Place::new();
    let said = place.run(&["extend", "7f", "soon", "--json"]);
    let error: Value = serde_json::from_str(&said.err).unwrap();
    assert_eq!((said.code, &error["error"]["code"]), (2, &json!("usage")));
    assert_eq!(place.run(&["frobnicate"]).code, 2);
}
