//! `sayso demo`: a newcomer's first minute, one sample question of each mode.

use clap::Args;
use client::HubClient;
use i18n::Key;
use protocol::{AskReply, AskRequest, AskedOption};
use tokio::task::JoinSet;

use super::ask::{answer_command, confirm_delivery};
use crate::context::Context;
use crate::describe::{answer_lines, short_id};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::markers::{Ending, marker};
use crate::output;
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
    for request in samples() {
        let asked = client.ask(&request).await?;
        output::line(&introduce(context, &request, &asked));
        waiting.spawn(finish(
            client.clone(),
            request,
            asked.interaction.session_id,
        ));
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

fn introduce(context: &Context, request: &AskRequest, asked: &AskReply) -> String {
    let id = &asked.interaction.session_id;
    let title = request.title.as_deref().unwrap_or_default();
    let mode = request.selection_mode.as_deref().unwrap_or_default();
    let command = answer_command(context, id, request);
    format!("\n{}  {title}  ({mode})\n  {command}", short_id(id))
}

/// Waits for one question and returns the line that tells its end.
async fn finish(client: HubClient, request: AskRequest, id: String) -> Result<String, Failure> {
    let result = outcome(&client, &id).await?;
    let answer = answer_lines(&result, request.options.as_deref().unwrap_or_default()).join(", ");
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

fn samples() -> [AskRequest; 4] {
    [single(), multi(), text(), hybrid()]
}

fn single() -> AskRequest {
    AskRequest {
        options: Some(vec![
            AskedOption {
                recommended: Some(true),
                ..option("sqlite", Key::CliDemoSqlite)
            },
            option("postgres", Key::CliDemoPostgres),
            option("files", Key::CliDemoFiles),
        ]),
        ..sample("single", Key::CliDemoSingleTitle, Key::CliDemoSinglePrompt)
    }
}

fn multi() -> AskRequest {
    AskRequest {
        options: Some(vec![
            option("unit", Key::CliDemoUnit),
            option("lint", Key::CliDemoLint),
            option("e2e", Key::CliDemoEndToEnd),
        ]),
        default_selection_ids: Some(vec!["unit".into(), "lint".into()]),
        ..sample("multi", Key::CliDemoMultiTitle, Key::CliDemoMultiPrompt)
    }
}

fn text() -> AskRequest {
    AskRequest {
        placeholder: Some(say(Key::CliDemoTextPlaceholder)),
        ..sample("text_input", Key::CliDemoTextTitle, Key::CliDemoTextPrompt)
    }
}

fn hybrid() -> AskRequest {
    AskRequest {
        options: Some(vec![
            AskedOption {
                recommended: Some(true),
                ..option("rename", Key::CliDemoRename)
            },
            option("keep", Key::CliDemoKeep),
        ]),
        ..sample("hybrid", Key::CliDemoHybridTitle, Key::CliDemoHybridPrompt)
    }
}

fn sample(mode: &str, title: Key, prompt: Key) -> AskRequest {
    AskRequest {
        title: Some(say(title)),
        prompt: Some(say(prompt)),
        selection_mode: Some(mode.into()),
        timeout_seconds: Some(TIMEOUT_SECONDS),
        ..AskRequest::default()
    }
}

fn option(id: &str, label: Key) -> AskedOption {
    AskedOption {
        id: Some(id.into()),
        label: Some(say(label)),
        ..AskedOption::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_show_each_mode_once() {
        let modes = samples().map(|sample| sample.selection_mode.unwrap_or_default());
        assert_eq!(modes, ["single", "multi", "text_input", "hybrid"]);
    }
}
