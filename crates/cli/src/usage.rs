//! Help and complaints of the argument parser, in the person's language.
//!
//! The parser knows English only. Headings and standard flags are set here for every command, and
//! what is wrong with a command line is said again from its kind and context.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use i18n::Key;

use crate::failure::Failure;
use crate::text::{say, tell};

/// Gives `command` and those below it headings and standard flags in the person's language.
pub(crate) fn speak(command: Command) -> Command {
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .display_order(998)
        .help(say(Key::CliHelpFlag));
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{}\n\n{{all-args}}{{after-help}}",
        tell(Key::CliUsage, &[("usage", "{usage}".into())])
    );
    let mut command = command
        .help_template(template)
        .subcommand_help_heading(say(Key::CliHeadingCommands))
        .subcommand_value_name(say(Key::CliHeadingCommand))
        .disable_help_flag(true)
        .arg(help)
        .mut_args(|arg| {
            let heading = match arg.is_positional() {
                true => Key::CliHeadingArguments,
                false => Key::CliHeadingOptions,
            };
            arg.help_heading(say(heading))
        });
    if command.get_version().is_some() {
        let version = Arg::new("version")
            .short('V')
            .long("version")
            .action(ArgAction::Version)
            .display_order(999)
            .help_heading(say(Key::CliHeadingOptions))
            .help(say(Key::CliVersionFlag));
        command = command.disable_version_flag(true).arg(version);
    }
    command.mut_subcommands(speak)
}

/// Says what is wrong with a command line, and how it is written.
pub(crate) fn failure(error: &clap::Error) -> Failure {
    let (message, hint) = match explained(error) {
        Some(explained) => explained,
        None => (error.render().to_string().trim_end().to_owned(), None),
    };
    let failure = Failure::usage(message);
    let hint = hint
        .or_else(|| usage(error))
        .unwrap_or_else(|| say(Key::CliTryHelp));
    failure.with_hint(hint)
}

type Explained = (String, Option<String>);

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "clap's kinds of errors: the rest is told in its own words"
)]
fn explained(error: &clap::Error) -> Option<Explained> {
    let of = |kind| text(error.get(kind)?);
    let suggestion = |kind| {
        let nearest = of(kind)?;
        Some(tell(Key::CliDidYouMean, &[("nearest", (&nearest).into())]))
    };
    Some(match error.kind() {
        ErrorKind::UnknownArgument => {
            let argument = of(ContextKind::InvalidArg)?;
            let args = [("argument", (&argument).into())];
            let hint = suggestion(ContextKind::SuggestedArg);
            (tell(Key::CliUnexpectedArgument, &args), hint)
        }
        ErrorKind::InvalidSubcommand => {
            let command = of(ContextKind::InvalidSubcommand)?;
            let args = [("command", (&command).into())];
            let hint = suggestion(ContextKind::SuggestedSubcommand);
            (tell(Key::CliUnknownCommand, &args), hint)
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => invalid_value(error, &of)?,
        ErrorKind::MissingRequiredArgument => {
            let arguments = of(ContextKind::InvalidArg)?;
            let args = [("arguments", (&arguments).into())];
            (tell(Key::CliMissingArguments, &args), None)
        }
        ErrorKind::ArgumentConflict => {
            let (one, other) = (of(ContextKind::InvalidArg)?, of(ContextKind::PriorArg)?);
            let args = [("one", (&one).into()), ("other", (&other).into())];
            (tell(Key::CliConflictingArguments, &args), None)
        }
        ErrorKind::MissingSubcommand => {
            let known = of(ContextKind::ValidSubcommand)?;
            let args = [("known", (&known).into())];
            (tell(Key::CliMissingCommand, &args), None)
        }
        // Rare kinds of errors: the parser's own words are better than none.
        _ => return None,
    })
}

fn invalid_value(
    error: &clap::Error,
    of: &dyn Fn(ContextKind) -> Option<String>,
) -> Option<Explained> {
    let argument = of(ContextKind::InvalidArg)?;
    let given = of(ContextKind::InvalidValue).unwrap_or_default();
    let args = [("argument", (&argument).into()), ("given", (&given).into())];
    if given.is_empty() {
        return Some((tell(Key::CliMissingValue, &args), None));
    }
    let message = match error.source() {
        Some(reason) => {
            let reason = reason.to_string();
            let [argument, given] = args;
            let args = [argument, given, ("reason", (&reason).into())];
            tell(Key::CliInvalidValueReason, &args)
        }
        None => tell(Key::CliInvalidValue, &args),
    };
    let known = of(ContextKind::ValidValue).filter(|known| !known.is_empty());
    let hint = known.map(|known| tell(Key::CliValidValues, &[("known", (&known).into())]));
    Some((message, hint))
}

fn usage(error: &clap::Error) -> Option<String> {
    let usage = text(error.get(ContextKind::Usage)?)?;
    let usage = usage.trim_start_matches("Usage:").trim().to_owned();
    Some(tell(Key::CliUsage, &[("usage", (&usage).into())]))
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "clap's kinds of values: the rest has no text"
)]
fn text(value: &ContextValue) -> Option<String> {
    match value {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Arguments;

    fn complaint(words: &[&str]) -> (String, Option<String>) {
        let command = speak(Arguments::command());
        let error = command
            .try_get_matches_from([&["sayso"], words].concat())
            .unwrap_err();
        let error = failure(&error).error;
        (error.message, error.hint)
    }

    #[test]
    fn usage_error_is_written_in_words_of_the_catalogue() {
        for (words, message) in [
            (&["lits"][..], "unknown command “lits”"),
            (&["list", "--jsn"], "unexpected argument “--jsn”"),
            (&["show"], "missing: <ID>"),
            (
                &["list", "--limit", "x"],
                "“x” cannot be used for --limit <N>: invalid digit found in string",
            ),
        ] {
            assert_eq!(complaint(words).0, message);
        }
        assert_eq!(
            complaint(&["lits"]).1.as_deref(),
            Some("did you mean “list”?")
        );
    }

    #[test]
    fn help_headings_come_from_the_catalogue() {
        let mut command = speak(Arguments::command());
        let help = command.render_help().to_string();
        for heading in ["Usage: sayso", "Commands:", "Options:", "Print this help"] {
            assert!(help.contains(heading), "{heading} in {help}");
        }
    }
}
