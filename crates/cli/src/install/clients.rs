//! Which clients there are, where each keeps its configuration, and the shape of an entry.
//!
//! Locations and shapes are those of the clients' own documentation as of November 2026.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

use super::jsonc::{self, Entry};
use super::{EditError, Launch, NAME, codex};

/// Members of an entry that reaches its server over HTTP; beside a command they would confuse.
const OF_REMOTE_SERVERS: [&str; 4] = ["url", "httpUrl", "serverUrl", "headers"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    ClaudeCode,
    Codex,
    Gemini,
    Opencode,
    Cursor,
    Vscode,
    Cline,
    Windsurf,
}

/// How a client writes its settings.
#[derive(Debug, Clone, Copy)]
enum Format {
    Jsonc,
    Toml,
}

/// The directories clients look in.
pub(crate) struct Home<'a> {
    pub(crate) home: PathBuf,
    pub(crate) config: PathBuf,
    pub(crate) environment: &'a dyn Fn(&str) -> Option<OsString>,
}

/// What a client's file says about us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    Entry { command: Option<String> },
    Unreadable { reason: String },
}

impl Client {
    /// The name on our command line.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
            Self::Cursor => "cursor",
            Self::Vscode => "vscode",
            Self::Cline => "cline",
            Self::Windsurf => "windsurf",
        }
    }

    /// The name people know it by.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
            Self::Gemini => "Gemini CLI",
            Self::Opencode => "opencode",
            Self::Cursor => "Cursor",
            Self::Vscode => "VS Code",
            Self::Cline => "Cline",
            Self::Windsurf => "Windsurf",
        }
    }

    /// What it calls itself towards MCP servers, for its limits.
    pub(crate) fn mcp_name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex-mcp-client",
            Self::Gemini => "gemini-cli-mcp-client",
            Self::Opencode => "opencode",
            Self::Cursor => "cursor-vscode",
            Self::Vscode => "Visual Studio Code",
            Self::Cline => "Cline",
            Self::Windsurf => "windsurf-client",
        }
    }

    /// The user's own configuration file of this client, whether it exists or not.
    pub(crate) fn file(self, home: &Home<'_>) -> PathBuf {
        let below_home = |path: &str| home.home.join(path);
        let variable = |name: &str| {
            (home.environment)(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        match self {
            Self::ClaudeCode => variable("CLAUDE_CONFIG_DIR").map_or_else(
                || below_home(".claude.json"),
                |dir| dir.join(".claude.json"),
            ),
            Self::Codex => variable("CODEX_HOME")
                .unwrap_or_else(|| below_home(".codex"))
                .join("config.toml"),
            Self::Gemini => below_home(".gemini/settings.json"),
            Self::Opencode => {
                let directory = home.config.join("opencode");
                let with_comments = directory.join("opencode.jsonc");
                if with_comments.exists() {
                    with_comments
                } else {
                    directory.join("opencode.json")
                }
            }
            Self::Cursor => below_home(".cursor/mcp.json"),
            Self::Vscode => home.editor_dir().join("mcp.json"),
            Self::Cline => variable("CLINE_MCP_SETTINGS_PATH").unwrap_or_else(|| {
                let extension = home
                    .editor_dir()
                    .join("globalStorage/saoudrizwan.claude-dev");
                let directory = if extension.exists() {
                    extension
                } else {
                    below_home(".cline/data")
                };
                directory.join("settings/cline_mcp_settings.json")
            }),
            Self::Windsurf => below_home(".codeium/windsurf/mcp_config.json"),
        }
    }

    fn format(self) -> Format {
        match self {
            Self::Codex => Format::Toml,
            Self::ClaudeCode
            | Self::Gemini
            | Self::Opencode
            | Self::Cursor
            | Self::Vscode
            | Self::Cline
            | Self::Windsurf => Format::Jsonc,
        }
    }

    /// Returns the file's text with our entry in it. What people added to it, such as a longer
    /// timeout, stays.
    pub(crate) fn with_entry(self, text: &str, launch: &Launch) -> Result<String, EditError> {
        match self.format() {
            Format::Toml => codex::with_entry(text, launch),
            Format::Jsonc => {
                let path = self.path(text)?;
                let mut entry = self.entry(launch);
                if let Some(Value::Object(old)) = jsonc::get(text, &path)? {
                    let ours: Vec<String> = entry.iter().map(|(key, _)| key.clone()).collect();
                    entry.extend(old.into_iter().filter(|(key, _)| {
                        !ours.contains(key) && !OF_REMOTE_SERVERS.contains(&key.as_str())
                    }));
                }
                jsonc::set(text, &path, &entry)
            }
        }
    }

    /// Returns the file's text without our entry.
    pub(crate) fn without_entry(self, text: &str) -> Result<String, EditError> {
        match self.format() {
            Format::Toml => codex::without_entry(text),
            Format::Jsonc => jsonc::remove(text, &self.path(text)?),
        }
    }

    /// Returns the file's text as it was before our entry was written, byte for byte, if nothing
    /// else has changed since; else the text without the entry.
    pub(crate) fn undone(
        self,
        text: &str,
        kept: &[(PathBuf, String)],
        launch: &Launch,
    ) -> Result<String, EditError> {
        let without = self.without_entry(text)?;
        let mut originals = kept.iter().map(|(_, original)| original);
        let original = originals.find(|original| {
            let redone = self.with_entry(original, launch);
            let redone = redone.and_then(|redone| self.without_entry(&redone));
            redone.as_ref() == Ok(&without)
        });
        Ok(original.cloned().unwrap_or(without))
    }

    /// Looks for our entry.
    pub(crate) fn find(self, text: &str) -> Found {
        let found = match self.format() {
            Format::Toml => codex::find(text),
            Format::Jsonc => self.path(text).and_then(|path| jsonc::get(text, &path)),
        };
        match found {
            Ok(None) => Found::Nothing,
            Ok(Some(entry)) => Found::Entry {
                command: command_of(&entry),
            },
            Err(error) => Found::Unreadable {
                reason: error.to_string(),
            },
        }
    }

    /// Returns the value at `path` in the client's file, in the format of that client.
    pub(crate) fn value_at(self, text: &str, path: &[&str]) -> Option<Value> {
        let found = match self.format() {
            Format::Toml => codex::value_at(text, path),
            Format::Jsonc => jsonc::get(text, path),
        };
        found.ok().flatten()
    }

    /// Where the entry is in a JSON file.
    fn path(self, text: &str) -> Result<Vec<&'static str>, EditError> {
        Ok(match self {
            Self::Vscode => vec!["servers", NAME],
            // Version 2 keeps servers one level deeper, where a file has begun to.
            Self::Opencode => match jsonc::get(text, &["mcp", "servers"])? {
                Some(Value::Object(servers)) if !servers.contains_key("command") => {
                    vec!["mcp", "servers", NAME]
                }
                _ => vec!["mcp", NAME],
            },
            Self::ClaudeCode
            | Self::Codex
            | Self::Gemini
            | Self::Cursor
            | Self::Cline
            | Self::Windsurf => vec!["mcpServers", NAME],
        })
    }

    /// The entry of a JSON file.
    fn entry(self, launch: &Launch) -> Entry {
        let (command, args) = (json!(launch.command), json!(launch.args));
        let members = match self {
            Self::ClaudeCode | Self::Vscode => {
                vec![
                    ("type", json!("stdio")),
                    ("command", command),
                    ("args", args),
                ]
            }
            Self::Opencode => {
                let words: Vec<&String> =
                    [&launch.command].into_iter().chain(&launch.args).collect();
                vec![
                    ("type", json!("local")),
                    ("command", json!(words)),
                    ("enabled", json!(true)),
                ]
            }
            Self::Codex | Self::Gemini | Self::Cursor | Self::Cline | Self::Windsurf => {
                vec![("command", command), ("args", args)]
            }
        };
        members
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    }
}

fn command_of(entry: &Value) -> Option<String> {
    let command = entry.get("command")?;
    let program = command
        .as_str()
        .or_else(|| command.get(0).and_then(Value::as_str));
    program.map(str::to_owned)
}

impl Home<'_> {
    /// The directory of VS Code's user profile.
    fn editor_dir(&self) -> PathBuf {
        let base = if cfg!(target_os = "macos") {
            self.home.join("Library/Application Support")
        } else {
            self.config.clone()
        };
        base.join("Code/User")
    }
}

/// Whether there are signs that the client is used here: its file or its directory.
pub(crate) fn is_present(file: &Path, home: &Path) -> bool {
    file.exists()
        || file
            .parent()
            .is_some_and(|directory| directory != home && directory.exists())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn launch() -> Launch {
        Launch {
            command: "/opt/sayso".into(),
            args: vec!["mcp".into()],
        }
    }

    fn file(client: Client, root: &Path, variable: Option<(&str, &str)>) -> PathBuf {
        let environment = |name: &str| {
            variable
                .filter(|(known, _)| *known == name)
                .map(|(_, value)| OsString::from(value))
        };
        let home = Home {
            home: root.into(),
            config: root.join(".config"),
            environment: &environment,
        };
        client
            .file(&home)
            .strip_prefix(root)
            .map(Path::to_owned)
            .unwrap_or_else(|_| client.file(&home))
    }

    #[test]
    fn install_finds_the_configuration_file_of_every_client() {
        let root = tempfile::tempdir().unwrap();
        let code = if cfg!(target_os = "macos") {
            "Library/Application Support"
        } else {
            ".config"
        };
        for (client, variable, expected) in [
            (Client::ClaudeCode, None, ".claude.json".to_owned()),
            (
                Client::ClaudeCode,
                Some(("CLAUDE_CONFIG_DIR", "/c")),
                "/c/.claude.json".into(),
            ),
            (Client::Codex, None, ".codex/config.toml".into()),
            (
                Client::Codex,
                Some(("CODEX_HOME", "/c")),
                "/c/config.toml".into(),
            ),
            (Client::Gemini, None, ".gemini/settings.json".into()),
            (
                Client::Opencode,
                None,
                ".config/opencode/opencode.json".into(),
            ),
            (Client::Cursor, None, ".cursor/mcp.json".into()),
            (Client::Vscode, None, format!("{code}/Code/User/mcp.json")),
            (
                Client::Cline,
                None,
                ".cline/data/settings/cline_mcp_settings.json".into(),
            ),
            (
                Client::Cline,
                Some(("CLINE_MCP_SETTINGS_PATH", "/c.json")),
                "/c.json".into(),
            ),
            (
                Client::Windsurf,
                None,
                ".codeium/windsurf/mcp_config.json".into(),
            ),
        ] {
            assert_eq!(
                file(client, root.path(), variable),
                Path::new(&expected),
                "{client:?}"
            );
        }
    }

    #[cfg(not(target_os = "macos"))]
    #[test]
    fn install_chooses_between_two_files_by_what_is_installed() {
        let root = tempfile::tempdir().unwrap();
        let extension = ".config/Code/User/globalStorage/saoudrizwan.claude-dev";
        fs::create_dir_all(root.path().join(extension)).unwrap();
        fs::create_dir_all(root.path().join(".config/opencode")).unwrap();
        fs::write(root.path().join(".config/opencode/opencode.jsonc"), "{}").unwrap();
        assert_eq!(
            file(Client::Cline, root.path(), None),
            Path::new(extension).join("settings/cline_mcp_settings.json")
        );
        assert_eq!(
            file(Client::Opencode, root.path(), None),
            Path::new(".config/opencode/opencode.jsonc")
        );
    }

    #[test]
    fn install_writes_a_new_file_in_the_clients_format() {
        let stdio = json!({"type": "stdio", "command": "/opt/sayso", "args": ["mcp"]});
        let plain = json!({"command": "/opt/sayso", "args": ["mcp"]});
        let local = json!({"type": "local", "command": ["/opt/sayso", "mcp"], "enabled": true});
        for (client, expected) in [
            (Client::ClaudeCode, json!({"mcpServers": {"sayso": stdio}})),
            (Client::Gemini, json!({"mcpServers": {"sayso": plain}})),
            (Client::Opencode, json!({"mcp": {"sayso": local}})),
            (Client::Cursor, json!({"mcpServers": {"sayso": plain}})),
            (Client::Vscode, json!({"servers": {"sayso": stdio}})),
            (Client::Cline, json!({"mcpServers": {"sayso": plain}})),
            (Client::Windsurf, json!({"mcpServers": {"sayso": plain}})),
        ] {
            let text = client.with_entry("", &launch()).unwrap();
            assert_eq!(
                serde_json::from_str::<Value>(&text).unwrap(),
                expected,
                "{client:?}"
            );
        }
        let codex = Client::Codex.with_entry("", &launch()).unwrap();
        assert_eq!(
            codex,
            "[mcp_servers.sayso]\ncommand = \"/opt/sayso\"\nargs = [\"mcp\"]\n"
        );
    }

    #[test]
    fn installed_entry_is_found_and_can_be_removed_for_every_client() {
        for client in Client::value_variants() {
            assert_eq!(client.find(""), Found::Nothing, "{client:?}");
            let text = client.with_entry("", &launch()).unwrap();
            let command = Some("/opt/sayso".to_owned());
            assert_eq!(client.find(&text), Found::Entry { command }, "{client:?}");
            assert_eq!(
                client.with_entry(&text, &launch()),
                Ok(text.clone()),
                "{client:?}"
            );
            let undone = client.without_entry(&text).unwrap();
            assert_eq!(client.find(&undone), Found::Nothing, "{client:?}");
        }
    }

    #[test]
    fn install_keeps_what_people_added_to_an_existing_entry() {
        let old =
            r#"{"mcpServers": {"sayso": {"command": "/old", "timeout": 86400000, "url": "x"}}}"#;
        let text = Client::Gemini.with_entry(old, &launch()).unwrap();
        let entry = json!({"command": "/opt/sayso", "args": ["mcp"], "timeout": 86_400_000});
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap(),
            json!({"mcpServers": {"sayso": entry}})
        );
        let old = "[mcp_servers.sayso]\ncommand = \"/old\"\ntool_timeout_sec = 9\n";
        assert_eq!(
            Client::Codex.with_entry(old, &launch()).unwrap(),
            "[mcp_servers.sayso]\ncommand = \"/opt/sayso\"\ntool_timeout_sec = 9\nargs = [\"mcp\"]\n"
        );
    }

    #[test]
    fn install_adds_the_entry_beside_the_servers_of_a_newer_opencode_file() {
        let text = r#"{"mcp": {"servers": {"other": {"type": "local", "command": ["x"]}}}}"#;
        let text = Client::Opencode.with_entry(text, &launch()).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["mcp"]["servers"]["sayso"]["type"], "local");
    }

    #[test]
    fn client_argument_has_the_name_of_the_clients_id() {
        for client in Client::value_variants() {
            let name = client.to_possible_value().unwrap().get_name().to_owned();
            assert_eq!(name, client.id());
        }
    }
}
