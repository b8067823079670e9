//! One planned change of one file: shown first, then written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::diff::diff;

/// Mode of a file that did not exist.
const NEW_FILE_MODE: u32 = 0o600;

/// A file's text now and then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) file: PathBuf,
    /// `None` when there is no such file yet.
    pub(crate) before: Option<String>,
    pub(crate) after: String,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ApplyError {
    #[error("{} was changed meanwhile", file.display())]
    Changed { file: PathBuf },
    #[error("{} cannot be written", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// Reads a file; `None` when there is none.
pub(crate) fn read(file: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Plan {
    pub(crate) fn changes_anything(&self) -> bool {
        self.before.as_deref().unwrap_or_default() != self.after
    }

    pub(crate) fn diff(&self) -> String {
        diff(self.before.as_deref().unwrap_or_default(), &self.after)
    }

    /// Writes the file; returns where its former text was kept.
    pub(crate) fn apply(&self) -> Result<Option<PathBuf>, ApplyError> {
        // Many people keep these files elsewhere and link to them: the link must stay.
        let file = self
            .file
            .canonicalize()
            .unwrap_or_else(|_| self.file.clone());
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ApplyError::Io { path, source }
        };
        if read(&file).map_err(failed(&file))? != self.before {
            return Err(ApplyError::Changed { file });
        }
        if let Some(directory) = file.parent() {
            fs::create_dir_all(directory).map_err(failed(directory))?;
        }
        let mode =
            fs::metadata(&file).map_or(NEW_FILE_MODE, |found| found.permissions().mode() & 0o777);
        let backup = self
            .before
            .as_ref()
            .map(|text| (sibling(&file, ".sayso-backup"), text));
        if let Some((path, text)) = &backup {
            replace(path, text, mode).map_err(failed(path))?;
        }
        replace(&file, &self.after, mode).map_err(failed(&file))?;
        Ok(backup.map(|(path, _)| path))
    }
}

/// Writes beside the file, then moves over it: readers see the old text or the new one.
fn replace(file: &Path, text: &str, mode: u32) -> io::Result<()> {
    let unfinished = sibling(file, &format!(".{}.new", std::process::id()));
    let written = write_new(&unfinished, text, mode).and_then(|()| fs::rename(&unfinished, file));
    if written.is_err() {
        // What is left of a failed attempt is of no use; the error says enough.
        let _left = fs::remove_file(&unfinished);
    }
    written
}

fn write_new(path: &Path, text: &str, mode: u32) -> io::Result<()> {
    let mut file: File = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn sibling(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    file.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn plan(file: &Path, before: Option<&str>, after: &str) -> Plan {
        Plan {
            file: file.to_owned(),
            before: before.map(Into::into),
            after: after.into(),
        }
    }

    #[test]
    fn the_file_is_replaced_and_its_former_text_kept() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("a.json");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let backup = plan(&file, Some("old"), "new").apply().unwrap().unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_to_string(&backup).unwrap(), "old");
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o640
        );
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_file_that_did_not_exist_is_made_with_its_directories() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("deep/er/a.json");
        assert_eq!(plan(&file, None, "new").apply().unwrap(), None);
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }

    #[test]
    fn a_file_changed_since_the_diff_was_shown_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("a.json");
        fs::write(&file, "theirs").unwrap();
        let refused = plan(&file, Some("old"), "new").apply();
        assert!(
            matches!(refused, Err(ApplyError::Changed { .. })),
            "{refused:?}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), "theirs");
    }

    #[test]
    fn a_link_stays_a_link() {
        let root = tempfile::tempdir().unwrap();
        let (real, link) = (root.path().join("real.json"), root.path().join("link.json"));
        fs::write(&real, "old").unwrap();
        symlink(&real, &link).unwrap();
        plan(&link, Some("old"), "new").apply().unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
