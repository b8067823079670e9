//! A control group (cgroup v2): a process cannot leave it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cgroup {
    directory: PathBuf,
}

impl Cgroup {
    /// Makes a group below our own, where that is allowed; `None` where it is not.
    pub fn create(name: &str) -> Option<Self> {
        Self::create_below(&own_group()?, name)
    }

    /// Says whether groups can be made here, by making one and removing it.
    pub fn can_be_made() -> bool {
        let name = format!("sayso-check-{}", std::process::id());
        Self::create(&name).is_some_and(|group| group.remove().is_ok())
    }

    /// Lets the kernel prepare for a process that is about to join a group. After a quiet time the
    /// first move waits some milliseconds; a move that changes nothing has that wait now.
    pub fn expect_move() {
        let moved = own_group().map(|group| fs::write(group.join("cgroup.procs"), "0"));
        if let Some(Err(error)) = moved {
            tracing::debug!(%error, "the next move into a control group comes unannounced");
        }
    }

    fn create_below(parent: &Path, name: &str) -> Option<Self> {
        let directory = parent.join(name);
        fs::create_dir(&directory).ok()?;
        let group = Self { directory };
        // Whether processes may be put into it shows only when one tries: the file must be ours.
        let usable = fs::OpenOptions::new()
            .write(true)
            .open(group.directory.join("cgroup.procs"));
        match usable {
            Ok(_) => Some(group),
            Err(error) => {
                tracing::debug!(%error, "no control group for attempts");
                group.remove().ok();
                None
            }
        }
    }

    /// The group that an earlier hub made, if it is still there.
    pub fn open(directory: PathBuf) -> Option<Self> {
        directory
            .join("cgroup.procs")
            .exists()
            .then_some(Self { directory })
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the numbers of all processes in it and in groups below it.
    pub fn members(&self) -> Vec<u32> {
        members_below(&self.directory)
    }

    /// Kills every process in it in one step; `false` where the kernel cannot.
    pub fn kill(&self) -> bool {
        fs::write(self.directory.join("cgroup.kill"), "1").is_ok()
    }

    /// Removes the group, which must be empty by now.
    pub fn remove(&self) -> io::Result<()> {
        remove_below(&self.directory)
    }
}

fn members_below(directory: &Path) -> Vec<u32> {
    let listed = fs::read_to_string(directory.join("cgroup.procs")).unwrap_or_default();
    let own = listed.lines().filter_map(|line| line.trim().parse().ok());
    let below = groups_below(directory)
        .into_iter()
        .flat_map(|group| members_below(&group));
    own.chain(below).collect()
}

fn remove_below(directory: &Path) -> io::Result<()> {
    for group in groups_below(directory) {
        remove_below(&group)?;
    }
    match fs::remove_dir(directory) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

fn groups_below(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect()
}

/// The directory of the group that this process is in, wherever the second hierarchy is mounted.
fn own_group() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mount = mount_point(&mounts)?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    Some(mount.join(own.trim_start_matches('/')))
}

/// Finds where cgroup v2 is mounted; next to cgroup v1 it has a separate mount point.
fn mount_point(mounts: &str) -> Option<PathBuf> {
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let kind = after.split(' ').next()?;
        let path = before.split(' ').nth(4)?;
        (kind == "cgroup2").then(|| PathBuf::from(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mount_point_finds_cgroup_v2_wherever_it_is_mounted() {
        let hybrid = "30 24 0:26 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755\n\
                      31 30 0:27 / /sys/fs/cgroup/unified rw,nosuid shared:5 - cgroup2 cgroup rw\n\
                      32 30 0:28 / /sys/fs/cgroup/systemd rw,nosuid - cgroup cgroup rw,name=systemd\n";
        let unified =
            "29 22 0:25 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
        let first_only = "32 30 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n";
        for (mounts, expected) in [
            (hybrid, Some("/sys/fs/cgroup/unified")),
            (unified, Some("/sys/fs/cgroup")),
            (first_only, None),
            ("", None),
        ] {
            assert_eq!(mount_point(mounts), expected.map(PathBuf::from));
        }
    }
}
