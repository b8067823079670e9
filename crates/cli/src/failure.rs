//! A command that did not do what was asked: the words, the code for programs, the exit code.
//!
//! Libraries say what kind of failure it was; the words are chosen here, once for each.

use client::{ClientError, StartError};
use domain::interaction::Status;
use domain::{DecidedBy, display_safe};
use i18n::Key;
use protocol::{ApiError, ErrorBody, Problem, Winner};
use settings::SettingsError;

use crate::age::clock;
use crate::exit::Exit;
use crate::layout::LayoutError;
use crate::output;
use crate::text::{say, tell};

#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) error: Box<ApiError>,
}

impl Failure {
    pub(crate) fn new(code: &str, message: String) -> Self {
        Self {
            exit: Exit::Error,
            error: Box::new(ApiError::new(code, message)),
        }
    }

    pub(crate) fn usage(message: String) -> Self {
        Self {
            exit: Exit::Usage,
            ..Self::new("usage", message)
        }
    }

    pub(crate) fn with_hint(mut self, hint: String) -> Self {
        self.error.hint = Some(hint);
        self
    }

    /// Prints it on standard error.
    pub(crate) fn report(self, as_json: bool) -> Exit {
        if as_json {
            output::error_json(&ErrorBody { error: *self.error });
        } else {
            output::note(&self.words());
        }
        self.exit
    }

    fn words(&self) -> String {
        let message = display_safe(&self.error.message);
        let mut lines = vec![tell(Key::CliError, &[("message", message.as_ref().into())])];
        lines.extend(self.error.problems.iter().map(problem_line));
        lines.extend(self.error.winner.as_ref().map(winner_line));
        if let Some(hint) = &self.error.hint {
            lines.push(tell(
                Key::CliHint,
                &[("hint", display_safe(hint).as_ref().into())],
            ));
        }
        lines.join("\n")
    }
}

fn problem_line(problem: &Problem) -> String {
    let (field, message, hint) = (&problem.field, &problem.message, &problem.hint);
    display_safe(&format!("  - {field}: {message} {hint}"))
        .trim_end()
        .to_owned()
}

/// Says who decided, where and when.
pub(crate) fn winner_line(winner: &Winner) -> String {
    let who = match &winner.name {
        Some(name) => display_safe(name).into_owned(),
        None => say(match winner.kind {
            DecidedBy::Policy => Key::CliWinnerPolicy,
            DecidedBy::Asker => Key::CliWinnerAsker,
            DecidedBy::Person => Key::CliWinnerPerson,
        }),
    };
    let surface = winner.surface.map(|surface| say(surface.into()));
    let at = clock(&winner.at);
    let status = say(winner.status.into());
    tell(
        Key::CliWinner,
        &[
            ("status", (&status).into()),
            ("who", (&who).into()),
            ("surface", surface.as_deref().unwrap_or("-").into()),
            ("at", (&at).into()),
        ],
    )
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        let exit = match &error.winner {
            Some(winner) if winner.status == Status::Timeout => Exit::TimedOut,
            Some(_) => Exit::AnsweredElsewhere,
            None => Exit::Error,
        };
        Self {
            exit,
            error: Box::new(error),
        }
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Refused { error, .. } => Self::from(*error),
            ClientError::NotRunning { .. } => {
                Self::new("not_running", say(Key::CliErrorNotRunning))
                    .with_hint(say(Key::CliErrorNotRunningHint))
            }
            ClientError::Start(error) => Self::from(error),
            ClientError::ForeignHub { path, owner } => {
                let (path, owner) = (path.display().to_string(), owner.to_string());
                let args = [("path", (&path).into()), ("owner", (&owner).into())];
                Self::new("foreign_hub", tell(Key::CliErrorForeignHub, &args))
            }
            ClientError::Broken(source) => {
                let reason = source.to_string();
                let args = [("reason", (&reason).into())];
                Self::new("connection_broken", tell(Key::CliErrorBroken, &args))
                    .with_hint(say(Key::CliErrorBrokenHint))
            }
            ClientError::Silent { seconds } => {
                let seconds = seconds.to_string();
                let args = [("seconds", (&seconds).into())];
                Self::new("hub_silent", tell(Key::CliErrorSilent, &args))
                    .with_hint(say(Key::CliErrorBrokenHint))
            }
            ClientError::Unreadable(_) => Self::new("hub_unreadable", say(Key::CliErrorUnreadable))
                .with_hint(say(Key::CliErrorUnreadableHint)),
        }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        let (log, reason) = match &error {
            StartError::Spawn { source, .. } => (None, source.to_string()),
            StartError::Log { log, source } => (Some(log), source.to_string()),
            StartError::NotReady { log } => (Some(log), last_line(log)),
        };
        let args = [("reason", (&reason).into())];
        let failure = Self::new("hub_not_started", tell(Key::CliErrorNotStarted, &args));
        match log {
            Some(log) => {
                let log = log.display().to_string();
                failure.with_hint(tell(Key::CliErrorNotStartedHint, &[("log", (&log).into())]))
            }
            None => failure,
        }
    }
}

/// The last thing the hub said is why it did not start.
fn last_line(log: &std::path::Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let heading = tell(Key::CliError, &[("message", "".into())]);
    let line = text.trim_end().rsplit('\n').next().unwrap_or_default();
    line.trim_start_matches(heading.trim_end())
        .trim()
        .to_owned()
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Self {
        match error {
            LayoutError::NoHome => Self::new("no_home", say(Key::CliErrorNoHome))
                .with_hint(say(Key::CliErrorNoHomeHint)),
            LayoutError::Io { path, source } => {
                let (path, reason) = (path.display().to_string(), source.to_string());
                let args = [("path", (&path).into()), ("reason", (&reason).into())];
                Self::new("unusable_path", tell(Key::CliErrorPath, &args))
            }
            LayoutError::NotADirectory { path } => {
                let path = path.display().to_string();
                let args = [("path", (&path).into())];
                Self::new("not_a_directory", tell(Key::CliErrorNotADirectory, &args))
                    .with_hint(tell(Key::CliErrorNotADirectoryHint, &args))
            }
            LayoutError::Foreign { path, owner } => {
                let (path, owner) = (path.display().to_string(), owner.to_string());
                let args = [("path", (&path).into()), ("owner", (&owner).into())];
                Self::new(
                    "foreign_directory",
                    tell(Key::CliErrorForeignDirectory, &args),
                )
                .with_hint(say(Key::CliErrorForeignDirectoryHint))
            }
            LayoutError::Open { path, mode } => {
                let (path, mode) = (path.display().to_string(), format!("{mode:03o}"));
                let args = [("path", (&path).into()), ("mode", (&mode).into())];
                Self::new("open_directory", tell(Key::CliErrorOpenDirectory, &args)).with_hint(
                    tell(Key::CliErrorOpenDirectoryHint, &[("path", (&path).into())]),
                )
            }
        }
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        let mut failure = Self::new(error.code(), chain(&error));
        failure.error.args = error.args();
        failure
    }
}

/// Writes an error with its causes.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn winner(status: Status) -> Winner {
        Winner {
            status,
            kind: DecidedBy::Person,
            surface: Some(domain::Surface::Web),
            name: None,
            at: "2026-11-15T10:00:00.000Z".into(),
            summary: "\"Which?\": the person chose A.".into(),
        }
    }

    #[test]
    fn the_exit_code_says_what_a_late_answer_lost_against() {
        for (winner, exit) in [
            (None, Exit::Error),
            (Some(winner(Status::Submitted)), Exit::AnsweredElsewhere),
            (Some(winner(Status::Cancelled)), Exit::AnsweredElsewhere),
            (Some(winner(Status::Timeout)), Exit::TimedOut),
        ] {
            let mut error = *Failure::new("already_decided", "too late".into()).error;
            error.winner = winner;
            assert_eq!(Failure::from(error).exit, exit);
        }
    }

    #[test]
    fn people_read_who_was_first_where_and_when_and_no_control_character() {
        let mut failure = Failure::new("already_decided", "chose A\u{1b}.".into());
        failure.error.winner = Some(winner(Status::Submitted));
        let words = failure.with_hint("look".into()).words();
        for part in [
            "error: chose A<ESC>.",
            "a person (web portal)",
            "2026-11-",
            "hint: look",
        ] {
            assert!(words.contains(part), "{part} is not in {words}");
        }
    }
}
