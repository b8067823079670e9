//! The last step before a program of an attempt runs: this process prepares itself and then becomes
//! that program.
//!
//! A new session keeps the program away from our terminal, it adopts the orphans below it, and a
//! control group, where there is one, holds every process that it starts. All this must be in place
//! before the program's first instruction, and only the process itself can arrange it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is to be run, as this program is told it on its own command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The control group to join first.
    pub cgroup: Option<PathBuf>,
    pub program: OsString,
    pub arguments: Vec<OsString>,
}

impl Launch {
    /// Writes it as arguments: the control group or nothing, then the program and what it gets.
    pub fn to_arguments(&self) -> Vec<OsString> {
        let cgroup = self.cgroup.clone().unwrap_or_default().into_os_string();
        [cgroup, self.program.clone()]
            .into_iter()
            .chain(self.arguments.iter().cloned())
            .collect()
    }

    /// Reads what [`Self::to_arguments`] wrote; `None` when it names no program.
    pub fn from_arguments(arguments: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let mut arguments = arguments.into_iter();
        let cgroup = arguments.next()?;
        let program = arguments.next().filter(|program| !program.is_empty())?;
        Some(Self {
            cgroup: (!cgroup.is_empty()).then(|| cgroup.into()),
            program,
            arguments: arguments.collect(),
        })
    }

    /// Becomes the program; returns only if it cannot.
    #[expect(
        clippy::disallowed_methods,
        reason = "the process is replaced, and nothing is left to supervise"
    )]
    pub fn run(self) -> io::Error {
        if let Err(error) = self.prepare() {
            return error;
        }
        Command::new(self.program).args(self.arguments).exec()
    }

    fn prepare(&self) -> io::Result<()> {
        rustix::process::setsid()?;
        // Orphans below it become its children, and stay in sight. The program keeps this.
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        match &self.cgroup {
            Some(cgroup) => join(cgroup),
            None => Ok(()),
        }
    }
}

fn join(cgroup: &Path) -> io::Result<()> {
    fs::write(cgroup.join("cgroup.procs"), "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launch_survives_the_command_line() {
        for cgroup in [None, Some(PathBuf::from("/sys/fs/cgroup/a b"))] {
            let launch = Launch {
                cgroup,
                program: "/bin/echo".into(),
                arguments: vec!["--help".into(), "".into(), "-".into()],
            };
            assert_eq!(Launch::from_arguments(launch.to_arguments()), Some(launch));
        }
    }

    #[test]
    fn launch_is_refused_without_a_program() {
        for arguments in [vec![], vec![OsString::new()], vec!["".into(), "".into()]] {
            assert_eq!(Launch::from_arguments(arguments), None);
        }
    }
}
