//! Variables by which agents mark what they start. The list, with the source of each, is in
//! `markers.toml`.

use std::sync::LazyLock;

static MARKERS: LazyLock<Markers> =
    LazyLock::new(|| toml::from_str(include_str!("markers.toml")).expect("our own file is valid"));

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Markers {
    marker: Vec<Marker>,
}

/// One variable that an agent sets for what it runs.
#[derive(Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Marker {
    pub(crate) variable: String,
    /// Only these values count; without a list, every value that is not empty.
    #[serde(default)]
    values: Vec<String>,
    /// Marks a person's panel inside the agent.
    unless: Option<String>,
    pub(crate) agent: String,
    source: String,
    confirmed: bool,
}

/// Finds the first marker in an environment as the kernel shows it: `NAME=value` and a zero byte
/// each.
pub(super) fn find(environment: &[u8]) -> Option<&'static Marker> {
    let value = |name: &str| {
        environment.split(|byte| *byte == 0).find_map(|entry| {
            let value = entry.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
            (!value.is_empty()).then_some(value)
        })
    };
    MARKERS.marker.iter().find(|marker| {
        let Some(found) = value(&marker.variable) else {
            return false;
        };
        let counts =
            marker.values.is_empty() || marker.values.iter().any(|known| known.as_bytes() == found);
        counts && marker.unless.as_deref().and_then(value).is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(environment: &str) -> Option<&'static str> {
        find(environment.replace(' ', "\0").as_bytes()).map(|marker| marker.agent.as_str())
    }

    #[test]
    fn markers_find_variables_of_agents_and_none_of_a_person() {
        for (environment, expected) in [
            ("", None),
            ("HOME=/srv/ana TERM=xterm", None),
            ("HOME=/ CLAUDECODE=1 TERM=dumb", Some("Claude Code")),
            ("CLAUDECODE=", None),
            ("CLAUDECODE=0", None),
            ("NOTCLAUDECODE=1 CLAUDECODE_X=1", None),
            ("CODEX_HOME=/srv/ana/.codex", None),
            ("CODEX_THREAD_ID=0199", Some("Codex")),
            ("GEMINI_CLI=1", Some("Gemini CLI")),
            ("OPENCODE=1", Some("opencode")),
            ("OPENCODE=1 OPENCODE_TERMINAL=1", None),
            ("CURSOR_TRACE_ID=1 TERM_PROGRAM=vscode", None),
            ("CURSOR_TRACE_ID=1 CURSOR_AGENT=1", Some("Cursor")),
            ("AGENT=goose", Some("an agent")),
            ("AGENT=1 SSH_AGENT_PID=9", None),
            ("AI_AGENT=somebody-new", Some("an agent")),
        ] {
            assert_eq!(found(environment), expected, "{environment}");
        }
    }

    #[test]
    fn markers_file_gives_each_variable_a_source_and_lists_it_once() {
        let mut names = std::collections::BTreeSet::new();
        for marker in &MARKERS.marker {
            assert!(marker.source.contains('/'), "{}", marker.variable);
            assert!(names.insert(&marker.variable), "{}", marker.variable);
        }
    }

    #[test]
    fn markers_file_lists_unconfirmed_markers_last() {
        let confirmed = MARKERS.marker.iter().map(|marker| marker.confirmed);
        assert!(confirmed.is_sorted_by(|before, after| before >= after));
        let file = include_str!("markers.toml");
        let (above, below) = file.split_once("\n# NOT CONFIRMED").unwrap();
        assert!(!above.contains("confirmed = false"));
        assert!(!below.contains("confirmed = true"));
    }
}
