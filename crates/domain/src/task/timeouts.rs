//! When an attempt has taken too long: without progress, or in total.
//!
//! Measured on the boot clock. Only output of the executor is progress; a living runner is not.
//! Both clocks stop while a person is asked, so that a task cannot time out because a person takes
//! their time. The idle clock also stops while a tool is running, because agents print nothing
//! then.

use serde::{Deserialize, Serialize};

use super::Expiry;
use crate::words::words;

words! {
    /// Limits that have a name.
    Profile {
        Standard = "standard",
        Long = "long",
        Extended = "extended",
    }

    /// What counts as progress of an attempt.
    Progress {
        /// A sign of life of the agent itself.
        Heartbeat = "heartbeat",
        /// A tool that it uses got on.
        ToolProgress = "tool_progress",
        /// It said or wrote something.
        LogChunk = "log_chunk",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub idle_ms: u64,
    pub hard_ms: u64,
}

impl Profile {
    pub fn limits(self) -> Limits {
        let (idle_seconds, hard_minutes) = match self {
            Self::Standard => (60, 10),
            Self::Long => (120, 30),
            Self::Extended => (300, 60),
        };
        Limits {
            idle_ms: idle_seconds * 1000,
            hard_ms: hard_minutes * 60_000,
        }
    }
}

/// The clocks of one attempt. Every call names the boot clock's time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    limits: Limits,
    idle: Stopwatch,
    hard: Stopwatch,
    tools_open: u32,
    is_asking: bool,
}

/// Time that has passed while it ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stopwatch {
    passed_ms: u64,
    /// Since when it runs; `None` while it stands still.
    since_ms: Option<u64>,
}

impl Watch {
    pub fn start(limits: Limits, now_ms: u64) -> Self {
        let running = Stopwatch {
            passed_ms: 0,
            since_ms: Some(now_ms),
        };
        Self {
            limits,
            idle: running,
            hard: running,
            tools_open: 0,
            is_asking: false,
        }
    }

    /// The executor did something.
    pub fn progress(&mut self, now_ms: u64) {
        self.idle.restart(now_ms);
    }

    /// A tool call began.
    pub fn tool_opened(&mut self, now_ms: u64) {
        self.tools_open = self.tools_open.saturating_add(1);
        self.progress(now_ms);
        self.settle(now_ms);
    }

    pub fn tool_closed(&mut self, now_ms: u64) {
        self.tools_open = self.tools_open.saturating_sub(1);
        self.progress(now_ms);
        self.settle(now_ms);
    }

    /// A person is asked from now on.
    pub fn person_asked(&mut self, now_ms: u64) {
        self.is_asking = true;
        self.settle(now_ms);
    }

    /// The person has decided, or the question has lost its point.
    pub fn person_done(&mut self, now_ms: u64) {
        self.is_asking = false;
        self.progress(now_ms);
        self.settle(now_ms);
    }

    /// Returns the limit that has been reached.
    pub fn expired(&self, now_ms: u64) -> Option<Expiry> {
        if self.hard.passed_ms(now_ms) >= self.limits.hard_ms {
            return Some(Expiry::Hard);
        }
        (self.idle.passed_ms(now_ms) >= self.limits.idle_ms).then_some(Expiry::Idle)
    }

    /// Returns when to look again, if nothing happens before; `None` while both clocks stand still.
    pub fn next_look_ms(&self) -> Option<u64> {
        let idle = self.idle.reaches_at(self.limits.idle_ms);
        let hard = self.hard.reaches_at(self.limits.hard_ms);
        idle.into_iter().chain(hard).min()
    }

    /// Lets each clock run or stand still, as things are.
    fn settle(&mut self, now_ms: u64) {
        self.idle
            .run(!self.is_asking && self.tools_open == 0, now_ms);
        self.hard.run(!self.is_asking, now_ms);
    }
}

impl Stopwatch {
    fn restart(&mut self, now_ms: u64) {
        self.passed_ms = 0;
        self.since_ms = self.since_ms.map(|_| now_ms);
    }

    fn run(&mut self, runs: bool, now_ms: u64) {
        self.passed_ms = self.passed_ms(now_ms);
        self.since_ms = runs.then_some(now_ms);
    }

    fn passed_ms(&self, now_ms: u64) -> u64 {
        let since = self
            .since_ms
            .map_or(0, |since| now_ms.saturating_sub(since));
        self.passed_ms.saturating_add(since)
    }

    fn reaches_at(&self, limit_ms: u64) -> Option<u64> {
        let left = limit_ms.saturating_sub(self.passed_ms);
        self.since_ms.map(|since| since.saturating_add(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1000;
    const MINUTE: u64 = 60 * SECOND;

    fn standard() -> Watch {
        Watch::start(Profile::Standard.limits(), 0)
    }

    #[test]
    fn timeout_profiles_have_their_documented_limits() {
        let told = Profile::ALL.map(|profile| {
            let limits = profile.limits();
            (limits.idle_ms / SECOND, limits.hard_ms / MINUTE)
        });
        assert_eq!(told, [(60, 10), (120, 30), (300, 60)]);
    }

    #[test]
    fn watch_expires_as_idle_when_an_attempt_makes_no_progress() {
        let mut watch = standard();
        assert_eq!(watch.expired(59 * SECOND), None);
        assert_eq!(watch.expired(60 * SECOND), Some(Expiry::Idle));
        watch.progress(59 * SECOND);
        assert_eq!(watch.expired(118 * SECOND), None);
        assert_eq!(watch.next_look_ms(), Some(119 * SECOND));
        assert_eq!(watch.expired(119 * SECOND), Some(Expiry::Idle));
    }

    #[test]
    fn watch_applies_only_the_hard_limit_while_a_tool_is_running() {
        let mut watch = standard();
        watch.tool_opened(SECOND);
        assert_eq!(watch.expired(62 * SECOND), None);
        assert_eq!(watch.next_look_ms(), Some(10 * MINUTE));
        assert_eq!(watch.expired(10 * MINUTE), Some(Expiry::Hard));
        watch.tool_opened(70 * SECOND);
        watch.tool_closed(80 * SECOND);
        assert_eq!(watch.expired(9 * MINUTE), None, "the other one is at work");
        watch.tool_closed(90 * SECOND);
        assert_eq!(watch.expired(149 * SECOND), None);
        assert_eq!(watch.expired(150 * SECOND), Some(Expiry::Idle));
    }

    #[test]
    fn watch_stops_both_clocks_while_a_person_is_asked() {
        let mut watch = standard();
        watch.tool_opened(SECOND);
        watch.person_asked(30 * SECOND);
        assert_eq!(watch.next_look_ms(), None);
        assert_eq!(watch.expired(65 * MINUTE), None);
        watch.person_done(65 * MINUTE);
        watch.tool_closed(65 * MINUTE);
        assert_eq!(watch.expired(65 * MINUTE + 59 * SECOND), None);
        assert_eq!(watch.expired(66 * MINUTE), Some(Expiry::Idle));
        // Half a minute of its ten had passed when the person was asked.
        for second in 0..570 {
            watch.progress(65 * MINUTE + second * SECOND);
        }
        assert_eq!(watch.expired(65 * MINUTE + 569 * SECOND), None);
        assert_eq!(
            watch.expired(65 * MINUTE + 570 * SECOND),
            Some(Expiry::Hard)
        );
    }

    proptest::proptest! {
        /// Looking when told to misses nothing and is never too early.
        #[test]
        fn watch_never_expires_before_the_time_of_its_next_look(acts: Vec<(u8, u16)>) {
            let mut watch = standard();
            let mut now_ms = 0;
            for (act, pause) in acts {
                now_ms += u64::from(pause);
                match act % 5 {
                    0 => watch.progress(now_ms),
                    1 => watch.tool_opened(now_ms),
                    2 => watch.tool_closed(now_ms),
                    3 => watch.person_asked(now_ms),
                    _ => watch.person_done(now_ms),
                }
                if let Some(look) = watch.next_look_ms() {
                    proptest::prop_assert!(watch.expired(look).is_some());
                    if look > now_ms {
                        proptest::prop_assert_eq!(watch.expired(look - 1), None);
                    }
                } else {
                    proptest::prop_assert_eq!(watch.expired(now_ms), watch.expired(u64::MAX));
                }
            }
        }
    }
}
