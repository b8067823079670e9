//! Who is at the other end of the local socket: the person, or something that an agent started.
//!
//! The socket proves the user, and agents run as the same user. So the hub looks at the process
//! behind a connection and at its ancestors. `process` reads one of them, `lineage` all of them,
//! `verdict` decides from that description alone, `agents` remembers who asks through `sayso mcp`,
//! `look` puts them together. Elsewhere than on Linux the hub is `blind`. docs/security.md says
//! what this catches and what it does not.

#[cfg(target_os = "linux")]
mod agents;
#[cfg(not(target_os = "linux"))]
mod blind;
#[cfg(target_os = "linux")]
mod lineage;
#[cfg(target_os = "linux")]
mod look;
#[cfg(target_os = "linux")]
mod markers;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod verdict;

#[cfg(not(target_os = "linux"))]
pub(crate) use blind::Peers;
use domain::LocalProcess;
#[cfg(target_os = "linux")]
pub(crate) use look::Peers;

/// The process that opened a connection, by what is known without looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opener {
    /// `None` when it runs where the hub cannot see it, such as outside the hub's container.
    pub(crate) pid: Option<u32>,
    /// When the connection was accepted, in ticks since boot. A process younger than that is not
    /// the one that connected: the pid was reused.
    pub(crate) accepted: u64,
}

/// What the hub saw at the other end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sighting {
    /// With the sign by which it counts as an agent's, where it does.
    pub(crate) process: LocalProcess,
    /// The question it shows, where it is this program run as the hand-off command on a
    /// terminal.
    pub(crate) choosing: Option<String>,
    /// The command of this program that it runs, such as `answer`.
    pub(crate) command: Option<String>,
}

/// It could not be seen, or changed while the hub looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unseen;
