//! Who asks. Client name and directory are the asker's own claims; the principal is proven.

use serde::{Deserialize, Serialize};

use crate::id::ThreadId;

/// What the hub itself has verified about an asker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Principal {
    /// A process of this user, by the socket's peer credentials.
    LocalUser { uid: u32 },
    /// The holder of a bearer token.
    Token { id: String },
    /// The agent of a thread, which the hub itself runs.
    Thread { id: ThreadId },
}

impl Principal {
    /// Returns one text per principal, for look-ups and for limits that hold under every name.
    pub fn key(&self) -> String {
        match self {
            Self::LocalUser { uid } => format!("uid:{uid}"),
            Self::Token { id } => format!("token:{id}"),
            Self::Thread { id } => format!("thread:{id}"),
        }
    }

    /// Returns the thread whose agent asks.
    pub fn thread(&self) -> Option<ThreadId> {
        match self {
            Self::Thread { id } => Some(*id),
            Self::LocalUser { .. } | Self::Token { .. } => None,
        }
    }
}

/// What people call an agent, and the names under which it asks: as an MCP client, and as the
/// agent of a thread.
const KNOWN_CLIENTS: &[(&str, &[&str])] = &[
    ("Claude Code", &["claude-code", "claude"]),
    ("Claude Desktop", &["claude-desktop", "claude-ai"]),
    ("Codex", &["codex-mcp-client", "codex"]),
    (
        "Gemini CLI",
        &["gemini-cli-mcp-client", "gemini-cli", "gemini"],
    ),
    ("Qwen Code", &["qwen-code-mcp-client", "qwen-code"]),
    ("Cline", &["cline"]),
    ("Goose", &["goose"]),
    ("Cursor", &["cursor-vscode", "cursor"]),
    (
        "VS Code",
        &["visual studio code", "visual-studio-code", "vscode"],
    ),
    ("Augment", &["augment", "augment-code"]),
    (
        "JetBrains Copilot",
        &["github-copilot-intellij", "jetbrains-copilot"],
    ),
];

/// The agent or script that asked.
///
/// Two askers are the same when principal, client name and project directory are equal, so
/// that an agent that was restarted finds its answer and no other agent does.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Asker {
    pub principal: Principal,
    /// The client's name as it announces itself: `claude-code`, `codex`, ….
    pub client: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The directory it works in; empty when unknown.
    pub directory: String,
}

impl Asker {
    /// Returns whether `other` may see what this asker asked.
    pub fn is_same(&self, other: &Asker) -> bool {
        self.principal == other.principal
            && self.client == other.client
            && self.directory == other.directory
    }

    /// Returns one text per distinct asker, for look-ups and limits. It begins with the
    /// [`Principal::key`].
    pub fn scope_key(&self) -> String {
        let principal = self.principal.key();
        // A unit separator cannot be confused with what names and paths contain once escaped.
        [principal.as_str(), &self.client, &self.directory]
            .map(|part| part.replace('\\', "\\\\").replace('\u{1f}', "\\u"))
            .join("\u{1f}")
    }

    /// Returns what people call the client; its own claim where it is not known.
    pub fn name(&self) -> &str {
        let known = KNOWN_CLIENTS.iter().find(|(_, names)| {
            names
                .iter()
                .any(|name| name.eq_ignore_ascii_case(&self.client))
        });
        known.map_or(self.client.as_str(), |(name, _)| name)
    }

    /// Returns the directory's own name, which people know the project by.
    pub fn project(&self) -> &str {
        let trimmed = self.directory.trim_end_matches(['/', '\\']);
        trimmed.rsplit(['/', '\\']).next().unwrap_or(trimmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_client_has_the_name_that_people_call_it() {
        let named = |client: &str| {
            let asker = Asker {
                principal: Principal::LocalUser { uid: 1 },
                client: client.to_owned(),
                version: None,
                directory: String::new(),
            };
            asker.name().to_owned()
        };
        assert_eq!(named("claude-code"), "Claude Code");
        assert_eq!(named("codex-mcp-client"), "Codex");
        assert_eq!(named("Visual Studio Code"), "VS Code");
        assert_eq!(named("my-script"), "my-script");
    }

    fn asker(client: &str, directory: &str) -> Asker {
        Asker {
            principal: Principal::LocalUser { uid: 1000 },
            client: client.into(),
            version: None,
            directory: directory.into(),
        }
    }

    #[test]
    fn askers_are_the_same_when_only_their_versions_differ() {
        let one = asker("codex", "/src/shop");
        let updated = Asker {
            version: Some("2".into()),
            ..one.clone()
        };
        assert!(one.is_same(&updated));
        assert_eq!(one.scope_key(), updated.scope_key());
        let by_token = Asker {
            principal: Principal::Token { id: "1000".into() },
            ..one.clone()
        };
        for other in [
            asker("codex", "/src/blog"),
            asker("claude", "/src/shop"),
            by_token,
        ] {
            assert!(!one.is_same(&other));
            assert_ne!(one.scope_key(), other.scope_key());
        }
        assert_ne!(
            asker("a\u{1f}b", "c").scope_key(),
            asker("a", "b\u{1f}c").scope_key()
        );
    }

    #[test]
    fn asker_takes_its_project_name_from_the_last_part_of_its_directory() {
        for (directory, project) in [
            ("/src/shop", "shop"),
            ("/src/shop/", "shop"),
            ("C:\\src\\shop", "shop"),
            ("", ""),
        ] {
            assert_eq!(asker("x", directory).project(), project);
        }
    }
}
