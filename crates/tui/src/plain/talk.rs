//! Lines in, lines out, and what the hub says in between.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use client::HubClient;
use domain::interaction::Status;
use protocol::{ChangedSubject, InteractionSummary, ServerMessage};
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::message::Message;
use crate::runtime::follow;

/// When the person is told how little time is left.
const WARN_AT: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(10)];
const MESSAGES_MAX: usize = 64;

/// What came while a prompt was open.
pub(super) enum Heard {
    Line(String),
    /// The input has ended.
    End,
    /// The question is no longer open.
    Decided,
    /// The hub is away.
    Lost,
    TimeLow(Duration),
    Changed(Box<InteractionSummary>),
    SettingsChanged,
}

pub(super) struct Talk {
    interrupt: Signal,
    id: String,
    lines: Lines<BufReader<Stdin>>,
    mailbox: mpsc::Receiver<Message>,
    /// When to say what, soonest last.
    warnings: Vec<(Instant, Duration)>,
    /// Ends with this.
    _stream: JoinSet<()>,
    /// The prompt that is on the screen already.
    open: bool,
}

impl Talk {
    /// Begins to listen, to no question in particular.
    pub(super) fn new(client: &HubClient) -> io::Result<Self> {
        let (sender, mailbox) = mpsc::channel(MESSAGES_MAX);
        let mut stream = JoinSet::new();
        stream.spawn(follow(client.clone(), sender));
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            id: String::new(),
            lines: BufReader::new(tokio::io::stdin()).lines(),
            mailbox,
            warnings: Vec::new(),
            _stream: stream,
            open: false,
        })
    }

    /// Listens to what happens to this question from now on.
    pub(super) fn turn_to(&mut self, id: &str) {
        id.clone_into(&mut self.id);
        self.warnings.clear();
    }

    /// Drops what was typed before the question was there. Input from a file is kept.
    pub(super) fn forget_what_was_typed_ahead(&self) {
        let input = io::stdin();
        if input.is_terminal()
            && let Err(error) =
                rustix::termios::tcflush(&input, rustix::termios::QueueSelector::IFlush)
        {
            tracing::debug!(%error, "what was typed ahead stays");
        }
    }

    /// Plans the warnings for a deadline that is `left` away.
    pub(super) fn warn_before(&mut self, left: Option<Duration>) {
        let now = Instant::now();
        self.warnings = WARN_AT
            .iter()
            .rev()
            .filter_map(|at| {
                Some((
                    now + left?.checked_sub(*at).filter(|wait| !wait.is_zero())?,
                    *at,
                ))
            })
            .collect();
    }

    /// Says one line. Not standard output: that is for the result.
    pub(super) fn say(&mut self, text: &str) {
        let mut stream = io::stderr().lock();
        let lead = if std::mem::take(&mut self.open) {
            "\n"
        } else {
            ""
        };
        // A closed stream means that the reader is gone; the input will end as well.
        let _closed = writeln!(stream, "{lead}{text}").and_then(|()| stream.flush());
    }

    /// Shows the prompt and waits for a line, or for something else to happen.
    pub(super) async fn ask(&mut self, prompt: &str) -> io::Result<Heard> {
        if !self.open {
            let mut stream = io::stderr().lock();
            let _closed = write!(stream, "{prompt}> ").and_then(|()| stream.flush());
            self.open = true;
        }
        loop {
            let warning = self.warnings.last().copied();
            let heard = tokio::select! {
                line = self.lines.next_line() => {
                    self.open = false;
                    line?.map_or(Some(Heard::End), |line| Some(Heard::Line(line)))
                }
                // Ctrl+C leaves and decides nothing, as the end of the input does.
                _ = self.interrupt.recv() => Some(Heard::End),
                Some(message) = self.mailbox.recv() => self.heard(message),
                () = until(warning) => {
                    self.warnings.pop();
                    warning.map(|(_, left)| Heard::TimeLow(left))
                }
            };
            if let Some(heard) = heard {
                return Ok(heard);
            }
        }
    }

    fn heard(&self, message: Message) -> Option<Heard> {
        let of_ours = |summary: InteractionSummary| {
            let ours = summary.session_id == self.id;
            let open = summary.status == Status::Pending;
            match (ours, open) {
                (false, _) => None,
                (true, false) => Some(Heard::Decided),
                (true, true) => Some(Heard::Changed(Box::new(summary))),
            }
        };
        match message {
            Message::Lost => Some(Heard::Lost),
            Message::Live(message) => match *message {
                ServerMessage::Changed { subject, .. } => match subject {
                    ChangedSubject::Interaction { interaction } => of_ours(interaction),
                    ChangedSubject::Thread { .. } | ChangedSubject::Task { .. } => None,
                },
                ServerMessage::Snapshot { interactions, .. } => {
                    interactions.into_iter().find_map(of_ours)
                }
                ServerMessage::SettingsChanged => Some(Heard::SettingsChanged),
                ServerMessage::Removed { .. }
                | ServerMessage::DraftChanged { .. }
                | ServerMessage::AskerChanged { .. }
                | ServerMessage::Clock { .. }
                | ServerMessage::Resync
                | ServerMessage::Output { .. }
                | ServerMessage::OutputResync { .. }
                | ServerMessage::OutputEnded { .. }
                | ServerMessage::Refused { .. } => None,
            },
            Message::Key(_)
            | Message::Paste(_)
            | Message::Resized
            | Message::Woke
            | Message::Linked
            | Message::Loaded(..)
            | Message::Settings(_)
            | Message::DraftSaved(..)
            | Message::Decided(..)
            | Message::Extended(..)
            | Message::Switched(..)
            | Message::Edited(_)
            | Message::HungUp => None,
        }
    }
}

async fn until(warning: Option<(Instant, Duration)>) {
    match warning {
        Some((at, _)) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
