//! The processes of this machine, as the kernel tells of them.
//!
//! Reading only, but for one thing: [`Identity::signal`] reaches exactly the process that was seen,
//! however often its number has been used again since.
#![cfg(target_os = "linux")]

mod identity;
mod stat;

use std::fs;
use std::io::Read;
use std::path::PathBuf;

pub use identity::{Identity, ticks_since_boot};
pub use stat::Stat;

/// How much of an environment or command line is read. Linux allows 2 MiB for both together, and
/// with the usual limit of the stack no more than that can be started.
const READ_MAX: u64 = 6 * 1024 * 1024;

/// Returns the number of every process that can be seen.
pub fn all() -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// Reads a file that the kernel keeps about a process; `None` when it is gone, or not ours to see.
pub fn read(pid: u32, name: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path(pid, name)).ok()?;
    file.take(READ_MAX).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

pub fn path(pid: u32, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}/{name}"))
}
