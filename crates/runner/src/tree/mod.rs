//! Every process that an attempt started.
//!
//! No process can leave its control group. Where no control group can be created, processes are
//! recognised by the mark in their environment, by their session and by their parents; the first
//! process of the attempt adopts orphans. Only a process that drops its environment, its session and
//! its parents together, and outlives that first process before it was seen, escapes all this.
//! Elsewhere than on Linux there are the process group and the walk along the parents only.

mod cgroup;
mod stop;

use std::collections::BTreeSet;

use processes::{Identity, Stat};
use rustix::process::Signal;

pub use cgroup::Cgroup;
pub use stop::{Patience, Stopped};

/// The variable that marks the processes of an attempt; its value names the attempt.
pub const MARK: &str = "SAYSO_ATTEMPT";

/// The processes of one attempt.
#[derive(Debug)]
pub struct Tree {
    /// The value of [`MARK`].
    name: String,
    /// The process that was started; its session is its own.
    root: Option<Identity>,
    cgroup: Option<Cgroup>,
    /// Processes that were seen to belong to it: their children belong to it too.
    seen: BTreeSet<Identity>,
}

impl Tree {
    pub fn new(name: String, root: Identity, cgroup: Option<Cgroup>) -> Self {
        Self {
            name,
            root: Some(root),
            cgroup,
            seen: BTreeSet::from([root]),
        }
    }

    /// Finds the remaining processes of an attempt that an earlier hub started.
    pub fn found_again(name: String, root: Option<Identity>, cgroup: Option<Cgroup>) -> Self {
        Self {
            name,
            root,
            cgroup,
            seen: root.into_iter().collect(),
        }
    }

    /// Returns every process of it that can still do anything.
    pub fn living(&mut self) -> Vec<Identity> {
        let table = processes::table();
        let mark = format!("{MARK}={}", self.name);
        let held = self
            .cgroup
            .as_ref()
            .map(Cgroup::members)
            .unwrap_or_default();
        let session = self.root.map(|root| root.pid);
        let mut own: BTreeSet<Identity> = self
            .seen
            .iter()
            .copied()
            .filter(|known| table.iter().any(|(found, _)| found == known))
            .collect();
        for (found, stat) in &table {
            let in_session = Some(stat.session) == session && self.owns_session(&table);
            if held.contains(&found.pid) || in_session || is_marked(found.pid, &mark) {
                own.insert(*found);
            }
        }
        // The children of these processes belong to the attempt too, at every depth.
        loop {
            let before = own.len();
            for (found, stat) in &table {
                if own.iter().any(|parent| parent.pid == stat.parent) {
                    own.insert(*found);
                }
            }
            if own.len() == before {
                break;
            }
        }
        let me = std::process::id();
        own.retain(|found| found.pid != me);
        self.seen.clone_from(&own);
        own.into_iter().filter(|found| found.can_act()).collect()
    }

    /// Whether the session's number still belongs to our root, and not to a later process that
    /// reused it.
    fn owns_session(&self, table: &[(Identity, Stat)]) -> bool {
        let Some(root) = self.root else {
            return false;
        };
        let holder = table.iter().find(|(found, _)| found.pid == root.pid);
        // A session outlives its leader, and its number is not given out before it has ended.
        holder.is_none_or(|(found, _)| *found == root)
    }

    fn signal(&mut self, signal: Signal) -> Vec<Identity> {
        let living = self.living();
        for process in &living {
            if let Err(error) = process.signal(signal) {
                tracing::warn!(pid = process.pid, %error, "cannot signal a process of an attempt");
            }
        }
        living
    }
}

fn is_marked(pid: u32, mark: &str) -> bool {
    processes::environment(pid)
        .split(|byte| *byte == 0)
        .any(|variable| variable == mark.as_bytes())
}
