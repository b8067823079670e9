//! Time as data: a wall clock for people, a boot clock for deadlines.
//!
//! Wall clocks jump and ordinary monotonic clocks stop while a laptop sleeps. A deadline is
//! therefore measured on the boot clock, which counts suspended time and never jumps. Only when
//! the machine has been restarted is the wall clock consulted, once, to re-arm what was pending.

use serde::{Deserialize, Serialize};

/// Milliseconds since the Unix epoch, on the wall clock.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Returns the instant `ms` before this one.
    pub fn minus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_sub_unsigned(ms))
    }

    /// Returns the milliseconds from `earlier` to `self`, or 0 if the clock went backwards.
    pub fn millis_since(self, earlier: Timestamp) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }
}

/// Names one run of the machine. Uptimes of different boots cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BootId(pub String);

/// One instant, read on both clocks together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    pub wall: Timestamp,
    pub boot: BootId,
    /// Milliseconds since boot, suspended time included.
    pub uptime_ms: u64,
}

/// When a pending interaction times out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    pub armed: Moment,
    pub duration_ms: u64,
}

/// The least time that a deadline of an earlier boot gets when it is armed again, because the
/// machine was perhaps off and the person could not answer.
pub const REARM_GRACE_MS: u64 = 30_000;

impl Deadline {
    pub fn after(now: &Moment, duration_ms: u64) -> Self {
        Self {
            armed: now.clone(),
            duration_ms,
        }
    }

    /// Returns what is left at `now`; 0 when due.
    pub fn remaining_ms(&self, now: &Moment) -> u64 {
        let passed = if self.armed.boot == now.boot {
            now.uptime_ms.saturating_sub(self.armed.uptime_ms)
        } else {
            now.wall.millis_since(self.armed.wall)
        };
        self.duration_ms.saturating_sub(passed)
    }

    /// Returns whether the deadline has passed. A deadline of another boot is never due: it must be
    /// armed again first, with its grace.
    pub fn is_due(&self, now: &Moment) -> bool {
        self.armed.boot == now.boot && self.remaining_ms(now) == 0
    }

    /// Moves a deadline of an earlier boot onto the current boot's clock.
    pub fn rearmed(&self, now: &Moment) -> Self {
        Self::after(now, self.remaining_ms(now).max(REARM_GRACE_MS))
    }

    /// Returns the uptime, in the boot that armed the deadline, at which it falls due.
    pub fn due_uptime_ms(&self) -> u64 {
        self.armed.uptime_ms.saturating_add(self.duration_ms)
    }

    /// Returns the wall-clock instant shown to people.
    pub fn wall(&self) -> Timestamp {
        let duration = i64::try_from(self.duration_ms).unwrap_or(i64::MAX);
        Timestamp(self.armed.wall.0.saturating_add(duration))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(boot: &str, wall: i64, uptime_ms: u64) -> Moment {
        Moment {
            wall: Timestamp(wall),
            boot: BootId(boot.into()),
            uptime_ms,
        }
    }

    #[test]
    fn deadline_ignores_wall_clock_jumps_within_one_boot() {
        let deadline = Deadline::after(&moment("a", 1_000_000, 50), 60_000);
        for wall in [0, 1_000_000, i64::MAX] {
            assert_eq!(deadline.remaining_ms(&moment("a", wall, 10_050)), 50_000);
        }
        assert!(!deadline.is_due(&moment("a", i64::MAX, 60_049)));
        assert!(deadline.is_due(&moment("a", 0, 60_050)));
    }

    #[test]
    fn deadline_is_rearmed_by_the_wall_clock_with_grace_after_a_reboot() {
        let deadline = Deadline::after(&moment("a", 1_000_000, 50), 300_000);
        let soon = moment("b", 1_100_000, 5);
        assert!(!deadline.is_due(&moment("b", i64::MAX, 5)));
        assert_eq!(deadline.rearmed(&soon), Deadline::after(&soon, 200_000));
        let late = moment("b", 9_000_000, 5);
        assert_eq!(
            deadline.rearmed(&late),
            Deadline::after(&late, REARM_GRACE_MS)
        );
        let backwards = moment("b", 0, 5);
        assert_eq!(
            deadline.rearmed(&backwards),
            Deadline::after(&backwards, 300_000)
        );
    }
}
