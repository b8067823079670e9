//! The terminal itself: taken over while a screen is drawn, and always restored, even after an
//! error or a panic.
//!
//! Drawn on standard error where that is a terminal, so that standard output stays free for the
//! result: `answer=$(sayso ask …)` works.

use std::io::{self, IsTerminal, Stderr, Stdout, Write};
use std::time::Duration;

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, EnableBracketedPaste, KeyboardEnhancementFlags,
    PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};
use tokio::signal::unix::{Signal as UnixSignal, SignalKind, signal};

/// Saves and restores the window's title.
const PUSH_TITLE: &[u8] = b"\x1b[22;0t";
const POP_TITLE: &[u8] = b"\x1b[23;0t";

/// Where the screen is drawn.
pub(super) enum Output {
    Error(Stderr),
    Standard(Stdout),
}

impl Output {
    fn find() -> Option<Self> {
        if io::stderr().is_terminal() {
            return Some(Self::Error(io::stderr()));
        }
        io::stdout()
            .is_terminal()
            .then(|| Self::Standard(io::stdout()))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Error(stream) => stream.write(bytes),
            Self::Standard(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Error(stream) => stream.flush(),
            Self::Standard(stream) => stream.flush(),
        }
    }
}

pub(super) fn is_usable() -> bool {
    io::stdin().is_terminal() && Output::find().is_some()
}

/// Something for the terminal that is not part of a frame. Texts are safe already.
#[derive(Debug)]
pub(super) enum Signal {
    Ring(String),
    Title(String),
}

type Drawing = Terminal<CrosstermBackend<io::BufWriter<Output>>>;

fn terminal() -> io::Result<Drawing> {
    let output = Output::find().ok_or(io::ErrorKind::Unsupported)?;
    Terminal::new(CrosstermBackend::new(io::BufWriter::new(output)))
}

/// The screen while it is ours.
pub(super) struct Screen {
    terminal: Drawing,
    titled: bool,
}

impl Screen {
    pub(super) fn open() -> io::Result<Self> {
        let mut screen = Self {
            terminal: terminal()?,
            titled: false,
        };
        screen.take()?;
        Ok(screen)
    }

    fn take(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
        execute!(
            self.terminal.backend_mut(),
            EnterAlternateScreen,
            EnableBracketedPaste,
            // Terminals that cannot tell Ctrl+Enter from Enter ignore this.
            PushKeyboardEnhancementFlags(flags)
        )
    }

    fn give_back(&mut self) -> io::Result<()> {
        let backend = self.terminal.backend_mut();
        execute!(
            backend,
            PopKeyboardEnhancementFlags,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        )?;
        disable_raw_mode()
    }

    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        let size = self.terminal.size()?;
        Ok((size.width, size.height))
    }

    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(paint)?;
        Ok(())
    }

    /// Lends the terminal to another program and takes it back.
    pub(super) fn lend<T>(&mut self, other: impl FnOnce() -> T) -> io::Result<T> {
        self.give_back()?;
        let result = other();
        // A fresh one knows that nothing of what it drew is there any more.
        self.terminal = terminal()?;
        self.take()?;
        Ok(result)
    }

    pub(super) fn signal(&mut self, signals: &[Signal]) -> io::Result<()> {
        for signal in signals {
            let backend = self.terminal.backend_mut();
            match signal {
                Signal::Ring(text) => write!(backend, "\x07\x1b]9;{text}\x1b\\")?,
                Signal::Title(title) => {
                    if !self.titled {
                        backend.write_all(PUSH_TITLE)?;
                        self.titled = true;
                    }
                    queue!(backend, SetTitle(title))?;
                }
            }
        }
        Write::flush(self.terminal.backend_mut())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.titled {
            // Failures are ignored here: another program is about to take over the terminal anyway.
            let _lost = self.terminal.backend_mut().write_all(POP_TITLE);
        }
        if let Err(error) = self.give_back() {
            tracing::debug!(%error, "the terminal was gone already");
        }
    }
}

/// Takes away the wake-up that a dropped event stream leaves behind. Met together with a key it
/// would hide that key until the next one is pressed.
pub(super) fn settle_events() -> io::Result<()> {
    crossterm::event::poll(Duration::ZERO).map(|_| ())
}

/// The signals with which the session around the terminal ends.
pub(super) struct HangUp {
    terminate: UnixSignal,
    hang_up: UnixSignal,
}

impl HangUp {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    pub(super) async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hang_up.recv() => {}
        }
    }
}
