//! `install` for every client, each in a temporary home directory.

use std::fs;

use serde_json::Value;

use crate::place::{Place, said};

const CLIENTS: [(&str, &str); 8] = [
    ("claude-code", ".claude.json"),
    ("codex", ".codex/config.toml"),
    ("gemini", ".gemini/settings.json"),
    ("opencode", ".config/opencode/opencode.json"),
    ("cursor", ".cursor/mcp.json"),
    ("vscode", ".config/Code/User/mcp.json"),
    ("cline", ".cline/data/settings/cline_mcp_settings.json"),
    ("windsurf", ".codeium/windsurf/mcp_config.json"),
];

#[cfg(not(target_os = "macos"))]
#[test]
fn install_and_undo_work_for_every_client() {
    let place = Place::new();
    for (client, path) in CLIENTS {
        let file = place.home().join(path);
        let run = |args: &[&str]| {
            said(
                place
                    .bare(&[&["install", client] as &[&str], args].concat())
                    .output()
                    .unwrap(),
            )
        };
        let shown = run(&["--print"]);
        assert_eq!(shown.code, 0, "{shown:?}");
        assert!(
            shown.out.contains(path) && shown.out.contains("+ "),
            "{shown:?}"
        );
        assert!(!file.exists(), "{client}");
        let refused = run(&[]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(
            refused.err.contains("--yes") && !file.exists(),
            "{refused:?}"
        );
        let written = run(&["--yes"]);
        assert_eq!(written.code, 0, "{written:?}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            text.contains(env!("CARGO_BIN_EXE_sayso")) && text.contains("\"mcp\""),
            "{text}"
        );
        let again = run(&["--yes", "--json"]);
        let report: Value = serde_json::from_str(&again.out).unwrap();
        assert_eq!(
            (&report["changed"], &report["diff"]),
            (&Value::Bool(false), &Value::from(""))
        );
        assert_eq!(run(&["--undo", "--yes"]).code, 0, "{client}");
        assert!(
            !fs::read_to_string(&file).unwrap().contains("sayso"),
            "{client}"
        );
    }
}

#[test]
fn install_keeps_existing_content_and_backs_up_the_file() {
    let place = Place::new();
    let file = place.home().join(".cursor/mcp.json");
    let before =
        "{\n  // mine\n  \"mcpServers\": {\n    \"other\": {\"command\": \"x\"}, // keep\n  }\n}\n";
    fs::create_dir(file.parent().unwrap()).unwrap();
    fs::write(&file, before).unwrap();
    let said = said(
        place
            .bare(&["install", "cursor", "--yes"])
            .output()
            .unwrap(),
    );
    assert_eq!(said.code, 0, "{said:?}");
    let after = fs::read_to_string(&file).unwrap();
    for line in before.lines() {
        assert!(after.contains(line), "{line} is gone from {after}");
    }
    let backup = fs::read_to_string(place.home().join(".cursor/mcp.json.sayso-backup")).unwrap();
    assert_eq!(backup, before);
}

#[cfg(not(target_os = "macos"))]
#[test]
fn install_undo_restores_the_original_file_after_repeated_installs() {
    for (client, path) in CLIENTS {
        let place = Place::new();
        let file = place.home().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        let original = match path.ends_with(".toml") {
            true => "# mine\nmodel   = \"x\"\n",
            false => "{\"theme\":  \"dark\"}",
        };
        fs::write(&file, original).unwrap();
        let install = |args: &[&str]| {
            let args = [&["install", client, "--yes"] as &[&str], args].concat();
            let done = said(place.bare(&args).output().unwrap());
            assert_eq!(done.code, 0, "{client} {done:?}");
        };
        install(&[]);
        install(&["--data-dir", place.data_dir().to_str().unwrap()]);
        install(&["--undo"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), original, "{client}");
        // Changes made in between are not undone.
        install(&[]);
        let changed = fs::read_to_string(&file)
            .unwrap()
            .replace("dark", "light")
            .replace("mine", "ours");
        fs::write(&file, changed).unwrap();
        install(&["--undo"]);
        let undone = fs::read_to_string(&file).unwrap();
        assert!(
            undone.contains("light") || undone.contains("ours"),
            "{undone}"
        );
        assert!(!undone.contains("sayso"), "{undone}");
        let backup = format!("{}.sayso-backup", file.display());
        assert_eq!(fs::read_to_string(backup).unwrap(), original, "{client}");
    }
}

#[test]
fn install_names_a_chosen_data_directory_in_the_entry() {
    let place = Place::new();
    assert_eq!(place.run(&["install", "cursor", "--yes"]).code, 0);
    let text = fs::read_to_string(place.home().join(".cursor/mcp.json")).unwrap();
    let entry: Value = serde_json::from_str(&text).unwrap();
    let args = serde_json::json!(["mcp", "--data-dir", place.data_dir()]);
    assert_eq!(entry["mcpServers"]["sayso"]["args"], args);
}

#[test]
fn install_does_not_write_an_unreadable_file_and_prints_the_entry() {
    let place = Place::new();
    let file = place.home().join(".claude.json");
    fs::write(&file, "{ broken").unwrap();
    let said = said(
        place
            .bare(&["install", "claude-code", "--yes"])
            .output()
            .unwrap(),
    );
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.err.contains("\"mcpServers\"") && said.err.contains("line 1"),
        "{said:?}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ broken");
}
