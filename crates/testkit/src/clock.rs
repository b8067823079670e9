//! A clock that stands still until a test moves it.

use std::sync::Mutex;

use async_trait::async_trait;
use domain::{BootId, Moment, Timestamp};
use engine::Clock;
use tokio::sync::watch;

pub struct ManualClock {
    now: Mutex<Moment>,
    moved: watch::Sender<u64>,
}

impl Default for ManualClock {
    fn default() -> Self {
        let now = Moment {
            wall: Timestamp(1_800_000_000_000),
            boot: BootId("boot-1".into()),
            uptime_ms: 1_000_000,
        };
        Self {
            now: Mutex::new(now),
            moved: watch::Sender::new(0),
        }
    }
}

impl ManualClock {
    /// Lets time pass.
    pub fn advance_seconds(&self, seconds: u64) {
        self.change(|now| {
            now.uptime_ms += seconds * 1000;
            now.wall.0 +=
                i64::try_from(seconds).expect("tests wait for less than an eternity") * 1000;
        });
    }

    /// Moves only the wall clock, as a person or a time server does.
    pub fn jump_wall_seconds(&self, seconds: i64) {
        self.change(|now| now.wall.0 += seconds * 1000);
    }

    /// Starts the machine again after `seconds`.
    pub fn reboot_after_seconds(&self, seconds: i64) {
        self.change(|now| {
            now.boot = BootId(format!("{}+", now.boot.0));
            now.uptime_ms = 5_000;
            now.wall.0 += seconds * 1000;
        });
    }

    fn change(&self, change: impl FnOnce(&mut Moment)) {
        change(
            &mut self
                .now
                .lock()
                .expect("tests do not panic while they hold the clock"),
        );
        self.moved.send_modify(|count| *count += 1);
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now(&self) -> Moment {
        self.now
            .lock()
            .expect("tests do not panic while they hold the clock")
            .clone()
    }

    async fn sleep_until(&self, uptime_ms: u64) {
        let mut moved = self.moved.subscribe();
        while self.now().uptime_ms < uptime_ms {
            if moved.changed().await.is_err() {
                return;
            }
        }
    }
}
