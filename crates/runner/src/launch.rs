//! The last step before a program of an attempt runs: this process prepares itself and then becomes
//! that program.
//!  A new session keeps the program away from our terminal, and a control group, where there is
//! one, holds every process that it starts. Both must be in place before the program's first
//! instruction, and only the process itself can arrange them.

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
        match &self.cgroup {
            Some(cgroup) => join(cgroup),
            None => Ok(()),
        }
    }
}

fn join(cgroup: &Path) -> io::Result<()> {
    fs::write(cgroup.join("cgroup.procs"), "0")
}
