//! Ends a tree: asks, then insists, and does not say that it is gone before it is.

use std::time::Duration;

use processes::Identity;
use rustix::process::Signal;
use tokio::time::{Instant, sleep};

use super::Tree;

/// How soon to check again whether any process is left.
const LOOK: Duration = Duration::from_millis(20);

/// A group that has just become empty may be busy for a moment.
const REMOVED_WITHIN: Duration = Duration::from_secs(1);

/// How long each step waits before the next, harder one.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// After its turn was cancelled, where the agent's protocol has a way to do so.
    pub cancel: Duration,
    /// After it was asked to end.
    pub terminate: Duration,
    /// After it was killed: the kernel may take a moment, or hold on to what sleeps in a driver.
    pub kill: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            cancel: Duration::from_secs(10),
            terminate: Duration::from_secs(5),
            kill: Duration::from_secs(10),
        }
    }
}

/// How a tree ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// Nothing of it lives. It went when it was asked.
    Asked,
    /// Nothing of it lives. Something had to be killed.
    Killed,
    /// These could not be ended, not even by the kernel.
    Remains(Vec<Identity>),
}

impl Tree {
    /// Ends every process of the tree and waits until none is left.
    pub async fn stop(&mut self, patience: Patience) -> Stopped {
        self.signal(Signal::TERM);
        if self.is_empty_within(patience.terminate).await {
            return self.gone(Stopped::Asked).await;
        }
        let until = Instant::now() + patience.kill;
        loop {
            self.kill();
            if self.is_empty_within(LOOK).await {
                return self.gone(Stopped::Killed).await;
            }
            if Instant::now() >= until {
                return Stopped::Remains(self.living());
            }
        }
    }

    /// Kills the processes that are there. The next look finds those that are started in the
    /// meantime.
    fn kill(&mut self) {
        let by_group = self.cgroup.as_ref().is_some_and(super::Cgroup::kill);
        if !by_group {
            // Stopped first, so that none of them starts another while the others die.
            self.signal(Signal::STOP);
        }
        self.signal(Signal::KILL);
    }

    async fn is_empty_within(&mut self, within: Duration) -> bool {
        let until = Instant::now() + within;
        loop {
            if self.living().is_empty() {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
            sleep(LOOK).await;
        }
    }

    async fn gone(&mut self, how: Stopped) -> Stopped {
        // The last ones may have ended after they were looked at; this look buries them.
        self.living();
        let Some(cgroup) = self.cgroup.take() else {
            return how;
        };
        let until = Instant::now() + REMOVED_WITHIN;
        while let Err(error) = cgroup.remove() {
            if Instant::now() >= until {
                tracing::warn!(%error, "cannot remove the control group of an attempt");
                break;
            }
            sleep(LOOK).await;
        }
        how
    }
}
