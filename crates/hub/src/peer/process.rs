//! One process as the kernel describes it.

use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::time::{ClockId, clock_gettime};

use super::markers::{self, Marker};

/// The kernel counts a process's start in hundredths of a second, on every architecture we build.
const TICKS_PER_SECOND: u64 = 100;
/// How much of an environment or command line is read. Linux allows 2 MiB for both together, and
/// with the usual limit of the stack no more than that can be started.
const READ_MAX: u64 = 6 * 1024 * 1024;

/// A process number and when it was given out: numbers are used again, both together are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub(crate) struct Identity {
    pub(crate) pid: u32,
    /// Ticks since boot.
    pub(crate) started: u64,
}

/// The file a process runs, whatever its path is called by now.
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
        fs::read_link(proc(pid, "exe")).ok()?;
        Self::read(pid)
    }

    /// Reads what can be seen of any process. Those of other users show little.
    pub(super) fn read(pid: u32) -> Option<Self> {
        let stat = Stat::read(pid)?;
        let path = fs::read_link(proc(pid, "exe")).ok();
        let program = path.map(|path| path.to_string_lossy().into_owned());
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

    /// Whether it runs this very file.
    pub(super) fn is_program(&self, program: Option<&Program>) -> bool {
        let own = program_of(&proc(self.identity.pid, "exe"));
        own.is_some() && own.as_ref() == program
    }
}

impl Identity {
    /// Returns who has this number now; `None` when nobody does.
    pub(crate) fn of(pid: u32) -> Option<Self> {
        let started = Stat::read(pid)?.started;
        Some(Self { pid, started })
    }

    pub(crate) fn is_alive(self) -> bool {
        Self::of(self.pid) == Some(self)
    }
}

/// The fields of `/proc/PID/stat` that matter here.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    name: String,
    parent: u32,
    session: u32,
    terminal: Option<u32>,
    started: u64,
}

impl Stat {
    fn read(pid: u32) -> Option<Self> {
        Self::parse(&String::from_utf8_lossy(&read(pid, "stat")?))
    }

    /// The name is in parentheses and may itself contain any character: the last one closes it.
    fn parse(text: &str) -> Option<Self> {
        let (before, after) = text.rsplit_once(')')?;
        let (_, name) = before.split_once('(')?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<i64>().ok();
        let terminal = u32::try_from(number(4)? & 0xffff_ffff).ok()?;
        Some(Self {
            name: name.to_owned(),
            parent: u32::try_from(number(1)?).ok()?,
            session: u32::try_from(number(3)?).ok()?,
            terminal: (terminal != 0).then_some(terminal),
            started: u64::try_from(number(19)?).ok()?,
        })
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
    let input = fs::metadata(proc(pid, "fd/0")).ok()?;
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

pub(super) fn ticks_since_boot() -> u64 {
    let now = clock_gettime(ClockId::Boottime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    let part = u64::try_from(now.tv_nsec).unwrap_or(0) * TICKS_PER_SECOND / 1_000_000_000;
    seconds * TICKS_PER_SECOND + part
}

fn proc(pid: u32, name: &str) -> PathBuf {
    PathBuf::from(format!("/proc/{pid}/{name}"))
}

fn read(pid: u32, name: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(proc(pid, name)).ok()?;
    file.take(READ_MAX).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_contain_anything_and_the_fields_are_found_all_the_same() {
        let line = "4711 (a) R 1 (x) S 4242 4711 4000 34819 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 5566 0";
        let expected = Stat {
            name: "a) R 1 (x".into(),
            parent: 4_242,
            session: 4_000,
            terminal: Some(34_819),
            started: 5_566,
        };
        assert_eq!(Stat::parse(line), Some(expected));
        assert_eq!(Stat::parse("4711 (cut off) S 42"), None);
        assert_eq!(Stat::parse(""), None);
    }

    #[test]
    fn terminals_have_the_names_people_know() {
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
    fn this_process_is_found_as_it_is() {
        let own = Process::read_peer(std::process::id()).unwrap();
        assert_eq!(own.parent, std::os::unix::process::parent_id());
        assert!(own.identity.is_alive());
        assert!(own.is_program(own_program().as_ref()));
        assert!(own.identity.started <= ticks_since_boot());
        assert_eq!(
            own.program,
            std::env::current_exe().unwrap().display().to_string()
        );
        assert!(
            !Identity {
                started: own.identity.started + 1,
                ..own.identity
            }
            .is_alive()
        );
    }
}
