//! A command that did not do what was asked: the words, the code for programs, the exit code.
//!
//! Libraries say what kind of failure it was; the words are chosen here, once for each.

use std::collections::BTreeMap;

use client::{ClientError, StartError};
use domain::display::display_safe_lines;
use domain::interaction::Status;
use i18n::{Key, catalogue};
use protocol::{ApiError, ErrorBody, Problem, Winner};
use settings::SettingsError;

use crate::exit::Exit;
use crate::layout::LayoutError;
use crate::output;
use crate::text::{language, say, tell};
use protocol::in_own_zone;

#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) error: Box<ApiError>,
    words: Words,
}

/// Where the words for people come from. Programs read the error as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    /// They are in the error, in the person's language.
    Given,
    /// The error has English words for agents; the catalogue has the person's, by its code.
    ByCode,
    /// The same, with a hint in the person's language.
    ByCodeButHint,
}

impl Failure {
    pub(crate) fn new(code: &str, message: String) -> Self {
        Self {
            exit: Exit::Error,
            error: Box::new(ApiError::new(code, message)),
            words: Words::Given,
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
        self.words = match self.words {
            Words::Given => Words::Given,
            Words::ByCode | Words::ByCodeButHint => Words::ByCodeButHint,
        };
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
        let (mut lines, hint) = match (&self.error.winner, &self.error.problems[..]) {
            (Some(winner), _) => {
                let ending = decided(winner);
                let args = [("ending", (&ending).into())];
                (vec![tell(Key::CliErrorDecided, &args)], None)
            }
            (None, []) => {
                let (text, hint) = self.said();
                (vec![text], hint)
            }
            (None, [only]) => {
                let (text, hint) = self.said_of(only);
                (vec![text], hint)
            }
            (None, several) => (self.listed(several), None),
        };
        lines[0] = tell(Key::CliError, &[("message", (&lines[0]).into())]);
        let hint = self.own_hint().or(hint).filter(|hint| !hint.is_empty());
        lines.extend(hint.map(|hint| tell(Key::CliHint, &[("hint", (&hint).into())])));
        display_safe_lines(&lines.join("\n")).into_owned()
    }

    fn own_hint(&self) -> Option<String> {
        match self.words {
            Words::Given | Words::ByCodeButHint => self.error.hint.clone(),
            Words::ByCode => None,
        }
    }

    fn said(&self) -> (String, Option<String>) {
        let error = &self.error;
        let known = self.by_code(&error.code, &error.args);
        known.unwrap_or_else(|| (error.message.clone(), error.hint.clone()))
    }

    fn said_of(&self, problem: &Problem) -> (String, Option<String>) {
        let known = self.by_code(&problem.code, &problem.args);
        known.unwrap_or_else(|| (problem.message.clone(), Some(problem.hint.clone())))
    }

    /// Returns the person's words for a code, unless a value that they name is missing.
    fn by_code(
        &self,
        code: &str,
        args: &BTreeMap<String, String>,
    ) -> Option<(String, Option<String>)> {
        if self.words == Words::Given {
            return None;
        }
        let known = catalogue(language()).refusal(code, args)?;
        let whole = !known.text.contains("{$");
        whole.then_some((known.text, known.hint))
    }

    /// Several things that are wrong, each once; with what to do about it where nothing else says
    /// so.
    fn listed(&self, problems: &[Problem]) -> Vec<String> {
        let count = i64::try_from(problems.len()).unwrap_or(i64::MAX);
        let shown = problems.len().to_string();
        let args = [("count", count.into()), ("shown", (&shown).into())];
        let mut lines = vec![tell(Key::CliErrorSeveral, &args)];
        for problem in problems {
            let (text, hint) = self.said_of(problem);
            lines.push(format!("  - {text}"));
            let hint = hint.filter(|hint| !hint.is_empty() && self.own_hint().is_none());
            lines.extend(hint.map(|hint| format!("    {hint}")));
        }
        lines
    }
}

/// Says how the question ended before the person got to it.
pub(crate) fn decided(winner: &Winner) -> String {
    tui::decided(winner, language(), &in_own_zone(&winner.at))
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
            words: Words::ByCode,
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
        failure.words = Words::ByCode;
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
    use domain::DecidedBy;

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
    fn exit_code_of_a_late_answer_depends_on_what_decided_first() {
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
    fn late_answer_failure_names_winner_place_and_time_without_control_characters() {
        let mut failure = Failure::new("already_decided", "You may ask again.".into());
        failure.error.winner = Some(winner(Status::Submitted));
        let words = failure.with_hint("look\u{1b}".into()).words();
        assert!(
            words.starts_with(
                "error: this question is finished: answered by you (web portal, 2026-11-"
            ),
            "{words}"
        );
        assert!(words.ends_with(")\nhint: look<ESC>"), "{words}");
    }

    #[test]
    fn hub_refusal_is_printed_from_the_catalogue_by_its_code() {
        let mut error = ApiError::new("unknown_session", "English, for agents");
        error.hint = Some("Also for agents.".into());
        error.args.insert("id".into(), "7f3a".into());
        let failure = Failure::from(error.clone());
        assert_eq!(
            failure.words(),
            "error: there is no question 7f3a\nhint: list the ids with `sayso list --filter all`"
        );
        // A code or a value that this program does not know: better than nothing.
        error.args.clear();
        let failure = Failure::from(error);
        assert_eq!(
            failure.words(),
            "error: English, for agents\nhint: Also for agents."
        );
    }

    #[test]
    fn failure_prints_each_problem_once_without_its_field() {
        let problem =
            |message: &str| Problem::new("c", "selected_ids[0]", message.into(), "Do it.");
        let mut failure = Failure::new("invalid_answer", "one; two".into());
        failure.error.problems = vec![problem("one")];
        assert_eq!(failure.words(), "error: one\nhint: Do it.");
        failure.error.problems.push(problem("two"));
        assert_eq!(
            failure.words(),
            "error: 2 problems\n  - one\n    Do it.\n  - two\n    Do it."
        );
        let failure = failure.with_hint("sayso answer".into());
        assert_eq!(
            failure.words(),
            "error: 2 problems\n  - one\n  - two\nhint: sayso answer"
        );
    }
}
