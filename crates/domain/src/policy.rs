//! What the person allows: timeouts, auto-submit, and how questions are presented.
//!
//! Made from the settings by the hub and handed in with every decision that depends on it.

use serde::{Deserialize, Serialize};

use crate::interaction::Interface;

/// A draft that changes keeps the question open for at least this long from then on.
pub const TYPING_KEEPS_OPEN_MS: u64 = 60_000;
/// What typing moves a nearer deadline to. More than the promise, so that the next keystrokes find
/// it still kept and one burst does not use up every extension.
pub const TYPING_EXTENDS_TO_MS: u64 = 2 * TYPING_KEEPS_OPEN_MS;
/// How often typing may do so: a page left open with a jittery field must not wait for ever.
pub const TYPING_EXTENSIONS_MAX: u32 = 10;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    pub timeout_default_seconds: u64,
    pub timeout_min_seconds: u64,
    pub timeout_max_seconds: u64,
    /// Whether an asker may wait for ever (`timeout_seconds: 0`).
    pub unlimited_wait: bool,
    /// Whether the asker's defaults are submitted at the deadline. Never for destructive questions.
    pub auto_submit: bool,
    /// Whether choosing submits at once, where the asker did not say.
    pub single_submit: bool,
    /// Whether notes are offered at all.
    pub annotations: bool,
    pub placeholder_visible: bool,
    /// Where questions go when the asker did not say.
    pub interface: Interface,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            timeout_default_seconds: 300,
            timeout_min_seconds: 30,
            timeout_max_seconds: 86_400,
            unlimited_wait: false,
            auto_submit: false,
            single_submit: false,
            annotations: true,
            placeholder_visible: true,
            interface: Interface::Auto,
        }
    }
}

/// The timeout that applies, and whether it is the one that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantedTimeout {
    /// `None` waits for ever.
    pub seconds: Option<u64>,
    pub clamped: bool,
}

impl Policy {
    /// Fits an asker's wish into the person's bounds.
    pub fn grant_timeout(&self, asked_seconds: Option<u64>) -> GrantedTimeout {
        let Some(asked) = asked_seconds else {
            let seconds = match self.timeout_default_seconds {
                0 => None,
                default => Some(default),
            };
            return GrantedTimeout {
                seconds,
                clamped: false,
            };
        };
        if asked == 0 && self.unlimited_wait {
            return GrantedTimeout {
                seconds: None,
                clamped: false,
            };
        }
        // 0 means "as long as possible", so without permission it becomes the longest wait.
        let wanted = if asked == 0 { u64::MAX } else { asked };
        let granted = wanted
            .min(self.timeout_max_seconds)
            .max(self.timeout_min_seconds);
        GrantedTimeout {
            seconds: Some(granted),
            clamped: granted != asked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_fitted_into_the_persons_bounds() {
        let policy = Policy::default();
        let patient = Policy {
            unlimited_wait: true,
            timeout_default_seconds: 0,
            ..policy.clone()
        };
        let granted = |seconds, clamped| GrantedTimeout { seconds, clamped };
        for (policy, asked, expected) in [
            (&policy, None, granted(Some(300), false)),
            (&policy, Some(1), granted(Some(30), true)),
            (&policy, Some(30), granted(Some(30), false)),
            (&policy, Some(100_000), granted(Some(86_400), true)),
            (&policy, Some(0), granted(Some(86_400), true)),
            (&patient, Some(0), granted(None, false)),
            (&patient, None, granted(None, false)),
        ] {
            assert_eq!(policy.grant_timeout(asked), expected, "{asked:?}");
        }
    }
}
