//! How long known clients let one tool call run. Data with a source and a date, not code: the
//! figures change monthly. A client's name is its own claim and only ever a hint.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// How long a call of an unknown client may wait: below the shortest limit met in the wild.
pub const UNKNOWN_CLIENT_SECONDS: u64 = 50;

/// How long one call may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    Seconds(u64),
    WhileProgressFlows,
}

/// Whether progress notifications restart the client's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResetByProgress {
    Yes,
    No,
    Unknown,
}

/// What is known about one client.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownClient {
    /// What people call it.
    pub title: String,
    /// What it calls itself: `clientInfo.name`, whole or up to a separator, in any case.
    pub names: Vec<String>,
    /// After how many seconds it gives up on a silent call; absent when it does not.
    pub limit_seconds: Option<u64>,
    pub reset_by_progress: ResetByProgress,
    /// How long a call without progress waits.
    pub window_seconds: u64,
    /// How long a call with progress waits.
    pub window_with_progress: Window,
    /// Where the limit is set, if it can be.
    pub setting: Option<String>,
    /// The line that raises it, ready to paste.
    pub line: Option<String>,
    /// The environment variable that the line sets, where it sets one.
    pub variable: Option<String>,
    /// Where the limit is in the client's own configuration file, where it is there.
    pub limit_at: Option<LimitAt>,
    pub remarks: Option<String>,
    /// Where the figures come from, and when they were last looked at.
    pub source: String,
    pub checked: String,
}

/// A number in a client's configuration file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitAt {
    pub path: Vec<String>,
    pub unit: Unit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Seconds,
    Milliseconds,
}

impl Unit {
    pub fn to_seconds(self, number: u64) -> u64 {
        match self {
            Self::Seconds => number,
            Self::Milliseconds => number / 1000,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    client: Vec<KnownClient>,
}

static KNOWN: LazyLock<Vec<KnownClient>> = LazyLock::new(|| {
    let file: File =
        toml::from_str(include_str!("../clients.toml")).expect("a test reads the same file");
    file.client
});

/// Returns all known clients, in the order of the data file.
pub fn known() -> &'static [KnownClient] {
    &KNOWN
}

/// Finds a client by the name it announces.
pub fn find(client_name: &str) -> Option<&'static KnownClient> {
    let given = client_name.trim().to_lowercase();
    known()
        .iter()
        .find(|client| client.names.iter().any(|name| is_called(&given, name)))
}

/// Returns the seconds that the person's setting `client_windows` gives a client.
///
/// The client's own name counts first, then one that the client's name begins with, then any
/// other name or title of the same known client. Upper and lower case are the same.
pub fn window_set(windows: &BTreeMap<String, u64>, client_name: &str) -> Option<u64> {
    let client = client_name.trim().to_lowercase();
    let announced = find(client_name);
    let fits: [&dyn Fn(&str) -> bool; 3] = [
        &|key| key == client,
        &|key| is_called(&client, key),
        &|key| announced.is_some() && by_any_name(key) == announced,
    ];
    fits.iter().find_map(|fit| {
        let mut entries = windows.iter();
        entries.find_map(|(key, seconds)| fit(&key.trim().to_lowercase()).then_some(*seconds))
    })
}

/// Finds the client that a person means, who may use its title too.
fn by_any_name(given: &str) -> Option<&'static KnownClient> {
    let titled = known()
        .iter()
        .find(|client| client.title.to_lowercase() == given);
    titled.or_else(|| find(given))
}

/// Whether `given` is `name`, or `name` with something set off behind it.
fn is_called(given: &str, name: &str) -> bool {
    let rest = given.strip_prefix(&name.to_lowercase());
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn known_client_is_found_by_the_name_it_reports() {
        for (name, title) in [
            ("claude-code", Some("Claude Code")),
            ("Claude-Code/2.1", Some("Claude Code")),
            ("codex-mcp-client", Some("Codex")),
            ("gemini-cli-mcp-client-sayso", Some("Gemini CLI")),
            ("Visual Studio Code", Some("VS Code")),
            (
                "claude-ai (via mcp-remote 0.1.37)",
                Some("Claude Desktop and claude.ai"),
            ),
            ("cline", Some("Cline")),
            ("clinetic", None),
            ("", None),
        ] {
            assert_eq!(
                find(name).map(|client| client.title.as_str()),
                title,
                "{name}"
            );
        }
    }

    #[test]
    fn client_window_is_found_by_every_name_title_and_case() {
        let window = |key: &str, client: &str| {
            let windows = BTreeMap::from([(key.to_owned(), 7)]);
            window_set(&windows, client)
        };
        for client in known() {
            for announced in &client.names {
                for key in client.names.iter().chain([&client.title]) {
                    for key in [key.clone(), key.to_lowercase(), key.to_uppercase()] {
                        assert_eq!(window(&key, announced), Some(7), "{key} for {announced}");
                    }
                }
            }
            let others = known().iter().filter(|other| other.title != client.title);
            for other in others {
                assert_eq!(window(&client.title, &other.names[0]), None);
            }
        }
        assert_eq!(window("My Client", "my client/2.0"), Some(7));
        assert_eq!(window("my-client", "my-clients"), None);
        let several = [("claude-code", 3), ("Codex", 1), ("CODEX-MCP-CLIENT", 2)];
        let several = several
            .map(|(key, seconds)| (key.to_owned(), seconds))
            .into();
        assert_eq!(window_set(&several, "codex-mcp-client"), Some(2));
    }

    #[test]
    fn client_window_ends_before_the_clients_limit() {
        for client in known() {
            let Some(limit) = client.limit_seconds else {
                continue;
            };
            assert!(client.window_seconds < limit, "{}", client.title);
            match (client.window_with_progress, client.reset_by_progress) {
                (Window::Seconds(_) | Window::WhileProgressFlows, ResetByProgress::Yes) => {}
                (Window::Seconds(seconds), ResetByProgress::No | ResetByProgress::Unknown) => {
                    assert!(seconds < limit, "{}", client.title);
                }
                (Window::WhileProgressFlows, ResetByProgress::No | ResetByProgress::Unknown) => {
                    panic!("{} would give up while we wait on", client.title);
                }
            }
        }
    }

    #[test]
    fn known_clients_have_a_source_and_a_date_and_unique_names() {
        let mut names = HashSet::new();
        for client in known() {
            assert!(
                !client.names.is_empty() && !client.source.is_empty(),
                "{}",
                client.title
            );
            let (year, month) = client.checked.split_once('-').expect("year-month");
            assert!(year.len() == 4 && month.len() == 2, "{}", client.title);
            assert_eq!(
                client.setting.is_some(),
                client.line.is_some(),
                "{}",
                client.title
            );
            for name in &client.names {
                assert!(names.insert(name.to_lowercase()), "{name} is listed twice");
            }
        }
    }
}
