//! One process as the kernel describes it.

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use processes::{Identity, Stat, path, read};

use super::markers::{self, Marker};

/// The file that a process runs, even if its path has changed since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Program {
    device: u64,
    inode: u64,
}

/// What the verdict needs to know of a process. Its environment is looked through and not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) identity: Identity,
    /// 0 when there is none that the hub can see.
    pub(crate) parent: u32,
    /// The leader of its session.
    pub(crate) session: u32,
    /// Its controlling terminal, by device number.
    pub(crate) terminal: Option<u32>,
    /// Whether its standard input is that terminal.
    pub(crate) reads_its_terminal: bool,
    /// The path of the program it runs; its short name where the path is hidden.
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    /// The first known marker of an agent in its environment.
    pub(crate) marker: Option<&'static Marker>,
}

impl Process {
    pub(crate) fn leads_its_session(&self) -> bool {
        self.session == self.identity.pid
    }

    /// Reads the process behind a connection. One that hides its environment, or has only its
    /// number left, is not believed.
    pub(super) fn read_peer(pid: u32) -> Option<Self> {
        read(pid, "environ")?;
        fs::read_link(path(pid, "exe")).ok()?;
        Self::read(pid)
    }

    /// Reads what can be seen of any process. Processes of other users show little.
    pub(super) fn read(pid: u32) -> Option<Self> {
        let stat = Stat::read(pid)?;
        let found = fs::read_link(path(pid, "exe")).ok();
        let program = found.map(|path| path.to_string_lossy().into_owned());
        let arguments = read(pid, "cmdline").unwrap_or_default();
        let environment = read(pid, "environ").unwrap_or_default();
        Some(Self {
            identity: Identity {
                pid,
                started: stat.started,
            },
            parent: stat.parent,
            session: stat.session,
            terminal: stat.terminal,
            reads_its_terminal: stat.terminal.is_some() && stat.terminal == standard_input(pid),
            // A program that was replaced while it runs has this added to its path.
            program: program
                .map(|path| path.strip_suffix(" (deleted)").unwrap_or(&path).to_owned())
                .unwrap_or(stat.name),
            arguments: arguments
                .split(|byte| *byte == 0)
                .filter(|argument| !argument.is_empty())
                .map(|argument| String::from_utf8_lossy(argument).into_owned())
                .collect(),
            marker: markers::find(&environment),
        })
    }

    /// Whether it runs this file.
    pub(super) fn is_program(&self, program: Option<&Program>) -> bool {
        let own = program_of(&path(self.identity.pid, "exe"));
        own.is_some() && own.as_ref() == program
    }
}

/// Names a terminal by its device number, as `ps` does.
pub(super) fn terminal_name(device: u32) -> String {
    let major = (device >> 8) & 0xfff;
    let minor = (device & 0xff) | ((device >> 12) & 0xf_ff00);
    match (major, minor) {
        (136..=143, minor) => format!("/dev/pts/{minor}"),
        (4, minor @ 0..=63) => format!("/dev/tty{minor}"),
        (4, minor) => format!("/dev/ttyS{}", minor - 64),
        (major, minor) => format!("{major}:{minor}"),
    }
}

/// The device behind a process's standard input, where it is one of characters.
fn standard_input(pid: u32) -> Option<u32> {
    let input = fs::metadata(path(pid, "fd/0")).ok()?;
    // Both numbers hold major and minor in the same bits as long as they are small, and they are.
    input
        .file_type()
        .is_char_device()
        .then(|| u32::try_from(input.rdev()).ok())?
}

pub(super) fn own_program() -> Option<Program> {
    program_of(Path::new("/proc/self/exe"))
}

fn program_of(link: &Path) -> Option<Program> {
    // Follows the kernel's own reference, which holds also after the file was replaced.
    let file = fs::metadata(link).ok()?;
    Some(Program {
        device: file.dev(),
        inode: file.ino(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_name_is_the_device_path() {
        for (device, name) in [
            (34_816, "/dev/pts/0"),
            (34_819, "/dev/pts/3"),
            (0x0010_8800 | 44, "/dev/pts/300"),
            (1_025, "/dev/tty1"),
            (1_088, "/dev/ttyS0"),
            (1_280, "5:0"),
        ] {
            assert_eq!(terminal_name(device), name);
        }
    }

    #[test]
    fn process_reads_its_own_parent_identity_and_program() {
        let own = Process::read_peer(std::process::id()).unwrap();
        assert_eq!(own.parent, std::os::unix::process::parent_id());
        assert!(own.identity.is_alive());
        assert!(own.is_program(own_program().as_ref()));
        assert_eq!(
            own.program,
            std::env::current_exe().unwrap().display().to_string()
        );
    }
}
