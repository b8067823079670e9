//! The program on a real pseudo-terminal, read by a terminal parser.
//!
//! Everything waits for what is on the screen, never for a time.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::place::{Place, SAYSO};

/// Long enough for a busy machine; reached only by a test that fails.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const ENTER: &str = "\r";
pub(crate) const TAB: &str = "\t";
pub(crate) const ESC: &str = "\u{1b}";
pub(crate) const CTRL_C: &str = "\u{3}";
pub(crate) const CTRL_S: &str = "\u{13}";
pub(crate) const DOWN: &str = "\u{1b}[B";
pub(crate) const PAGE_DOWN: &str = "\u{1b}[6~";
pub(crate) const END: &str = "\u{1b}[F";

pub(crate) struct Screen {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    bytes: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that was written, escapes and all.
    pub(crate) raw: Vec<u8>,
}

/// How the program ended, what it left on the restored screen, and all that it wrote.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: u32,
    pub(crate) left: String,
    pub(crate) written: String,
}

impl Ended {
    /// The one closing line.
    pub(crate) fn line(&self) -> &str {
        crate::place::last(&self.left)
    }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

impl Screen {
    /// Starts the program on a screen of 80×24.
    pub(crate) fn start(place: &Place, args: &[&str]) -> Self {
        Self::start_with(place, args, &[])
    }

    pub(crate) fn start_with(place: &Place, args: &[&str], environment: &[(&str, &str)]) -> Self {
        let data_dir = place.data_dir();
        let data_dir = ["--data-dir", data_dir.to_str().unwrap()];
        Self::begin(place, SAYSO, &[args, &data_dir].concat(), environment)
    }

    /// Opens a shell that a person types into.
    pub(crate) fn shell(place: &Place) -> Self {
        Self::begin(place, "/bin/sh", &["-i"], &[])
    }

    /// Starts the program with these arguments and no others.
    pub(crate) fn start_exactly(place: &Place, args: &[&str]) -> Self {
        Self::begin(place, SAYSO, args, &[])
    }

    fn begin(place: &Place, program: &str, args: &[&str], environment: &[(&str, &str)]) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.env_clear();
        command.args(args);
        command.cwd(place.home());
        command.env("HOME", place.home());
        command.env("SAYSO_PORT", "0");
        command.env("TZ", "UTC");
        command.env("TERM", "xterm-256color");
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            writer: pair.master.take_writer().unwrap(),
            master: pair.master,
            child,
            bytes,
            parser: vt100::Parser::new(cells(24), cells(80), 0),
            raw: Vec::new(),
        }
    }

    pub(crate) fn contents(&self) -> String {
        self.parser.screen().contents()
    }

    /// Everything that was written so far, also what has scrolled away.
    pub(crate) fn transcript(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }

    /// Waits until `wanted` is on the screen.
    pub(crate) fn until(&mut self, wanted: &str) {
        self.until_that(wanted, |screen| screen.contains(wanted));
    }

    /// Waits until `unwanted` is not on the screen any more.
    pub(crate) fn until_gone(&mut self, unwanted: &str) {
        self.until_that(unwanted, |screen| !screen.contains(unwanted));
    }

    pub(crate) fn until_that(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds(&self.contents()) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("waited for {what:?} on\n{}", self.contents())
                }
            }
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
        self.parser.process(bytes);
    }

    /// Waits until the keys work: the hints appear when they do.
    pub(crate) fn ready(&mut self) {
        self.until("? help");
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.master.resize(size(columns, rows)).unwrap();
        self.parser
            .screen_mut()
            .set_size(cells(rows), cells(columns));
    }

    /// Waits for the end.
    pub(crate) fn end(mut self) -> Ended {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("still running:\n{}", self.contents()),
            }
        }
        let status = self.child.wait().unwrap();
        assert!(
            !self.parser.screen().alternate_screen(),
            "the screen was not restored"
        );
        Ended {
            code: status.exit_code(),
            left: self.contents(),
            written: self.transcript(),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A test that failed leaves the program running; it has nothing left to do.
        let _gone = self.child.kill();
    }
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}
