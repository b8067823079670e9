//! How an attempt ended, from what the executor saw and how the program left.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use crate::attempt::{Ending, Stop};

/// What an executor knows once it has nothing left to read.
#[derive(Debug)]
pub(crate) enum Outcome {
    Ending(Ending),
    /// The program closed its output. How it left decides what that means.
    Exited {
        /// The answer, where what it printed is one.
        closing: Option<String>,
    },
}

pub(super) fn end(
    outcome: Outcome,
    status: Option<ExitStatus>,
    last_error: Option<String>,
    was_cancelled: bool,
) -> Ending {
    match outcome {
        Outcome::Ending(Ending::Turn {
            stop: Stop::Cancelled,
            ..
        }) if was_cancelled => Ending::Stopped,
        Outcome::Ending(Ending::Failed { .. }) | Outcome::Exited { .. } if was_cancelled => {
            Ending::Stopped
        }
        Outcome::Ending(ending) => ending,
        Outcome::Exited {
            closing: Some(closing),
        } if status.is_some_and(|status| status.success()) => Ending::Turn {
            stop: Stop::EndTurn,
            closing,
        },
        Outcome::Exited { .. } => Ending::Failed {
            message: exited(status, last_error),
        },
    }
}

fn exited(status: Option<ExitStatus>, last_error: Option<String>) -> String {
    let how = match status.map(|status| (status.code(), status.signal())) {
        Some((Some(code), _)) => format!("the program ended with exit code {code}"),
        Some((None, Some(signal))) => format!("the program was ended by signal {signal}"),
        Some((None, None)) | None => "the program closed its output".to_owned(),
    };
    match last_error {
        Some(error) => format!("{how}: {}", error.trim()),
        None => how,
    }
}
