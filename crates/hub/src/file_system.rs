//! Refuses a data directory on a network file system.
//!
//! There, locks and the shared memory of SQLite's log do not hold between machines, so two hubs
//! could write one database and an acknowledged answer could be lost. Only Linux is
//! asked; where nothing can be found out, nothing is refused.

use std::path::Path;

use crate::start::StartError;

/// Refuses `directory` when it is known to lie on another machine.
pub(crate) fn require_local(directory: &Path) -> Result<(), StartError> {
    match network_name(directory) {
        None => Ok(()),
        Some(kind) => Err(StartError::NetworkFileSystem {
            path: directory.to_owned(),
            kind,
        }),
    }
}

fn network_name(directory: &Path) -> Option<String> {
    let magic = rustix::fs::statfs(directory).ok()?.f_type;
    match family(magic as u64) {
        Family::Local => None,
        Family::Network(name) => Some(name.to_owned()),
        // Local and remote ones share this number; the table of mounts names the program behind.
        Family::Fuse => {
            let directory = directory.canonicalize().ok()?;
            let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
            mounted_type(&mounts, &directory).filter(|kind| is_remote_fuse(kind))
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Local,
    Network(&'static str),
    Fuse,
}

/// Sorts the number by which Linux knows a file system. 9p and virtiofs count as local: they are
/// how virtual machines and sandboxes see the disk of their own host.
fn family(magic: u64) -> Family {
    // Some numbers have their highest bit set and arrive sign-extended.
    match magic & 0xffff_ffff {
        0x6969 => Family::Network("NFS"),
        0xff53_4d42 => Family::Network("CIFS"),
        0xfe53_4d42 => Family::Network("SMB"),
        0x517b => Family::Network("SMB"),
        0x564c => Family::Network("NCP"),
        0x5346_414f | 0x6b41_4653 => Family::Network("AFS"),
        0x7375_7245 => Family::Network("Coda"),
        0x00c3_6400 => Family::Network("Ceph"),
        0x0bd0_0bd0 => Family::Network("Lustre"),
        0x1983_0326 => Family::Network("BeeGFS"),
        0x4750_4653 => Family::Network("GPFS"),
        0x6573_5546 => Family::Fuse,
        _ => Family::Local,
    }
}

/// Returns the type of the mount that `directory` lies on, from the text of `mountinfo`.
fn mounted_type(mounts: &str, directory: &Path) -> Option<String> {
    let mut nearest: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let Some((place, kind)) = line.split_once(" - ") else {
            continue;
        };
        let (Some(point), Some(kind)) = (place.split(' ').nth(4), kind.split(' ').next()) else {
            continue;
        };
        let point = unescaped(point);
        let depth = point.len();
        // Of two mounts on one point the later one is seen.
        if directory.starts_with(&point) && nearest.is_none_or(|(found, _)| depth >= found) {
            nearest = Some((depth, kind));
        }
    }
    nearest.map(|(_, kind)| kind.to_owned())
}

/// Undoes the octal escapes of `mountinfo`: blank, tab, line feed, backslash.
fn unescaped(point: &str) -> String {
    [
        ("\\040", " "),
        ("\\011", "\t"),
        ("\\012", "\n"),
        ("\\134", "\\"),
    ]
    .iter()
    .fold(point.to_owned(), |text, (escape, plain)| {
        text.replace(escape, plain)
    })
}

fn is_remote_fuse(kind: &str) -> bool {
    const REMOTE: &[&str] = &[
        "sshfs",
        "rclone",
        "s3fs",
        "goofys",
        "mountpoint-s3",
        "gcsfuse",
        "blobfuse",
        "blobfuse2",
        "glusterfs",
        "juicefs",
        "davfs",
        "davfs2",
        "curlftpfs",
        "cifs",
        "smbnetfs",
        "ceph",
        "ceph-fuse",
        "moosefs",
        "mfs",
        "google-drive-ocamlfuse",
        "onedriver",
        "gvfsd-fuse",
    ];
    let program = kind.strip_prefix("fuse.").unwrap_or(kind);
    REMOTE.contains(&program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_system_family_is_found_by_its_magic_number() {
        for (magic, expected) in [
            (0x6969, Family::Network("NFS")),
            (0xff53_4d42, Family::Network("CIFS")),
            (0xffff_ffff_ff53_4d42, Family::Network("CIFS")),
            (0xfe53_4d42, Family::Network("SMB")),
            (0x00c3_6400, Family::Network("Ceph")),
            (0x6573_5546, Family::Fuse),
            // ext4, tmpfs, overlay, btrfs, xfs, zfs, 9p
            (0xef53, Family::Local),
            (0x0102_1994, Family::Local),
            (0x794c_7630, Family::Local),
            (0x9123_683e, Family::Local),
            (0x5846_5342, Family::Local),
            (0x2fc1_2fc1, Family::Local),
            (0x0102_1997, Family::Local),
        ] {
            assert_eq!(family(magic), expected, "{magic:#x}");
        }
    }

    #[test]
    fn fuse_mount_is_classified_by_its_file_system_type() {
        let mounts = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n\
            40 22 0:40 / /home/ada/far\\040away rw,nosuid shared:1 - fuse.sshfs ada@host: rw\n\
            41 22 0:41 / /home/ada/secret rw - fuse.gocryptfs /crypt rw\n\
            42 40 8:2 / /home/ada/far\\040away/near rw - ext4 /dev/sdb1 rw";
        for (directory, kind, remote) in [
            ("/home/ada/data", "ext4", false),
            ("/home/ada/far away/data", "fuse.sshfs", true),
            ("/home/ada/far away/near/data", "ext4", false),
            ("/home/ada/secret", "fuse.gocryptfs", false),
            ("/home/ada/secrets", "ext4", false),
        ] {
            let found = mounted_type(mounts, Path::new(directory)).unwrap();
            assert_eq!(
                (found.as_str(), is_remote_fuse(&found)),
                (kind, remote),
                "{directory}"
            );
        }
    }

    #[test]
    fn network_file_system_refusal_names_the_directory_and_the_remedy() {
        let refused = StartError::NetworkFileSystem {
            path: "/net/ada/sayso".into(),
            kind: "NFS".into(),
        };
        assert_eq!(
            refused.to_string(),
            "/net/ada/sayso is on a network file system (NFS), where answers could be lost; \
             choose a directory on this machine with --data-dir or SAYSO_DATA_DIR"
        );
    }

    #[test]
    fn require_local_accepts_a_local_directory() {
        let directory = tempfile::tempdir().unwrap();
        require_local(directory.path()).unwrap();
    }
}
