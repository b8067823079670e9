//! One process that serves a place. It is killed when dropped.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Child;
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};

use super::{Place, until, within};

/// What `sayso serve --on-demand` prints once it can be called.
const READY: &str = "ready";

pub(crate) struct Hub {
    pub(crate) pid: u32,
    /// `None` when a client had started a hub before us.
    child: Option<Child>,
}

impl Hub {
    /// Waits until a spawned hub is ready, or has given way to another; `None` when it exited.
    pub(crate) fn settled(place: &Place, mut child: Child) -> Result<Option<Self>> {
        let mut line = String::new();
        let stdout = child.stdout.take().context("no standard output")?;
        BufReader::new(stdout).read_line(&mut line)?;
        if line.trim() == READY {
            return Ok(Some(Self {
                pid: child.id(),
                child: Some(child),
            }));
        }
        if !child.wait()?.success() {
            return Ok(None);
        }
        // A client was faster; its hub is as good as ours, and may be gone again already.
        let status = place.status().ok();
        let pid = status.and_then(|status| u32::try_from(status["pid"].as_u64()?).ok());
        Ok(pid.map(|pid| Self { pid, child: None }))
    }

    pub(crate) fn signal(&self, signal: Signal) -> bool {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        pid.is_some_and(|pid| kill_process(pid, signal).is_ok())
    }

    /// Whether this is the process that we spawned, not one that a client had started before.
    pub(crate) fn is_own(&self) -> bool {
        self.child.is_some()
    }

    /// Kills it and waits until it is gone.
    pub(crate) fn kill(mut self) -> Result<()> {
        self.signal(Signal::KILL);
        match self.child.take() {
            Some(mut child) => {
                child.wait()?;
                Ok(())
            }
            // Another process is its parent: gone when that one has noticed, or was replaced.
            None => until("the end of a hub", || {
                Ok((!is_alive(self.pid)).then_some(()))
            }),
        }
    }

    /// Waits until it exits and returns whether its exit code says that all is well;
    /// `None` when it does not end in time. Then it is still there.
    pub(crate) fn ended_within(&mut self, limit: Duration) -> Result<Option<bool>> {
        within(limit, Duration::from_millis(1), || match &mut self.child {
            Some(child) => Ok(child.try_wait()?.map(|status| status.success())),
            None => Ok((!is_alive(self.pid)).then_some(false)),
        })
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        // A trial that fails leaves no hub behind; one that has ended already is only collected.
        if let Some(child) = &mut self.child {
            child.kill().ok();
            child.wait().ok();
        }
    }
}

fn is_alive(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // A zombie runs no more; it only waits for its parent.
    !status.is_empty() && !status.contains(") Z ")
}
