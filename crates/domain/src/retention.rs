//! Which finished interactions are kept. Pending ones are never dropped.

use crate::time::Timestamp;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    pub days: u32,
    /// How many finished interactions are kept at most.
    pub finished_max: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            days: 30,
            finished_max: 1000,
        }
    }
}

impl Retention {
    /// Returns the instant before which a finished interaction has been kept long enough.
    pub fn cutoff(&self, now: Timestamp) -> Timestamp {
        Timestamp(
            now.0
                .saturating_sub(i64::from(self.days).saturating_mul(DAY_MS)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retention_cutoff_is_thirty_days_ago_by_default() {
        let now = Timestamp(40 * DAY_MS);
        assert_eq!(Retention::default().cutoff(now), Timestamp(10 * DAY_MS));
    }
}
