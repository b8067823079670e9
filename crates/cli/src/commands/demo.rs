//! `sayso demo`: a newcomer's first minute, one sample question of each kind.

use clap::Args;
use client::{ClientError, HubClient};
use domain::interaction::approval::{APPROVE, DENY};
use i18n::Key;
use protocol::{ApprovalRequest, AskReply, ChoiceSpec, HitlOption, HitlRequest, OptionSpec};
use tokio::task::JoinSet;

use super::ask::confirm_delivery;
use crate::context::Context;
use crate::describe::{Name, answer_lines, short_id};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::markers::{Ending, marker};
use crate::output;
use crate::suggestion::answer_command;
use crate::text::{say, tell};
use crate::waiting::outcome;

const CLIENT_NAME: &str = "sayso-demo";
const TIMEOUT_SECONDS: i64 = 15 * 60;

#[derive(Debug, Args)]
pub(crate) struct Arguments {}

pub(crate) async fn run(context: &Context, Arguments {}: Arguments) -> Result<Exit, Failure> {
    let client = context.asker(CLIENT_NAME)?;
    let link = context.person()?.login_code().await?.url;
    let open = context.command_line(&["open"]);
    let inbox = context.command_line(&["inbox"]);
    output::line(&tell(
        Key::CliDemoIntro,
        &[
            ("url", (&link).into()),
            ("open", (&open).into()),
            ("inbox", (&inbox).into()),
        ],
    ));
    let mut interrupt = Interrupt::listen()?;
    let mut waiting = JoinSet::new();
    for sample in samples() {
        let asked = sample.ask(&client).await?;
        output::line(&sample.introduce(context, &asked));
        let id = asked.interaction.session_id;
        waiting.spawn(finish(client.clone(), sample.labelled(), id));
    }
    output::line("");
    output::line(&say(Key::CliDemoWaiting));
    loop {
        let ended = tokio::select! {
            ended = waiting.join_next() => ended,
            () = interrupt.pressed() => return Ok(leave(context)),
        };
        match ended {
            None => break,
            Some(line) => output::line(&line.expect("waiting does not panic")?),
        }
    }
    let install = context.command_line(&["install", "claude-code"]);
    output::line(&tell(Key::CliDemoDone, &[("command", (&install).into())]));
    Ok(Exit::Done)
}

/// One question of each kind.
enum Sample {
    Choice(ChoiceSpec),
    Request(HitlRequest),
    Approval(ApprovalRequest),
}

impl Sample {
    async fn ask(&self, client: &HubClient) -> Result<AskReply, ClientError> {
        match self {
            Self::Choice(request) => client.ask(request).await,
            Self::Request(request) => client.ask_hitl(request).await,
            Self::Approval(request) => client.ask_approval(request).await,
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Choice(request) => request.selection_mode.as_deref().unwrap_or_default(),
            Self::Request(_) => "request",
            Self::Approval(_) => "approval",
        }
    }

    fn introduce(&self, context: &Context, asked: &AskReply) -> String {
        let id = &asked.interaction.session_id;
        let title = domain::display_safe(&asked.interaction.title);
        let command = match self {
            Self::Choice(request) => answer_command(context, id, request),
            Self::Request(_) => {
                context.command_line(&["answer", short_id(id), "--select", "deploy", "--confirm"])
            }
            // All of it is to be read first.
            Self::Approval(_) => context.command_line(&["choose", short_id(id)]),
        };
        format!(
            "\n{}  {title}  ({})\n  {command}",
            short_id(id),
            self.name()
        )
    }

    /// The options with the labels in which the answer is told.
    fn labelled(self) -> Vec<OptionSpec> {
        let labelled = |id: &str, label: String| OptionSpec {
            id: Some(id.into()),
            label: Some(label),
            ..OptionSpec::default()
        };
        match self {
            Self::Choice(request) => request.options.unwrap_or_default(),
            Self::Request(request) => {
                let options = request.options.unwrap_or_default().into_iter();
                let pairs = options.filter_map(|option| Some((option.id?, option.label?)));
                pairs.map(|(id, label)| labelled(&id, label)).collect()
            }
            Self::Approval(_) => vec![
                labelled(APPROVE, say(Key::ApprovalApprove)),
                labelled(DENY, say(Key::ApprovalDeny)),
            ],
        }
    }
}

/// Waits for one question and returns the line that tells its end.
async fn finish(
    client: HubClient,
    options: Vec<OptionSpec>,
    id: String,
) -> Result<String, Failure> {
    let result = outcome(&client, &id).await?;
    let answer = answer_lines(&result, &options, Name::Label).join(", ");
    let line = marker(Ending::Decided(&result));
    confirm_delivery(&client, &result).await;
    Ok(format!("{}  {line}  {answer}", short_id(&id))
        .trim_end()
        .to_owned())
}

fn leave(context: &Context) -> Exit {
    let list = context.command_line(&["list"]);
    output::note(&tell(Key::CliDemoLeft, &[("command", (&list).into())]));
    Exit::Undecided
}

fn samples() -> [Sample; 6] {
    [
        Sample::Choice(single()),
        Sample::Choice(multi()),
        Sample::Choice(text()),
        Sample::Choice(hybrid()),
        Sample::Request(request()),
        Sample::Approval(approval()),
    ]
}

fn request() -> HitlRequest {
    let option = |id: &str, label| HitlOption {
        id: Some(id.into()),
        label: Some(say(label)),
        description: None,
    };
    HitlRequest {
        question: Some(say(Key::CliDemoRequestTitle)),
        options: Some(vec![
            option("deploy", Key::CliDemoRequestDeploy),
            option("wait", Key::CliDemoRequestWait),
        ]),
        require_confirmation: Some(true),
        confirmation_message: Some(say(Key::CliDemoRequestMessage)),
        default_option: Some("wait".into()),
        timeout_ms: Some(TIMEOUT_SECONDS * 1000),
        metadata: None,
    }
}

/// Only asked about: the demo runs nothing, and says so.
fn approval() -> ApprovalRequest {
    let directory = std::env::current_dir().unwrap_or_default();
    ApprovalRequest {
        argv: ["git", "push", "--force", "origin", "main"]
            .map(str::to_owned)
            .to_vec(),
        directory: directory.to_string_lossy().into_owned(),
        reason: Some(say(Key::CliDemoApprovalReason)),
        timeout_seconds: Some(TIMEOUT_SECONDS),
        ..ApprovalRequest::default()
    }
}

fn single() -> ChoiceSpec {
    ChoiceSpec {
        options: Some(vec![
            OptionSpec {
                recommended: Some(true),
                ..option("sqlite", Key::CliDemoSqlite)
            },
            option("postgres", Key::CliDemoPostgres),
            option("files", Key::CliDemoFiles),
        ]),
        ..sample("single", Key::CliDemoSingleTitle, Key::CliDemoSinglePrompt)
    }
}

fn multi() -> ChoiceSpec {
    ChoiceSpec {
        options: Some(vec![
            option("unit", Key::CliDemoUnit),
            option("lint", Key::CliDemoLint),
            option("e2e", Key::CliDemoEndToEnd),
        ]),
        default_selection_ids: Some(vec!["unit".into(), "lint".into()]),
        ..sample("multi", Key::CliDemoMultiTitle, Key::CliDemoMultiPrompt)
    }
}

fn text() -> ChoiceSpec {
    ChoiceSpec {
        placeholder: Some(say(Key::CliDemoTextPlaceholder)),
        ..sample("text_input", Key::CliDemoTextTitle, Key::CliDemoTextPrompt)
    }
}

fn hybrid() -> ChoiceSpec {
    ChoiceSpec {
        options: Some(vec![
            OptionSpec {
                recommended: Some(true),
                ..option("rename", Key::CliDemoRename)
            },
            option("keep", Key::CliDemoKeep),
        ]),
        ..sample("hybrid", Key::CliDemoHybridTitle, Key::CliDemoHybridPrompt)
    }
}

fn sample(mode: &str, title: Key, prompt: Key) -> ChoiceSpec {
    ChoiceSpec {
        title: Some(say(title)),
        prompt: Some(say(prompt)),
        selection_mode: Some(mode.into()),
        timeout_seconds: Some(TIMEOUT_SECONDS),
        ..ChoiceSpec::default()
    }
}

fn option(id: &str, label: Key) -> OptionSpec {
    OptionSpec {
        id: Some(id.into()),
        label: Some(say(label)),
        ..OptionSpec::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demo_has_one_sample_of_each_mode_and_kind() {
        let names = samples().map(|sample| sample.name().to_owned());
        let kinds = ["single", "multi", "text_input", "hybrid"];
        assert_eq!(names[..4], kinds);
        assert_eq!(names[4..], ["request", "approval"]);
    }
}
