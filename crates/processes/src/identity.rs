//! Which process is meant.

use std::io;

use rustix::process::{Pid, Signal};
#[cfg(target_os = "linux")]
use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};
#[cfg(target_os = "linux")]
use rustix::time::{ClockId, clock_gettime};

use crate::Stat;

/// The kernel counts a process's start in hundredths of a second, on every architecture we build.
#[cfg(target_os = "linux")]
const TICKS_PER_SECOND: u64 = 100;

/// A process number and when it was given out: numbers are used again, both together are not.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Identity {
    pub pid: u32,
    /// See [`Stat::started`].
    pub started: u64,
}

impl Identity {
    /// Returns the process that has this pid now; `None` when there is none.
    pub fn of(pid: u32) -> Option<Self> {
        let started = Stat::read(pid)?.started;
        Some(Self { pid, started })
    }

    /// Whether its number is still its own. One that has ended keeps it until its parent has taken
    /// note.
    pub fn is_alive(self) -> bool {
        Self::of(self.pid) == Some(self)
    }

    /// Whether it can still do anything.
    pub fn can_act(self) -> bool {
        Stat::read(self.pid).is_some_and(|stat| stat.started == self.started && !stat.is_dead)
    }

    /// Sends a signal to this process and no other; `false` when it is gone.
    pub fn signal(self, signal: Signal) -> io::Result<bool> {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        match pid {
            Some(pid) => self.send(pid, signal),
            None => Ok(false),
        }
    }

    #[cfg(target_os = "linux")]
    fn send(self, pid: Pid, signal: Signal) -> io::Result<bool> {
        let Some(process) = found(pidfd_open(pid, PidfdFlags::empty()))? else {
            return Ok(false);
        };
        // The descriptor holds the process from here on: its pid cannot be reused while we look.
        if !self.is_alive() {
            return Ok(false);
        }
        let sent = found(pidfd_send_signal(process, signal))?;
        Ok(sent.is_some())
    }

    /// Without descriptors of processes a moment remains in which the number may be given out again.
    #[cfg(not(target_os = "linux"))]
    fn send(self, pid: Pid, signal: Signal) -> io::Result<bool> {
        if !self.is_alive() {
            return Ok(false);
        }
        let sent = found(rustix::process::kill_process(pid, signal))?;
        Ok(sent.is_some())
    }
}

/// A process that is gone is not an error.
fn found<T>(result: rustix::io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(rustix::io::Errno::SRCH) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(target_os = "linux")]
pub fn ticks_since_boot() -> u64 {
    let now = clock_gettime(ClockId::Boottime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    let part = u64::try_from(now.tv_nsec).unwrap_or(0) * TICKS_PER_SECOND / 1_000_000_000;
    seconds * TICKS_PER_SECOND + part
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn identity_does_not_match_a_process_with_the_same_pid_and_another_start_time() {
        let own = Identity::of(std::process::id()).unwrap();
        assert!(own.is_alive() && own.can_act());
        assert!(own.started <= ticks_since_boot());
        let earlier = Identity {
            started: own.started - 1,
            ..own
        };
        assert!(!earlier.is_alive() && !earlier.can_act());
        assert!(!earlier.signal(Signal::KILL).unwrap(), "we live on");
    }
}
