//! One look at a file: what it held when it was read, through a descriptor that stays open.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use sha2::{Digest, Sha256};

/// A larger file is listed, but its contents are not covered.
pub(super) const HASHED_BYTES_MAX: u64 = 64 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Look {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    /// In hexadecimal digits; empty where the contents are not covered.
    pub(super) sha256: String,
    /// `None` if it cannot be read by us.
    pub(super) file: Option<File>,
    stamp: Option<Stamp>,
}

/// What changes with every write to a file, and with every other file put in its place.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    device: u64,
    inode: u64,
    bytes: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            bytes: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

impl Look {
    /// Reads the file and hands every piece of it to `piece` as well.
    pub(super) fn at(path: PathBuf, mut piece: impl FnMut(&[u8])) -> Self {
        let metadata = regular(&path);
        let mut look = Self {
            bytes: metadata.as_ref().map_or(0, Metadata::len),
            stamp: metadata.as_ref().map(Stamp::of),
            sha256: String::new(),
            file: None,
            path,
        };
        // Too large, or not readable by us: named anyway, with the size it has.
        if let Ok(Some((file, stamp, bytes, sha256))) = hashed(&look.path, &mut piece) {
            look.file = Some(file);
            look.stamp = Some(stamp);
            look.bytes = bytes;
            look.sha256 = sha256;
        }
        look
    }

    /// Whether the path still leads to what was read, unchanged.
    pub(super) fn is_current(&self) -> bool {
        regular(&self.path).as_ref().map(Stamp::of) == self.stamp
    }
}

pub(super) fn regular(path: &Path) -> Option<Metadata> {
    let metadata = std::fs::metadata(path).ok()?;
    metadata.is_file().then_some(metadata)
}

/// Returns descriptor, stamp, size and hash of what is in the file; `None` if that is too much.
fn hashed(
    path: &Path,
    piece: &mut impl FnMut(&[u8]),
) -> io::Result<Option<(File, Stamp, u64, String)>> {
    let mut options = OpenOptions::new();
    // A pipe that was put in the file's place must not hold us up.
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = options.read(true).custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() > HASHED_BYTES_MAX {
        return Ok(None);
    }
    // Taken before reading, so that every later write to the file is noticed.
    let stamp = Stamp::of(&metadata);
    let mut contents = (&file).take(HASHED_BYTES_MAX + 1);
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    let mut bytes = 0;
    loop {
        let count = contents.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hasher.update(&buffer[..count]);
        piece(&buffer[..count]);
        bytes += count as u64;
    }
    let whole = bytes <= HASHED_BYTES_MAX;
    Ok(whole.then(|| (file, stamp, bytes, format!("{:x}", hasher.finalize()))))
}

#[cfg(test)]
mod tests {
    use std::fs::{rename, write};

    use super::*;

    #[test]
    fn look_is_no_longer_current_when_its_file_is_written_or_replaced() {
        let place = tempfile::tempdir().unwrap();
        let (path, other) = (place.path().join("a"), place.path().join("b"));
        write(&path, "one").unwrap();
        let mut seen = Vec::new();
        let look = Look::at(path.clone(), |piece| seen.extend_from_slice(piece));
        assert_eq!((look.bytes, seen.as_slice()), (3, b"one".as_slice()));
        assert!(look.is_current());
        write(&other, "one").unwrap();
        rename(&other, &path).unwrap();
        assert!(!look.is_current());
        let look = Look::at(path.clone(), |_| {});
        std::fs::remove_file(&path).unwrap();
        assert!(!look.is_current());
        assert!(Look::at(path, |_| {}).is_current());
    }

    #[test]
    fn look_names_a_file_above_the_size_limit_without_hashing_it() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("large");
        let file = File::create(&path).unwrap();
        for (bytes, hashed) in [(HASHED_BYTES_MAX, true), (HASHED_BYTES_MAX + 1, false)] {
            file.set_len(bytes).unwrap();
            let look = Look::at(path.clone(), |_| {});
            assert_eq!((look.bytes, look.sha256.is_empty()), (bytes, !hashed));
        }
    }
}
