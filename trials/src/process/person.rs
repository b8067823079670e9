//! The person, at a separate terminal.
//!
//! A trial starts the agent and plays the person, and can itself run in an agent's shell. The hub
//! takes an interactive shell on a new terminal for the person's, no matter which program opened
//! it.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Stdio};

use anyhow::{Context, Result, ensure};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::{Place, quoted};
use xtask::process;

/// Ends what a command printed; no sayso output contains it.
const END: u8 = 0x1e;

pub(crate) struct Person {
    program: String,
    terminal: File,
    output: BufReader<ChildStdout>,
    shell: Child,
}

impl Person {
    /// Opens a shell in which commands of this place can be typed.
    pub(crate) fn at(place: &Place) -> Result<Self> {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&terminal)?;
        unlockpt(&terminal)?;
        let name = ptsname(&terminal, Vec::new())?.into_string()?;
        let screen = File::options().read(true).write(true).open(name)?;
        let mut shell = place.isolated(process::command("setsid"));
        shell
            .args(["--ctty", "sh", "-i"])
            .stdin(screen)
            .stdout(Stdio::piped())
            .stderr(File::create(place.directory().join("person.err"))?);
        let mut shell = shell.spawn().context("cannot start the person's shell")?;
        let output = shell.stdout.take().context("its output is piped")?;
        let mut person = Self {
            program: quoted(&place.program().to_string_lossy()),
            terminal: File::from(terminal),
            output: BufReader::new(output),
            shell,
        };
        // The trial does not read the screen, and an unread echo would block the typing.
        person.type_line("stty -echo")?;
        Ok(person)
    }

    /// Types a sayso command and returns what it printed; it must succeed.
    pub(crate) fn run(&mut self, arguments: &[&str]) -> Result<String> {
        let arguments: Vec<String> = arguments.iter().map(|text| quoted(text)).collect();
        self.type_line(&format!("{} {}", self.program, arguments.join(" ")))
    }

    fn type_line(&mut self, line: &str) -> Result<String> {
        let typed = format!("{line}; printf '\\036%s\\n' $?\n");
        self.terminal.write_all(typed.as_bytes())?;
        let (mut printed, mut code) = (Vec::new(), String::new());
        self.output.read_until(END, &mut printed)?;
        self.output.read_line(&mut code)?;
        ensure!(printed.pop() == Some(END), "the person's shell has ended");
        let printed = String::from_utf8(printed)?;
        let code = code.trim();
        ensure!(code == "0", "`{line}` failed ({code}): {printed}");
        Ok(printed)
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        // Nothing runs in it between two commands.
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}
