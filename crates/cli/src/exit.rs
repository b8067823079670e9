//! What the program says to the shell that started it.

use std::process::ExitCode;

/// The exit codes, documented in the root's `--help`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// An answer; for other commands, success.
    Done,
    Error,
    /// The command line itself was wrong.
    Usage,
    Cancelled,
    TimedOut,
    /// Answered or cancelled elsewhere first.
    AnsweredElsewhere,
    /// Left as it was: the question is still open.
    Undecided,
    /// What an approved command ended with.
    Command(u8),
}

impl Exit {
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Error => 1,
            Self::Usage => 2,
            Self::Cancelled => 3,
            Self::TimedOut => 4,
            Self::AnsweredElsewhere => 5,
            Self::Undecided => 6,
            Self::Command(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
