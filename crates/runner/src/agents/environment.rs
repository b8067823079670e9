//! What an agent sees of our environment: named variables and nothing else.
//!
//! What is not on a list stays here: secrets of the hub, keys of other agents, and the marks by which
//! an agent would believe that it runs inside another one.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use super::{Agent, presets};

/// What programs need to find their way: home, language, terminal, network.
const EVERYONE: &[&str] = &[
    "HOME",
    "PATH",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TERM",
    "COLORTERM",
    "TZ",
    "TMPDIR",
    "SSH_AUTH_SOCK",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "all_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "ALL_PROXY",
    "NODE_EXTRA_CA_CERTS",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];

const EVERYONE_PREFIXES: &[&str] = &["LC_", "XDG_"];

/// Picks what an agent gets of `ours`, and adds what is set for it. What the person gave it is not
/// here: it is in the agent.
pub fn environment(
    agent: &Agent,
    ours: impl IntoIterator<Item = (OsString, OsString)>,
) -> BTreeMap<OsString, OsString> {
    let preset = presets::of(agent);
    let known = preset.map(|preset| preset.environment.as_slice());
    let known = known.unwrap_or_default();
    let set = preset.into_iter().flat_map(|preset| &preset.settings);
    let set = set.map(|(name, value)| (name.into(), value.into()));
    let is_passed = |name: &OsStr| {
        name.to_str().is_some_and(|name| {
            EVERYONE.contains(&name)
                || EVERYONE_PREFIXES
                    .iter()
                    .any(|prefix| name.starts_with(prefix))
                || known.iter().any(|known| known == name)
        })
    };
    ours.into_iter()
        .filter(|(name, _)| is_passed(name))
        .chain(set)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_passes_on_what_is_listed_and_nothing_else() {
        let ours = [
            "PATH",
            "LC_ALL",
            "XDG_CONFIG_HOME",
            "ANTHROPIC_API_KEY",
            "OPENAI_API_KEY",
            "SAYSO_TOKEN",
            "CLAUDECODE",
            "CLAUDE_CODE_ENTRYPOINT",
            "AWS_SECRET_ACCESS_KEY",
        ];
        let names = |id: &str| -> Vec<String> {
            let preset = presets::all().iter().find(|preset| preset.id == id);
            let agent = preset.expect("it is in the table").agent();
            let ours = ours.map(|name| (name.into(), "x".into()));
            let passed = environment(&agent, ours).into_keys();
            passed.filter_map(|name| name.into_string().ok()).collect()
        };
        assert_eq!(
            names("claude"),
            [
                "ANTHROPIC_API_KEY",
                "AWS_SECRET_ACCESS_KEY",
                "LC_ALL",
                "PATH",
                "XDG_CONFIG_HOME"
            ]
        );
        assert_eq!(
            names("codex"),
            [
                "CODEX_CONFIG",
                "LC_ALL",
                "OPENAI_API_KEY",
                "PATH",
                "XDG_CONFIG_HOME"
            ]
        );
        assert_eq!(names("gemini"), ["LC_ALL", "PATH", "XDG_CONFIG_HOME"]);
    }
}
