//! Replaces the file as a whole: a reader sees the old text or the new one, never a part.
//!
//! Writers take turns through a lock file next to it, so that no change is lost between two of
//! them. The lock file stays: removing it would let two writers hold two different ones.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::SettingsError;

/// The turn of one writer; it ends when dropped.
pub(crate) struct Writing {
    path: PathBuf,
    /// Where the text really is: a link to a file kept elsewhere stays a link.
    target: PathBuf,
    _turn: File,
}

impl Writing {
    /// Waits for the turn to change the file at `path`.
    pub(crate) fn begin(path: &Path) -> Result<Self, SettingsError> {
        let failed = |source| SettingsError::Write {
            path: path.to_owned(),
            source,
        };
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        make_directory(&target).map_err(failed)?;
        let turn = private()
            .create(true)
            .truncate(false)
            .open(beside(&target, "lock"));
        let turn = turn.map_err(failed)?;
        turn.lock().map_err(failed)?;
        Ok(Self {
            path: path.to_owned(),
            target,
            _turn: turn,
        })
    }

    /// Writes `text`, durably, and ends the turn.
    pub(crate) fn finish(self, text: &str) -> Result<(), SettingsError> {
        let temporary = beside(&self.target, "new");
        let replaced = replace(&self.target, &temporary, text);
        if replaced.is_err() {
            // The first error is the one to tell; the leftover is overwritten by the next writer.
            let _ = fs::remove_file(&temporary);
        }
        replaced.map_err(|source| SettingsError::Write {
            path: self.path,
            source,
        })
    }
}

fn replace(target: &Path, temporary: &Path, text: &str) -> io::Result<()> {
    match fs::remove_file(temporary) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut file = private().create_new(true).open(temporary)?;
    if let Ok(metadata) = fs::metadata(target) {
        file.set_permissions(metadata.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(temporary, target)?;
    // The new name must survive a power cut as well.
    File::open(directory(target))?.sync_all()
}

/// Options for a file that only its owner may read.
fn private() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

fn make_directory(target: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(directory(target))
}

fn directory(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}

/// Names a hidden file next to `target`, such as `.settings.toml.lock`.
fn beside(target: &Path, ending: &str) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{ending}"))
}
