//! `sayso ask`: asks from a shell script, waits, prints the answer.

use std::ffi::OsString;

use clap::Args;
use client::HubClient;
use i18n::Key;
use protocol::{AskReply, ChoiceResult, ChoiceSpec, OptionSpec};
use tui::Finish;

use super::approve;
use crate::args::help;
use crate::context::Context;
use crate::describe::{Name, answer_lines};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::markers::{Ending, marker};
use crate::output;
use crate::suggestion::answer_command;
use crate::terminal;
use crate::text::{say, tell};
use crate::waiting::{exit_of, outcome};

const CLIENT_NAME: &str = "sayso-ask";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(
        long,
        value_name = "TEXT",
        required_unless_present = "approve",
        help = help(Key::CliAskTitle)
    )]
    title: Option<String>,
    #[arg(
        long,
        value_name = "TEXT",
        required_unless_present = "approve",
        help = help(Key::CliAskPrompt)
    )]
    prompt: Option<String>,
    #[arg(long, value_name = "MODE", default_value = "single", help = help(Key::CliAskMode))]
    mode: String,
    #[arg(
        long,
        value_name = "ID[=LABEL[|DESCRIPTION]]",
        value_parser = parse_option,
        help = help(Key::CliAskOption)
    )]
    option: Vec<OptionSpec>,
    #[arg(long, value_name = "ID", help = help(Key::CliAskRecommend))]
    recommend: Vec<String>,
    #[arg(long, value_name = "ID", help = help(Key::CliAskDefault))]
    default: Vec<String>,
    #[arg(long, value_name = "N", help = help(Key::CliAskMin))]
    min: Option<i64>,
    #[arg(long, value_name = "N", help = help(Key::CliAskMax))]
    max: Option<i64>,
    #[arg(long, value_name = "TEXT", help = help(Key::CliAskPlaceholder))]
    placeholder: Option<String>,
    #[arg(long, value_name = "SECONDS", help = help(Key::CliAskTimeout))]
    timeout: Option<i64>,
    #[arg(long, value_name = "RISK", help = help(Key::CliAskRisk))]
    risk: Option<String>,
    #[arg(long, value_name = "INTERFACE", help = help(Key::CliAskInterface))]
    interface: Option<String>,
    #[arg(
        long,
        requires = "command",
        conflicts_with_all = [
            "title", "prompt", "mode", "option", "recommend", "default", "min", "max",
            "placeholder", "json",
        ],
        help = help(Key::CliApproveFlag)
    )]
    approve: bool,
    #[arg(long, value_name = "TEXT", conflicts_with = "title", help = help(Key::CliApproveReason))]
    reason: Option<String>,
    #[arg(long, conflicts_with_all = ["approve", "json"], help = help(Key::CliAskLabels))]
    labels: bool,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
    #[arg(
        last = true,
        value_name = "COMMAND",
        conflicts_with = "title",
        help = help(Key::CliApproveCommand)
    )]
    command: Vec<OsString>,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    if arguments.approve {
        return approve::run(context, arguments.wanted()).await;
    }
    let output = match (arguments.json, arguments.labels) {
        (true, _) => Output::Json,
        (false, true) => Output::Lines(Name::Label),
        (false, false) => Output::Lines(Name::Id),
    };
    let mut request = arguments.request()?;
    let here = prompts_here(context, request.interface.as_deref()).await?;
    if here {
        request.interface = Some("terminal".into());
    }
    let client = context.asker(CLIENT_NAME)?;
    let asked = client.ask(&request).await?;
    let id = &asked.interaction.session_id;
    if here {
        notices(&asked);
        match prompt(context, &client, id).await? {
            Prompted::Decided(result) => {
                print(&result, &request, output);
                confirm_delivery(&client, &result).await;
                return Ok(exit_of(&result));
            }
            Prompted::Left => return Ok(left(context, id)),
            // The person goes on in the browser; the answer still comes here.
            Prompted::Elsewhere => {}
        }
    }
    let mut interrupt = Interrupt::listen()?;
    announce(context, &request, &asked);
    tokio::select! {
        result = outcome(&client, id) => {
            let result = result?;
            print(&result, &request, output);
            confirm_delivery(&client, &result).await;
            Ok(exit_of(&result))
        }
        () = interrupt.pressed() => Ok(left(context, id)),
    }
}

pub(super) fn left(context: &Context, id: &str) -> Exit {
    output::note(&marker(Ending::Undecided { session_id: id }));
    let back = context.command_line(&["choose", id]);
    output::note(&tell(Key::CliAskLeft, &[("command", (&back).into())]));
    Exit::Undecided
}

/// Whether to ask in this terminal: it is a terminal, and no other interface was requested. A
/// terminal that an agent opened does not count, because the person might not see it.
pub(super) async fn prompts_here(
    context: &Context,
    interface: Option<&str>,
) -> Result<bool, Failure> {
    let wanted = interface.is_none_or(|interface| matches!(interface, "auto" | "terminal"));
    if !(wanted && tui::is_usable()) {
        return Ok(false);
    }
    let status = context.person()?.status().await?;
    Ok(status.started_by_agent.is_none())
}

/// What asking right here came to.
pub(super) enum Prompted {
    Decided(Box<ChoiceResult>),
    Left,
    Elsewhere,
}

/// Shows the question here while its asker, this process, waits for the answer.
pub(super) async fn prompt(
    context: &Context,
    client: &HubClient,
    id: &str,
) -> Result<Prompted, Failure> {
    let waiting = outcome(client, id);
    let shown = tui::choose(context.at_the_terminal()?, id, terminal::options(false));
    tokio::pin!(waiting, shown);
    let (mut result, mut finish) = (None, None);
    // The screen stays until the person has seen what happened, here or elsewhere.
    while finish.is_none() {
        tokio::select! {
            ended = &mut shown => finish = Some(ended?),
            ended = &mut waiting, if result.is_none() => result = Some(ended?),
        }
    }
    match finish {
        Some(Finish::Undecided { .. } | Finish::Left) => Ok(Prompted::Left),
        Some(Finish::Web { url, .. }) => {
            output::note(&tell(Key::TuiSwitched, &[("url", (&url).into())]));
            Ok(Prompted::Elsewhere)
        }
        Some(Finish::Decided(_) | Finish::Elsewhere { .. }) | None => {
            let result = match result {
                Some(result) => result,
                None => waiting.await?,
            };
            Ok(Prompted::Decided(Box::new(result)))
        }
    }
}

/// Tells the person where to answer. Not the result, so on standard error.
fn announce(context: &Context, request: &ChoiceSpec, asked: &AskReply) {
    notices(asked);
    let command = answer_command(context, &asked.interaction.session_id, request);
    let url = &asked.hand_off.url;
    output::note(&tell(
        Key::CliAskWaiting,
        &[("url", url.into()), ("command", (&command).into())],
    ));
}

pub(super) fn notices(asked: &AskReply) {
    for notice in &asked.notices {
        output::note(&domain::display_safe(&notice.message));
    }
}

/// How the answer is printed.
#[derive(Debug, Clone, Copy)]
enum Output {
    Json,
    Lines(Name),
}

fn print(result: &ChoiceResult, request: &ChoiceSpec, output: Output) {
    let name = match output {
        Output::Json => return output::json(result),
        Output::Lines(name) => name,
    };
    let options = request.options.as_deref().unwrap_or_default();
    for line in answer_lines(result, options, name) {
        output::line(&line);
    }
    output::note(&marker(Ending::Decided(result)));
}

/// The printed result has arrived. That it could not be told must not turn an answer into an error.
pub(super) async fn confirm_delivery(client: &HubClient, result: &ChoiceResult) {
    if let Err(error) = client.confirm_delivery(&result.session_id).await {
        tracing::warn!(%error, "the answer was printed, but the hub does not know");
    }
}

impl Arguments {
    fn wanted(self) -> approve::Wanted {
        approve::Wanted {
            command: self.command,
            reason: self.reason,
            risk: self.risk,
            interface: self.interface,
            timeout: self.timeout,
        }
    }

    fn request(self) -> Result<ChoiceSpec, Failure> {
        let mut options = self.option;
        for id in &self.recommend {
            let option = options
                .iter_mut()
                .find(|option| option.id.as_ref() == Some(id));
            let option = option.ok_or_else(|| {
                Failure::usage(tell(Key::CliAskUnknownOption, &[("id", id.into())]))
            })?;
            option.recommended = Some(true);
        }
        Ok(ChoiceSpec {
            title: self.title,
            prompt: self.prompt,
            selection_mode: Some(self.mode),
            options: (!options.is_empty()).then_some(options),
            default_selection_ids: (!self.default.is_empty()).then_some(self.default),
            min_selections: self.min,
            max_selections: self.max,
            placeholder: self.placeholder,
            timeout_seconds: self.timeout,
            risk: self.risk,
            interface: self.interface,
            ..ChoiceSpec::default()
        })
    }
}

/// Reads `id[=label[|description]]`.
fn parse_option(text: &str) -> Result<OptionSpec, String> {
    let (id, rest) = match text.split_once('=') {
        Some((id, rest)) => (id, Some(rest)),
        None => (text, None),
    };
    let (label, description) = match rest.map(|rest| rest.split_once('|').ok_or(rest)) {
        None => (None, None),
        Some(Ok((label, description))) => (Some(label), Some(description)),
        Some(Err(label)) => (Some(label), None),
    };
    if id.trim().is_empty() {
        return Err(say(Key::CliAskOptionInvalid));
    }
    let given = |text: Option<&str>| text.filter(|text| !text.is_empty()).map(str::to_owned);
    Ok(OptionSpec {
        id: Some(id.to_owned()),
        label: given(label),
        description: given(description),
        ..OptionSpec::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn option_argument_is_read_as_id_label_and_description() {
        for (text, id, label, description) in [
            ("pg", "pg", None, None),
            ("pg=Postgres", "pg", Some("Postgres"), None),
            (
                "pg=Postgres|a server",
                "pg",
                Some("Postgres"),
                Some("a server"),
            ),
            ("pg=a=b|c|d", "pg", Some("a=b"), Some("c|d")),
            ("pg=|only this", "pg", None, Some("only this")),
            ("a|b", "a|b", None, None),
            ("pg=", "pg", None, None),
        ] {
            let expected = OptionSpec {
                id: Some(id.into()),
                label: label.map(Into::into),
                description: description.map(Into::into),
                ..OptionSpec::default()
            };
            assert_eq!(parse_option(text), Ok(expected), "{text}");
        }
        assert!(parse_option("=label").is_err());
    }

    fn arguments() -> Arguments {
        Arguments {
            title: Some("Which database?".into()),
            prompt: Some("The service needs one.".into()),
            mode: "single".into(),
            option: vec![parse_option("pg").unwrap(), parse_option("lite").unwrap()],
            recommend: vec!["lite".into()],
            default: Vec::new(),
            min: None,
            max: None,
            placeholder: None,
            timeout: Some(30),
            risk: None,
            interface: None,
            approve: false,
            reason: None,
            labels: false,
            json: false,
            command: Vec::new(),
        }
    }

    #[test]
    fn ask_arguments_become_a_choice_request() {
        let request = arguments().request().unwrap();
        let options = vec![
            parse_option("pg").unwrap(),
            OptionSpec {
                recommended: Some(true),
                ..parse_option("lite").unwrap()
            },
        ];
        let expected = ChoiceSpec {
            title: Some("Which database?".into()),
            prompt: Some("The service needs one.".into()),
            selection_mode: Some("single".into()),
            options: Some(options),
            timeout_seconds: Some(30),
            ..ChoiceSpec::default()
        };
        assert_eq!(request, expected);
    }

    #[test]
    fn ask_refuses_to_recommend_an_unknown_option() {
        let arguments = Arguments {
            recommend: vec!["oracle".into()],
            ..arguments()
        };
        assert_eq!(arguments.request().unwrap_err().exit, Exit::Usage);
    }
}
