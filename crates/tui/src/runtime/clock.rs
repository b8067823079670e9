//! The clocks of this process. A machine that slept is noticed by their difference.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::model::Clock;

/// The wall clock may be set a little; more than this and the machine was asleep.
const SLEPT_MS: i64 = 3_000;

pub(crate) struct Watch {
    started: Instant,
    /// Wall clock minus monotonic clock, when last compared.
    offset_ms: i64,
}

impl Watch {
    pub(crate) fn start() -> Self {
        let mut watch = Self {
            started: Instant::now(),
            offset_ms: 0,
        };
        watch.offset_ms = watch.offset();
        watch
    }

    pub(crate) fn now(&self) -> Clock {
        Clock {
            ms: u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            wall_ms: jiff::Timestamp::now().as_millisecond(),
        }
    }

    fn offset(&self) -> i64 {
        let now = self.now();
        now.wall_ms - i64::try_from(now.ms).unwrap_or(i64::MAX)
    }

    /// Returns whether the clocks have come apart since the last call: ordinary timers stand still
    /// while the machine sleeps, the hub's deadlines do not.
    pub(crate) fn slept(&mut self) -> bool {
        let offset = self.offset();
        let slept = (offset - self.offset_ms).abs() > SLEPT_MS;
        self.offset_ms = offset;
        slept
    }

    /// Returns at `ms` of this clock; never, if there is nothing to wait for.
    pub(crate) async fn sleep_until(&self, ms: Option<u64>) {
        match ms {
            Some(ms) => sleep_until(self.started + Duration::from_millis(ms)).await,
            None => std::future::pending().await,
        }
    }
}
