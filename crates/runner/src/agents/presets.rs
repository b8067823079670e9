//! The agents that sayso knows, as data.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use super::{Agent, Kind};

/// What sayso knows about an agent beyond its command.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    pub id: String,
    pub name: String,
    pub program: String,
    pub arguments: Vec<String>,
    /// How a person gets it. sayso never does that itself.
    pub install: String,
    /// Variables that are passed on to it besides those that every agent gets.
    pub environment: Vec<String>,
    /// What it says in an internal error when nobody is logged in, in lower case.
    pub login_errors: Vec<String>,
    /// How to log in.
    pub login: String,
    /// Variables with a token that logs it in although it says that nobody is.
    #[serde(default)]
    pub unnoticed_tokens: Vec<String>,
    /// Models of a hosted service that it falls back to when nothing is configured.
    #[serde(default)]
    pub hosted_models: Vec<String>,
    /// How long it waits for one call of an MCP tool; `None` where nobody has measured it.
    pub tool_seconds: Option<u64>,
    /// What it calls the hub's own tools when it asks whether it may use one.
    pub own_tool: Option<String>,
    /// Modes of a session in which it asks before it acts.
    #[serde(default)]
    pub asking_modes: Vec<String>,
    /// Variables that it is started with, unless the person gave it others.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
}

impl Preset {
    pub fn agent(&self) -> Agent {
        let command = std::iter::once(&self.program).chain(&self.arguments);
        Agent {
            id: self.id.clone(),
            name: self.name.clone(),
            kind: Kind::Acp,
            command: command.cloned().collect(),
            environment: Default::default(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Presets {
    preset: Vec<Preset>,
}

pub fn all() -> &'static [Preset] {
    static ALL: LazyLock<Vec<Preset>> = LazyLock::new(|| {
        let presets: Presets = toml::from_str(include_str!("presets.toml"))
            .expect("the table of presets is checked by a test");
        presets.preset
    });
    &ALL
}

/// Finds what is known about an agent, by the program that it starts: an agent of the person's own
/// that starts the same program behaves the same.
pub fn of(agent: &Agent) -> Option<&'static Preset> {
    let program = agent.command.first()?;
    let name = Path::new(program).file_name()?.to_str()?;
    all().iter().find(|preset| preset.program == name)
}

/// Returns what `*` stands for in a pattern that a text fits; nothing where the pattern has none.
pub fn filled<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    match pattern.split_once('*') {
        Some((head, tail)) => text.strip_prefix(head)?.strip_suffix(tail),
        None => (pattern == text).then_some(""),
    }
}

/// How long an agent waits for one call of an MCP tool when nothing is known of it: many clients
/// give up after a minute.
const TOOL_SECONDS: u64 = 60;

/// Returns how long a call of one of the hub's tools may take before this agent gives up on it: its
/// limit with a margin of a fifteenth, and at least ten seconds.
pub fn call_seconds(agent: &Agent) -> u64 {
    let limit = of(agent).and_then(|preset| preset.tool_seconds);
    let limit = limit.unwrap_or(TOOL_SECONDS);
    limit.saturating_sub((limit / 15).max(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn call_ends_before_the_agent_gives_up_on_it() {
        for (id, seconds) in [
            ("claude", 980),
            ("codex", 280),
            ("gemini", 560),
            ("opencode", 50),
            ("goose", 50),
        ] {
            let preset = all().iter().find(|preset| preset.id == id).unwrap();
            assert_eq!(call_seconds(&preset.agent()), seconds, "{id}");
        }
        let mut unknown = all()[0].agent();
        unknown.command = vec!["my-agent".into()];
        assert_eq!(call_seconds(&unknown), 50);
    }

    #[test]
    fn presets_are_read_from_their_table() {
        let ids: Vec<&str> = all().iter().map(|preset| preset.id.as_str()).collect();
        assert_eq!(ids, ["claude", "codex", "gemini", "opencode", "goose"]);
        for preset in all() {
            let lower = |text: &String| *text == text.to_lowercase();
            assert!(preset.login_errors.iter().all(lower), "{}", preset.id);
            assert!(!preset.login.is_empty() && !preset.install.is_empty());
        }
    }

    #[test]
    fn filled_tells_what_the_star_of_a_pattern_stands_for() {
        for (pattern, text, expected) in [
            ("a/*-free", "a/b-free", Some("b")),
            ("a/*-free", "a/-free", Some("")),
            ("a*a", "a", None),
            ("a*", "b", None),
            ("a", "a", Some("")),
            ("a", "b", None),
        ] {
            assert_eq!(filled(pattern, text), expected, "{pattern} {text}");
        }
    }

    #[test]
    fn preset_is_found_by_program_wherever_it_is() {
        let mut agent = all()[0].agent();
        agent.id = "mine".into();
        agent.command[0] = "/opt/bin/claude-agent-acp".into();
        assert_eq!(of(&agent).map(|preset| preset.id.as_str()), Some("claude"));
        agent.command = vec!["sh".into(), "claude-agent-acp".into()];
        assert!(of(&agent).is_none());
        agent.command.clear();
        assert!(of(&agent).is_none());
    }
}
