//! A process and its ancestors, read so that a number given out again cannot lie.

use processes::Identity;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use rustix::time::Timespec;

use super::process::Process;
use super::{Opener, Unseen};

/// Deeper than real process trees; a caller behind more ancestors is not believed.
const PROCESSES_MAX: usize = 64;
/// How often the walk begins again because a process ended under it.
const WALKS_MAX: usize = 3;

pub(super) struct Lineage {
    /// The peer first, then its parent, and so on; never empty.
    processes: Vec<Process>,
    /// The peer itself, held so that its pid cannot come to mean another process.
    handle: OwnedFd,
}

impl Lineage {
    pub(super) fn of(opener: Opener) -> Result<Self, Unseen> {
        let pid = opener.pid.ok_or(Unseen)?;
        let number = i32::try_from(pid)
            .ok()
            .and_then(Pid::from_raw)
            .ok_or(Unseen)?;
        let handle = pidfd_open(number, PidfdFlags::empty()).map_err(|_| Unseen)?;
        for _ in 0..WALKS_MAX {
            let first = Process::read_peer(pid).ok_or(Unseen)?;
            if first.identity.started > opener.accepted {
                return Err(Unseen); // the one that connected is gone; this one has its number
            }
            if let Some(processes) = ancestors(first) {
                return Ok(Self { processes, handle });
            }
        }
        Err(Unseen)
    }

    pub(super) fn processes(&self) -> &[Process] {
        &self.processes
    }

    pub(super) fn peer(&self) -> &Process {
        &self.processes[0]
    }

    /// Whether the process that was looked at is still the one that connected.
    pub(super) fn still_true(&self) -> Result<(), Unseen> {
        let mut ended = [PollFd::new(&self.handle, PollFlags::IN)];
        let at_once = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let alive = poll(&mut ended, Some(&at_once)) == Ok(0);
        let identity = self.peer().identity;
        let same = alive && Identity::of(identity.pid) == Some(identity);
        if same { Ok(()) } else { Err(Unseen) }
    }
}

/// Walks up from `first`. `None` when a process ended in the meantime, or there are too many.
fn ancestors(first: Process) -> Option<Vec<Process>> {
    let mut processes = vec![first];
    while processes.len() < PROCESSES_MAX {
        let child = processes.last()?;
        if child.parent == 0 {
            return Some(processes);
        }
        let Some(parent) = Process::read(child.parent) else {
            // Hidden from us, as in another container: then the walk ends here. Otherwise it has
            // ended, and the child has another parent by now.
            let hidden = Process::read(child.identity.pid)
                .is_some_and(|now| now.identity == child.identity && now.parent == child.parent);
            return hidden.then_some(processes);
        };
        if parent.identity.started > child.identity.started {
            return None; // a child is never older than its parent: the pid was reused
        }
        processes.push(parent);
    }
    None
}
