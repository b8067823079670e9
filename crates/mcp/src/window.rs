//! How long one call may wait: the person's setting, else what is known of the client.

use std::time::Duration;

use crate::limits::{self, Window};

/// Decides how long a call that asks may wait.
///
/// `setting` is the person's own window for this client, where 0 means as long as progress
/// flows; without a token no progress flows, so that the client's own window applies.
pub(crate) fn choose(setting: Option<u64>, client: &str, sends_progress: bool) -> Window {
    match setting {
        Some(0) if sends_progress => Window::WhileProgressFlows,
        Some(0) | None => of_client(client, sends_progress),
        Some(seconds) => Window::Seconds(seconds),
    }
}

/// Decides how long a call of an agent that the hub runs may wait before it gets a ticket.
///
/// `setting` is as for [`choose`]; `seconds` is what is known of the agent.
pub(crate) fn in_thread(setting: Option<u64>, seconds: u64, sends_progress: bool) -> Window {
    match setting {
        Some(0) if sends_progress => Window::WhileProgressFlows,
        Some(0) | None => Window::Seconds(seconds),
        Some(set) => Window::Seconds(set),
    }
}

impl Window {
    /// Returns what is left of it.
    pub(crate) fn after(self, passed: Duration) -> Self {
        match self {
            Self::Seconds(seconds) => Self::Seconds(seconds.saturating_sub(passed.as_secs())),
            Self::WhileProgressFlows => Self::WhileProgressFlows,
        }
    }
}

fn of_client(client: &str, sends_progress: bool) -> Window {
    match limits::find(client) {
        Some(known) if sends_progress => known.window_with_progress,
        Some(known) => Window::Seconds(known.window_seconds),
        None => Window::Seconds(limits::UNKNOWN_CLIENT_SECONDS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticket_comes_before_the_agents_limit_unless_the_person_set_another_time() {
        use Window::{Seconds, WhileProgressFlows};
        for (setting, sends_progress, expected) in [
            (None, true, Seconds(50)),
            (Some(2), false, Seconds(2)),
            (Some(0), true, WhileProgressFlows),
            (Some(0), false, Seconds(50)),
        ] {
            assert_eq!(in_thread(setting, 50, sends_progress), expected);
        }
        let passed = Duration::from_millis(20_900);
        assert_eq!(Seconds(50).after(passed), Seconds(30));
        assert_eq!(Seconds(5).after(passed), Seconds(0));
    }

    #[test]
    fn poll_window_follows_the_setting_then_the_client_then_the_default() {
        use Window::{Seconds, WhileProgressFlows};
        for (setting, client, sends_progress, expected) in [
            (None, "nobody-knows-me", false, Seconds(50)),
            (None, "nobody-knows-me", true, Seconds(50)),
            (None, "claude-code", true, Seconds(110)),
            (None, "claude-code", false, Seconds(110)),
            (None, "codex-mcp-client", false, Seconds(280)),
            (None, "codex-mcp-client", true, Seconds(280)),
            (None, "gemini-cli-mcp-client", true, Seconds(580)),
            (None, "opencode", true, WhileProgressFlows),
            (None, "opencode", false, Seconds(50)),
            (Some(20), "codex-mcp-client", true, Seconds(20)),
            (Some(7), "nobody-knows-me", false, Seconds(7)),
            (Some(0), "nobody-knows-me", true, WhileProgressFlows),
            (Some(0), "nobody-knows-me", false, Seconds(50)),
            (Some(0), "codex-mcp-client", false, Seconds(280)),
        ] {
            let chosen = choose(setting, client, sends_progress);
            assert_eq!(chosen, expected, "{setting:?} {client} {sends_progress}");
        }
    }
}
