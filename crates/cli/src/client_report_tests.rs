//! What `doctor` says about clients whose files and variables are set in different ways.

use std::fs;

use super::*;

/// Reports one client whose files hold these texts.
fn report(
    client: Client,
    files: &[(&str, &str)],
    windows: &[(&str, u64)],
    variables: &[&str],
) -> ClientReport {
    let root = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let variable = |name: &str| variables.contains(&name).then(|| "0".to_owned());
    let surroundings = Surroundings {
        home: Home {
            home: root.path().to_owned(),
            config: root.path().join(".config"),
            environment: &|_| None,
        },
        launch: Launch {
            command: "/opt/sayso".into(),
            args: vec!["mcp".into()],
        },
        windows: windows
            .iter()
            .map(|(name, seconds)| ((*name).to_owned(), *seconds))
            .collect(),
        variable: &variable,
    };
    surroundings.report(client).unwrap()
}

const CODEX: &str = ".codex/config.toml";
const CODEX_RAISED: &str =
    "[mcp_servers.sayso]\ncommand = \"/opt/sayso\"\ntool_timeout_sec = 86400\n";

#[test]
fn client_report_shows_the_limits_in_the_clients_file_and_in_client_windows() {
    let untouched = report(Client::Codex, &[(CODEX, "")], &[], &[]);
    assert_eq!(
        untouched.limit_words(),
        "gives up on a call after 5 min without a response; sayso returns \"pending\" after \
         4 min 40 s and the agent polls again"
    );
    assert_eq!(untouched.suggested_windows, None);
    let raised = report(Client::Codex, &[(CODEX, CODEX_RAISED)], &[], &[]);
    assert_eq!(
        raised.limit_words(),
        "its own file lets a call last 1 d; sayso returns \"pending\" after 4 min 40 s and the \
         agent polls again"
    );
    assert_eq!(raised.suggested_windows.as_deref(), Some("codex=86380"));
    let set = report(
        Client::Codex,
        &[(CODEX, CODEX_RAISED)],
        &[("Codex", 3600)],
        &[],
    );
    assert_eq!(
        set.limit_words(),
        "its own file lets a call last 1 d; your setting client_windows lets sayso wait 1 h"
    );
    assert_eq!(set.suggested_windows, None);
}

#[test]
fn client_report_suggests_a_shorter_window_and_keeps_those_of_other_clients() {
    let text = r#"{"mcpServers": {"sayso": {"command": "x", "timeout": 60000}}}"#;
    let windows = [("gemini-cli", 100), ("codex", 7)];
    let found = report(
        Client::Gemini,
        &[(".gemini/settings.json", text)],
        &windows,
        &[],
    );
    assert_eq!((found.limit_seconds, found.window_seconds), (Some(60), 100));
    let suggested = found.suggested_windows.as_deref();
    assert_eq!(suggested, Some("codex=7,gemini=40"));
}

#[test]
fn client_report_finds_claude_codes_variable_in_environment_and_settings() {
    let variable = "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS";
    let settings = format!(r#"{{"env": {{"{variable}": "0"}}}}"#);
    let file = (".claude.json", "{}");
    let in_settings = report(
        Client::ClaudeCode,
        &[file, (".claude/settings.json", &settings)],
        &[],
        &[],
    );
    let in_environment = report(Client::ClaudeCode, &[file], &[], &[variable]);
    for found in [in_settings, in_environment] {
        assert_eq!(found.limit_from, LimitFrom::Environment);
        assert_eq!(found.suggested_windows.as_deref(), Some("claude-code=0"));
    }
    let done = report(
        Client::ClaudeCode,
        &[file],
        &[("claude-code", 0)],
        &[variable],
    );
    assert_eq!(done.suggested_windows, None);
    assert!(
        done.limit_words()
            .contains("as long as the client accepts progress")
    );
    assert_eq!(
        report(Client::ClaudeCode, &[file], &[], &[]).window_seconds,
        110
    );
}
