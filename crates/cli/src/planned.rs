//! A command that is to be approved: what exactly would run, and what its files hold right now.
//!
//! Made once before asking and once more before running; only if both say the same is anything
//! run. Hashing is bounded: at most [`ACTION_FILES_MAX`] files, [`HASHED_BYTES_MAX`] of each.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use domain::interaction::{Action, ActionFile};
use domain::limits::ACTION_FILES_MAX;
use sha2::{Digest, Sha256};

/// A larger file is listed, but its contents are not covered.
pub(crate) const HASHED_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Where programs are looked for when nothing says so, as the system does.
const PATH_DEFAULT: &str = "/bin:/usr/bin";

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    /// What would be started: a path as it was written, else the file that was found for a name.
    pub(crate) program: PathBuf,
    pub(crate) action: Action,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlanError {
    #[error("no program {0}")]
    NoProgram(String),
    #[error("{0} files are too many")]
    TooManyFiles(usize),
}

impl Planned {
    /// Looks at `argv` as it would run in `directory`; `path` is where programs are looked for.
    pub(crate) fn new(
        argv: &[String],
        directory: &Path,
        path: Option<&OsStr>,
    ) -> Result<Self, PlanError> {
        let name = argv.first().map(String::as_str).unwrap_or_default();
        let found = find_program(name, directory, path)
            .ok_or_else(|| PlanError::NoProgram(name.to_owned()))?;
        let named = argv.iter().skip(1).map(|argument| directory.join(argument));
        let mut paths = vec![found.clone()];
        for path in named.filter(|path| regular(path).is_some()) {
            let path = path.components().collect();
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        if paths.len() > ACTION_FILES_MAX {
            return Err(PlanError::TooManyFiles(paths.len()));
        }
        let action = Action {
            argv: argv.to_vec(),
            directory: directory.to_string_lossy().into_owned(),
            files: paths.iter().map(|path| action_file(path)).collect(),
        };
        // A script learns by which path it was started, as it would from a shell.
        let program = match name.contains('/') {
            true => PathBuf::from(name),
            false => found,
        };
        Ok(Self { program, action })
    }

    /// The files whose contents an approval does not cover.
    pub(crate) fn uncovered(&self) -> impl Iterator<Item = &ActionFile> {
        let files = self.action.files.iter();
        files.filter(|file| file.sha256.is_empty())
    }

    /// Names the first file that is not what it was in `before`; the directory, if none is.
    pub(crate) fn changed_since(&self, before: &Self) -> String {
        let (old, new) = (&before.action.files, &self.action.files);
        let differing = old.iter().find(|file| !new.contains(file));
        let added = new.iter().find(|file| !old.contains(file));
        let file = differing.or(added).map(|file| file.path.clone());
        file.unwrap_or_else(|| self.action.directory.clone())
    }
}

/// Finds the file that a name stands for, as a shell would.
fn find_program(name: &str, directory: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    let executable = |path: &PathBuf| {
        regular(path).is_some_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
    };
    if name.contains('/') {
        let path = directory.join(name).components().collect();
        return Some(path).filter(executable);
    }
    std::env::split_paths(path.unwrap_or(OsStr::new(PATH_DEFAULT)))
        .map(|place| directory.join(place).join(name))
        .find(executable)
}

fn regular(path: &Path) -> Option<Metadata> {
    let metadata = std::fs::metadata(path).ok()?;
    metadata.is_file().then_some(metadata)
}

fn action_file(path: &Path) -> ActionFile {
    let (bytes, sha256) = match hashed(path) {
        Ok(Some((bytes, hash))) => (bytes, hash),
        // Too large, or not for our eyes: named all the same, with the size it has.
        Ok(None) | Err(_) => {
            let bytes = regular(path).map_or(0, |metadata| metadata.len());
            (bytes, String::new())
        }
    };
    ActionFile {
        path: path.to_string_lossy().into_owned(),
        bytes,
        sha256,
    }
}

/// Returns size and hash of what is in the file; `None` if that is too much.
fn hashed(path: &Path) -> io::Result<Option<(u64, String)>> {
    // Whatever grows while it is read still ends.
    let mut contents = File::open(path)?.take(HASHED_BYTES_MAX + 1);
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    let mut bytes = 0;
    loop {
        let count = contents.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        hasher.update(&buffer[..count]);
        bytes += count as u64;
    }
    let whole = bytes <= HASHED_BYTES_MAX;
    Ok(whole.then(|| (bytes, format!("{:x}", hasher.finalize()))))
}

#[cfg(test)]
mod tests {
    use std::fs::{Permissions, set_permissions, write};

    use protocol::action_digest;

    use super::*;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn words(argv: &[&str]) -> Vec<String> {
        argv.iter().map(ToString::to_string).collect()
    }

    fn tool(directory: &Path, name: &str) -> PathBuf {
        let path = directory.join(name);
        write(&path, "").unwrap();
        set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
        path
    }

    fn file(path: &Path, bytes: u64, sha256: &str) -> ActionFile {
        ActionFile {
            path: path.to_str().unwrap().into(),
            bytes,
            sha256: sha256.into(),
        }
    }

    #[test]
    fn the_program_and_every_argument_that_is_a_file_are_named_once() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path();
        let program = tool(directory, "tool");
        write(directory.join("notes"), "").unwrap();
        std::fs::create_dir(directory.join("sub")).unwrap();
        let argv = words(&["./tool", "notes", "--flag", "./notes", "sub", "", "tool"]);
        let planned = Planned::new(&argv, directory, None).unwrap();
        let expected = Planned {
            program: "./tool".into(),
            action: Action {
                argv,
                directory: directory.to_str().unwrap().into(),
                files: vec![
                    file(&program, 0, EMPTY),
                    file(&directory.join("notes"), 0, EMPTY),
                ],
            },
        };
        assert_eq!(planned, expected);
    }

    #[test]
    fn programs_are_found_on_the_path_if_they_can_be_started() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path();
        for sub in ["one", "two"] {
            std::fs::create_dir(directory.join(sub)).unwrap();
        }
        write(directory.join("one/tool"), "").unwrap();
        let program = tool(&directory.join("two"), "tool");
        let path = format!("{0}/one:{0}/two", directory.display());
        let find = |name| find_program(name, directory, Some(OsStr::new(&path)));
        assert_eq!(find("tool"), Some(program));
        for name in ["", "other", "./tool", "one/tool", "two"] {
            assert_eq!(find(name), None, "{name:?}");
        }
        assert!(find_program("sh", directory, None).is_some());
    }

    #[test]
    fn a_changed_file_changes_the_digest_and_is_named() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path();
        tool(directory, "tool");
        let notes = directory.join("notes");
        write(&notes, "a").unwrap();
        let plan = || Planned::new(&words(&["./tool", "notes"]), directory, None).unwrap();
        let before = plan();
        assert_eq!(action_digest(&plan().action), action_digest(&before.action));
        write(&notes, "b").unwrap();
        let after = plan();
        assert_ne!(action_digest(&after.action), action_digest(&before.action));
        assert_eq!(after.changed_since(&before), notes.to_str().unwrap());
    }

    #[test]
    fn what_is_too_large_is_named_but_not_covered_and_too_many_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let directory = place.path();
        tool(directory, "tool");
        let large = directory.join("large");
        File::create(&large)
            .and_then(|file| file.set_len(HASHED_BYTES_MAX + 1))
            .unwrap();
        let planned = Planned::new(&words(&["./tool", "large"]), directory, None).unwrap();
        let uncovered: Vec<&ActionFile> = planned.uncovered().collect();
        assert_eq!(uncovered, [&file(&large, HASHED_BYTES_MAX + 1, "")]);

        let mut argv = words(&["./tool"]);
        for number in 0..ACTION_FILES_MAX {
            let name = format!("f{number}");
            write(directory.join(&name), "").unwrap();
            argv.push(name);
        }
        let refused = Planned::new(&argv, directory, None);
        assert_eq!(refused, Err(PlanError::TooManyFiles(ACTION_FILES_MAX + 1)));
    }
}
