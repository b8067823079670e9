//! Time, injected: real here, moved by hand in tests.

use std::time::Duration;

use async_trait::async_trait;
use domain::{BootId, Moment, Timestamp};

/// How long to sleep at most before looking at the boot clock again: ordinary timers stand still
/// while the machine sleeps, the boot clock does not.
const NAP_MAX: Duration = Duration::from_secs(5);

#[async_trait]
pub trait Clock: Send + Sync {
    fn now(&self) -> Moment;
    /// Returns once the boot clock has reached `uptime_ms`.
    async fn sleep_until(&self, uptime_ms: u64);
}

/// The machine's own clocks.
pub struct SystemClock {
    boot: BootId,
}

impl SystemClock {
    pub fn new() -> Self {
        // Where the kernel does not name its boots, every start of the hub counts as a new one:
        // the wall clock is then consulted once, with grace.
        let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id")
            .map(|id| id.trim().to_owned())
            .unwrap_or_else(|_| crate::ask::random_id().to_string());
        Self { boot: BootId(boot) }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Moment {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the clock that everything else is given"
        )]
        let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let wall_ms = since_epoch.map_or(0, |since| {
            i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
        });
        Moment {
            wall: Timestamp(wall_ms),
            boot: self.boot.clone(),
            uptime_ms: uptime_ms(),
        }
    }

    async fn sleep_until(&self, target_ms: u64) {
        loop {
            let left = target_ms.saturating_sub(uptime_ms());
            if left == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(left).min(NAP_MAX)).await;
        }
    }
}

fn uptime_ms() -> u64 {
    #[cfg(target_os = "linux")]
    let id = rustix::time::ClockId::Boottime;
    #[cfg(not(target_os = "linux"))]
    let id = rustix::time::ClockId::Monotonic;
    let time = rustix::time::clock_gettime(id);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    seconds * 1000 + u64::try_from(time.tv_nsec).unwrap_or(0) / 1_000_000
}
