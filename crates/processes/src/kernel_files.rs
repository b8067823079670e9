//! What Linux keeps about each process below `/proc`.

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use crate::{Identity, Stat};

/// How much of an environment or command line is read. Linux allows 2 MiB for both together, and
/// with the usual limit of the stack no more than that can be started.
const READ_MAX: u64 = 6 * 1024 * 1024;

/// Returns all processes that can be seen. One that ends in the meantime is left out.
pub fn table() -> Vec<(Identity, Stat)> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let seen = numbers.filter_map(|pid| {
        let stat = Stat::read(pid)?;
        let started = stat.started;
        Some((Identity { pid, started }, stat))
    });
    seen.collect()
}

/// Returns the variables of a process, each with a zero behind it; nothing when it is not ours to see.
pub fn environment(pid: u32) -> Vec<u8> {
    read(pid, "environ").unwrap_or_default()
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
