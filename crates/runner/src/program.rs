//! Finds programs by name.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// A program that is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    #[error("{0} is in no directory of the hub's PATH")]
    Nowhere(String),
    #[error("{} is not a program that can be run", .0.display())]
    NotExecutable(PathBuf),
    #[error("{0} is not an absolute path; write the whole path or only the name")]
    Relative(String),
}

/// Finds what `name` means: an absolute path, or a program in one of the directories of `path`.
///
/// A relative path is refused: the directory of a task belongs to the agent, and what it put there
/// must not become the next agent.
pub fn find(name: &str, path: &OsStr) -> Result<PathBuf, Missing> {
    if name.contains('/') {
        let program = PathBuf::from(name);
        return match program {
            program if !program.is_absolute() => Err(Missing::Relative(name.to_owned())),
            program if is_executable(&program) => Ok(program),
            program => Err(Missing::NotExecutable(program)),
        };
    }
    std::env::split_paths(path)
        .filter(|directory| directory.is_absolute())
        .map(|directory| directory.join(name))
        .find(|program| is_executable(program))
        .ok_or_else(|| Missing::Nowhere(name.to_owned()))
}

fn is_executable(path: &Path) -> bool {
    path.is_file() && access(path, Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn find_takes_the_first_program_on_the_path_that_can_be_run() {
        let directory = tempfile::tempdir().expect("a directory");
        let first = directory.path().join("first");
        let second = directory.path().join("second");
        for below in [&first, &second] {
            fs::create_dir(below).expect("it can be made");
            fs::write(below.join("agent"), "#!/bin/sh\n").expect("it can be written");
        }
        let runnable = second.join("agent");
        fs::set_permissions(&runnable, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let path = std::env::join_paths([Path::new("."), &first, &second]).expect("no colons");
        assert_eq!(find("agent", &path), Ok(runnable.clone()));
        assert_eq!(
            find(&runnable.to_string_lossy(), OsStr::new("")),
            Ok(runnable)
        );
    }

    #[test]
    fn find_says_what_is_missing_where() {
        for (name, path, expected) in [
            (
                "agent-x",
                "/nowhere:/bin",
                "agent-x is in no directory of the hub's PATH",
            ),
            (
                "/nowhere/agent",
                "/bin",
                "/nowhere/agent is not a program that can be run",
            ),
            (
                "./agent",
                "/bin",
                "./agent is not an absolute path; write the whole path or only the name",
            ),
        ] {
            let missing = find(name, OsStr::new(path)).expect_err("it is missing");
            assert_eq!(missing.to_string(), expected);
        }
    }
}
