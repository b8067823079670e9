//! What the person allows: timeouts, auto-submit, and how questions are presented.
//!
//! Made from the settings by the hub and handed in with every decision that depends on it.

use serde::{Deserialize, Serialize};

use crate::interaction::{Interface, PreferredDelivery};

/// A draft that changes keeps the question open for at least this long from then on.
pub const TYPING_KEEPS_OPEN_MS: u64 = 60_000;
/// What typing moves a nearer deadline to. More than the promise, so that the next keystrokes find
/// it still kept and one burst does not use up every extension.
pub const TYPING_EXTENDS_TO_MS: u64 = 2 * TYPING_KEEPS_OPEN_MS;
/// How often typing may do so: a page left open with a jittery field must not wait forever.
pub const TYPING_EXTENSIONS_MAX: u32 = 10;

/// How long a decision that never reached its asker is handed to the same question asked again.
/// Longer than a client needs to give up and its model to repeat itself, and short enough that
/// the person still means it.
pub const LATE_ANSWER_COUNTS_MS: u64 = 10 * 60_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    pub timeout_default_seconds: u64,
    pub timeout_min_seconds: u64,
    pub timeout_max_seconds: u64,
    /// Whether an asker may wait forever (`timeout_seconds: 0`).
    pub unlimited_wait: bool,
    /// Whether the asker's defaults are submitted at the deadline. Never for destructive questions.
    pub auto_submit: bool,
    /// Whether choosing submits immediately, where the asker did not say.
    pub single_submit: bool,
    /// Whether notes are offered at all.
    pub annotations: bool,
    pub placeholder_visible: bool,
    /// Where questions go when the asker did not say.
    pub interface: Interface,
    /// How askers receive the answer where their client offers more than waiting.
    pub delivery: PreferredDelivery,
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
            delivery: PreferredDelivery::Wait,
        }
    }
}

/// How long the asker wants to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeoutWish {
    /// Seconds, fitted into the person's bounds; without a wish, the person's default.
    WithinPolicy(Option<u64>),
    /// Milliseconds, clamped to the same limits; without a wish, the longest time that the settings
    /// allow. For contracts without a default.
    Milliseconds(Option<u64>),
    /// No time limit, regardless of the person's limits: a task waits for its person, and no call
    /// does.
    Forever,
}

/// The timeout that applies, and whether it is the one that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantedTimeout {
    /// `None` waits forever.
    pub ms: Option<u64>,
    pub clamped: bool,
}

impl GrantedTimeout {
    /// Returns whole seconds, rounded up: what people see is never less than what they have.
    pub fn seconds(&self) -> Option<u64> {
        self.ms.map(|ms| ms.div_ceil(1000))
    }

    fn as_asked(ms: Option<u64>) -> Self {
        Self { ms, clamped: false }
    }
}

impl Policy {
    /// Fits an asker's wish into the person's bounds.
    pub fn grant_timeout(&self, wish: TimeoutWish) -> GrantedTimeout {
        match wish {
            TimeoutWish::WithinPolicy(None) => {
                let default = Some(self.timeout_default_seconds).filter(|seconds| *seconds > 0);
                GrantedTimeout::as_asked(default.map(|seconds| seconds.saturating_mul(1000)))
            }
            TimeoutWish::Forever => GrantedTimeout::as_asked(None),
            TimeoutWish::WithinPolicy(Some(0)) | TimeoutWish::Milliseconds(None)
                if self.unlimited_wait =>
            {
                GrantedTimeout::as_asked(None)
            }
            // 0 means "as long as possible", so without permission it becomes the longest wait.
            TimeoutWish::WithinPolicy(Some(0)) => GrantedTimeout {
                clamped: true,
                ..self.fit(u64::MAX)
            },
            TimeoutWish::WithinPolicy(Some(asked)) => self.fit(asked.saturating_mul(1000)),
            TimeoutWish::Milliseconds(Some(asked)) => self.fit(asked),
            TimeoutWish::Milliseconds(None) => GrantedTimeout {
                clamped: false,
                ..self.fit(u64::MAX)
            },
        }
    }

    fn fit(&self, asked_ms: u64) -> GrantedTimeout {
        let granted = asked_ms
            .min(self.timeout_max_seconds.saturating_mul(1000))
            .max(self.timeout_min_seconds.saturating_mul(1000));
        GrantedTimeout {
            ms: Some(granted),
            clamped: granted != asked_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policy_clamps_a_timeout_in_seconds_to_the_persons_limits() {
        let policy = Policy::default();
        let patient = Policy {
            unlimited_wait: true,
            timeout_default_seconds: 0,
            ..policy.clone()
        };
        let granted = |seconds: Option<u64>, clamped| GrantedTimeout {
            ms: seconds.map(|seconds| seconds * 1000),
            clamped,
        };
        for (policy, asked, expected) in [
            (&policy, None, granted(Some(300), false)),
            (&policy, Some(1), granted(Some(30), true)),
            (&policy, Some(30), granted(Some(30), false)),
            (&policy, Some(100_000), granted(Some(86_400), true)),
            (&policy, Some(0), granted(Some(86_400), true)),
            (&patient, Some(0), granted(None, false)),
            (&patient, None, granted(None, false)),
        ] {
            let wish = TimeoutWish::WithinPolicy(asked);
            assert_eq!(policy.grant_timeout(wish), expected, "{asked:?}");
        }
    }

    #[test]
    fn policy_clamps_a_timeout_in_milliseconds_to_the_same_limits() {
        let policy = Policy::default();
        let patient = Policy {
            unlimited_wait: true,
            ..policy.clone()
        };
        let granted = |ms, clamped| GrantedTimeout { ms, clamped };
        for (policy, asked, expected) in [
            (&policy, None, granted(Some(86_400_000), false)),
            (&patient, None, granted(None, false)),
            (&policy, Some(1), granted(Some(30_000), true)),
            (&policy, Some(30_500), granted(Some(30_500), false)),
            (&policy, Some(100_000_000), granted(Some(86_400_000), true)),
        ] {
            let wish = TimeoutWish::Milliseconds(asked);
            assert_eq!(policy.grant_timeout(wish), expected, "{asked:?}");
        }
        let odd = GrantedTimeout::as_asked(Some(1_500));
        assert_eq!(odd.seconds(), Some(2));
    }
}
