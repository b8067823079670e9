//! One planned change of one file: shown first, then written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::diff::diff;

/// Mode of a file that did not exist.
const NEW_FILE_MODE: u32 = 0o600;

/// How many former texts of one file are kept.
const BACKUPS_MAX: usize = 9;

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
    #[error("{} was changed in the meantime", file.display())]
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
    ///
    /// The text before the first change is kept for good: later ones go into separate files.
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
        let backup = match &self.before {
            Some(text) => Some(keep(&file, text, mode)?),
            None => None,
        };
        replace(&file, &self.after, mode).map_err(failed(&file))?;
        Ok(backup)
    }
}

/// Returns the kept texts of a file, the first one first.
pub(crate) fn kept(file: &Path) -> Vec<(PathBuf, String)> {
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let paths = (1..=BACKUPS_MAX).map(|number| backup(&file, number));
    let texts = paths.map_while(|path| {
        let text = read(&path).ok()??;
        Some((path, text))
    });
    texts.collect()
}

/// Keeps a text where no other is; one that is kept already stays where it is.
fn keep(file: &Path, text: &str, mode: u32) -> Result<PathBuf, ApplyError> {
    let kept = kept(file);
    if let Some((path, _)) = kept.iter().find(|(_, old)| old == text) {
        return Ok(path.clone());
    }
    // With all places taken the newest gives way, never the first.
    let path = backup(file, (kept.len() + 1).min(BACKUPS_MAX));
    let failed = |source| ApplyError::Io {
        path: path.clone(),
        source,
    };
    replace(&path, text, mode).map_err(failed)?;
    Ok(path)
}

fn backup(file: &Path, number: usize) -> PathBuf {
    match number {
        1 => sibling(file, ".sayso-backup"),
        _ => sibling(file, &format!(".sayso-backup-{number}")),
    }
}

/// Writes beside the file, then moves over it: readers see the old text or the new one.
fn replace(file: &Path, text: &str, mode: u32) -> io::Result<()> {
    let unfinished = sibling(file, &format!(".{}.new", std::process::id()));
    let written = write_new(&unfinished, text, mode).and_then(|()| fs::rename(&unfinished, file));
    if written.is_err() {
        // The leftover file of a failed attempt is useless; the error says enough.
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
    fn install_replaces_the_file_and_backs_up_its_text() {
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
    fn install_never_overwrites_the_first_backup() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("a.json");
        fs::write(&file, "0").unwrap();
        let texts: Vec<String> = (0..12).map(|number| number.to_string()).collect();
        for pair in texts.windows(2) {
            plan(&file, Some(&pair[0]), &pair[1]).apply().unwrap();
        }
        let kept: Vec<String> = kept(&file).into_iter().map(|(_, text)| text).collect();
        assert_eq!(kept, ["0", "1", "2", "3", "4", "5", "6", "7", "10"]);
        let again = plan(&file, Some("11"), "3").apply().unwrap();
        let same = plan(&file, Some("3"), "12").apply().unwrap();
        assert_ne!(again, same);
        assert!(same.unwrap().ends_with("a.json.sayso-backup-4"));
    }

    #[test]
    fn install_creates_a_missing_file_with_its_directories() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("deep/er/a.json");
        assert_eq!(plan(&file, None, "new").apply().unwrap(), None);
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }

    #[test]
    fn install_does_not_write_a_file_that_changed_since_the_diff() {
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
    fn install_writes_through_a_symbolic_link() {
        let root = tempfile::tempdir().unwrap();
        let (real, link) = (root.path().join("real.json"), root.path().join("link.json"));
        fs::write(&real, "old").unwrap();
        symlink(&real, &link).unwrap();
        plan(&link, Some("old"), "new").apply().unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
