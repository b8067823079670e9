//! An agent's process while its trial goes on.

use std::process::Child;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::process::within;

pub(super) const CLOSE_SECONDS_MAX: u64 = 120;
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// An agent at work. It does not outlive its trial.
pub(super) struct Running {
    pub(super) process: Child,
}

impl Running {
    /// Looks again and again until there is something to find, but not after the agent has ended.
    pub(super) fn while_running<T>(
        &mut self,
        what: &str,
        seconds_max: u64,
        mut look: impl FnMut() -> Result<Option<T>>,
    ) -> Result<T> {
        let mut ended = None;
        let found = within(Duration::from_secs(seconds_max), LOOK_AGAIN, || {
            let found = look()?;
            ended = self.process.try_wait()?;
            Ok(found.map(Some).or(ended.map(|_| None)))
        })?;
        match (found.flatten(), ended) {
            (Some(found), _) => Ok(found),
            (None, Some(status)) => bail!("the agent ended before {what} ({status})"),
            (None, None) => bail!("{what} did not come within {seconds_max} s"),
        }
    }

    pub(super) fn wait_for_exit(&mut self) -> Result<()> {
        match within(Duration::from_secs(CLOSE_SECONDS_MAX), LOOK_AGAIN, || {
            Ok(self.process.try_wait()?)
        })? {
            Some(status) if status.success() => Ok(()),
            Some(status) => bail!("the agent failed ({status})"),
            None => bail!("the agent did not end within {CLOSE_SECONDS_MAX} s of the answer"),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has perhaps exited already. The servers it started exit when their input ends.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
