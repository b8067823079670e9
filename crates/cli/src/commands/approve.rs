//! `sayso ask --approve -- COMMAND`: asks whether one exact command may run, then runs it.
//!
//! What runs is what was approved: after the decision the command, its files and its environment
//! are looked at again, and if anything differs it is asked again instead.

use std::ffi::OsString;
use std::path::Path;

use client::HubClient;
use domain::interaction::Action;
use i18n::Key;
use protocol::{ActionStatus, ApprovalRequest, AskReply, ChoiceResult};

use super::ask::{Prompted, confirm_delivery, left, notices, prompt, prompts_here};
use crate::approval::{self, Environment, PrepareError, Prepared};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::text::{say, tell};
use crate::waiting::outcome;

const CLIENT_NAME: &str = "sayso-ask";
/// How many times to ask when files keep changing before they are approved.
const ROUNDS_MAX: u32 = 3;

/// What was asked for on the command line.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) command: Vec<OsString>,
    pub(crate) reason: Option<String>,
    pub(crate) risk: Option<String>,
    pub(crate) interface: Option<String>,
    pub(crate) timeout: Option<i64>,
}

/// What the person made of it.
enum Decision {
    Approved,
    /// Not to be run; the person was told, and this is the exit code.
    NotRun(Exit),
}

pub(crate) async fn run(context: &Context, wanted: Wanted) -> Result<Exit, Failure> {
    let argv = texts(&wanted.command)?;
    let directory = std::env::current_dir().map_err(|error| {
        let reason = error.to_string();
        let args = [("reason", (&reason).into())];
        Failure::new("no_directory", tell(Key::CliApproveDirectory, &args))
    })?;
    let client = context.asker(CLIENT_NAME)?;
    let environment = Environment::capture();
    let prepare = || prepare(&argv, &directory, &environment);
    let mut prepared = prepare()?;
    for _ in 0..ROUNDS_MAX {
        warn_of_uncovered(&prepared);
        let asked = prepared.action;
        match decide(context, &client, &wanted, &asked).await? {
            Decision::NotRun(exit) => return Ok(exit),
            Decision::Approved => {}
        }
        prepared = prepare()?;
        let Some(path) = prepared.differs_from(&asked) else {
            let ended = approval::run(prepared).await;
            return ended.map(Exit::Command).map_err(|error| {
                let reason = error.to_string();
                let args = [("reason", (&reason).into())];
                Failure::new("not_run", tell(Key::CliApproveNotRun, &args))
            });
        };
        let path = domain::display_safe(&path);
        let args = [("path", path.as_ref().into())];
        output::note(&tell(Key::CliApproveChanged, &args));
    }
    Err(
        Failure::new("changed_too_often", say(Key::CliApproveChangedTooOften))
            .with_hint(say(Key::CliApproveChangedTooOftenHint)),
    )
}

/// What cannot be shown cannot be approved.
fn texts(command: &[OsString]) -> Result<Vec<String>, Failure> {
    let texts = command.iter().map(|word| word.to_str().map(str::to_owned));
    let texts: Option<Vec<String>> = texts.collect();
    texts.ok_or_else(|| Failure::usage(say(Key::CliApproveNotText)))
}

fn prepare(
    argv: &[String],
    directory: &Path,
    environment: &Environment,
) -> Result<Prepared, Failure> {
    Prepared::new(argv, directory, environment).map_err(|error| match error {
        PrepareError::NoProgram(program) => {
            let args = [("program", (&program).into())];
            Failure::new("program_not_found", tell(Key::CliApproveNotFound, &args))
                .with_hint(say(Key::CliApproveNotFoundHint))
        }
        PrepareError::TooManyFiles => {
            Failure::new("too_many_files", say(Key::CliApproveTooManyFiles))
        }
        PrepareError::NotText(name) => {
            let args = [("name", (&name).into())];
            Failure::new(
                "variable_not_text",
                tell(Key::CliApproveVariableNotText, &args),
            )
            .with_hint(tell(Key::CliApproveVariableNotTextHint, &args))
        }
    })
}

fn warn_of_uncovered(prepared: &Prepared) {
    for file in prepared.uncovered() {
        let path = domain::display_safe(&file.path);
        let args = [("path", path.as_ref().into())];
        output::note(&tell(Key::CliApproveUncovered, &args));
    }
}

async fn decide(
    context: &Context,
    client: &HubClient,
    wanted: &Wanted,
    action: &Action,
) -> Result<Decision, Failure> {
    let here = prompts_here(context, wanted.interface.as_deref()).await?;
    let interface = if here {
        Some("terminal".into())
    } else {
        wanted.interface.clone()
    };
    let request = ApprovalRequest {
        argv: action.argv.clone(),
        directory: action.directory.clone(),
        files: action.files.clone(),
        environment: action.environment.clone(),
        reason: wanted.reason.clone(),
        risk: wanted.risk.clone(),
        interface,
        timeout_seconds: wanted.timeout,
    };
    let asked = client.ask_approval(&request).await?;
    let id = &asked.interaction.session_id;
    notices(&asked);
    if here {
        match prompt(context, client, id).await? {
            Prompted::Decided(result) => return Ok(decided(client, &result).await),
            Prompted::Left => return Ok(Decision::NotRun(left(context, id))),
            // The person goes on in the browser; the answer still comes here.
            Prompted::Elsewhere => {}
        }
    }
    let mut interrupt = Interrupt::listen()?;
    announce(context, &asked);
    tokio::select! {
        result = outcome(client, id) => Ok(decided(client, &result?).await),
        () = interrupt.pressed() => Ok(Decision::NotRun(left(context, id))),
    }
}

/// Tells the person where to decide. The whole action is to be seen first, so no line approves.
fn announce(context: &Context, asked: &AskReply) {
    let command = context.command_line(&["choose", &asked.interaction.session_id]);
    let url = &asked.hand_off.url;
    output::note(&tell(
        Key::CliAskWaiting,
        &[("url", url.into()), ("command", (&command).into())],
    ));
}

async fn decided(client: &HubClient, result: &ChoiceResult) -> Decision {
    confirm_delivery(client, result).await;
    let approved = result.selected_ids == [domain::interaction::approval::APPROVE];
    let (words, exit) = match result.action_status {
        ActionStatus::Selected if approved => return Decision::Approved,
        ActionStatus::Selected | ActionStatus::CustomInput => (denied(result), Exit::Cancelled),
        ActionStatus::Cancelled => (say(Key::CliApproveCancelled), Exit::Cancelled),
        ActionStatus::Timeout => (say(Key::CliApproveTimedOut), Exit::TimedOut),
        ActionStatus::Pending => (String::new(), Exit::Undecided),
    };
    output::note(&words);
    Decision::NotRun(exit)
}

/// A reason that the person gave is passed on.
fn denied(result: &ChoiceResult) -> String {
    let on_option = result.option_annotations.values();
    let notes: Vec<&str> = on_option
        .chain(&result.global_annotation)
        .map(String::as_str)
        .collect();
    if notes.is_empty() {
        return say(Key::CliApproveDenied);
    }
    let note = domain::display_safe(&notes.join(" ")).into_owned();
    tell(Key::CliApproveDeniedNote, &[("note", (&note).into())])
}
