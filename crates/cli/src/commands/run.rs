//! `sayso run`: gives an agent a job, shows what happens, and lets the person answer right here.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use client::HubClient;
use domain::task::Status;
use domain::task::timeouts::Profile;
use i18n::Key;
use protocol::{RunRequest, TaskDetail, TaskSummary, ThreadView};
use tokio::time::timeout;
use tui::Finish;

use super::{ask, task};
use crate::args::{help, one_of};
use crate::context::Context;
use crate::describe::short_id;
use crate::describe_thread::{heading, task_state, waits_for};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::follow::{Follower, Step};
use crate::input::text_or_standard_input;
use crate::interrupt::Interrupt;
use crate::output;
use crate::paths::absolute;
use crate::terminal;
use crate::text::{say, tell};
use crate::transcript::{Beside, Transcript};

/// How long a second Ctrl+C counts as a wish to cancel.
const SECOND_PRESS: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "PROMPT", help = help(Key::CliRunPrompt))]
    prompt: String,
    #[arg(
        long,
        value_name = "NAME",
        required_unless_present = "thread",
        help = help(Key::CliRunAgent)
    )]
    agent: Option<String>,
    #[arg(long, value_name = "DIR", help = help(Key::CliRunDir))]
    dir: Option<PathBuf>,
    #[arg(
        long,
        value_name = "ID",
        conflicts_with_all = ["profile", "idle_timeout", "hard_timeout", "full_auto"],
        help = help(Key::CliRunThread)
    )]
    thread: Option<String>,
    #[arg(
        long,
        value_parser = one_of(Profile::ALL, Profile::as_str),
        value_name = "PROFILE",
        help = help(Key::CliRunProfile)
    )]
    profile: Option<Profile>,
    #[arg(long, value_name = "SECONDS", help = help(Key::CliRunIdle))]
    idle_timeout: Option<u64>,
    #[arg(long, value_name = "SECONDS", help = help(Key::CliRunHard))]
    hard_timeout: Option<u64>,
    #[arg(long, help = help(Key::CliRunFullAuto))]
    full_auto: bool,
    #[arg(long, help = help(Key::CliRunDetach))]
    detach: bool,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let (detach, json) = (arguments.detach, arguments.json);
    let request = arguments.request(&client).await?;
    let given = client.run(&request).await?;
    if detach {
        return Ok(detached(context, &given, json));
    }
    let interrupt = Interrupt::listen()?;
    let answers_here = !json && ask::prompts_here(context, None).await?;
    let follower = Follower::start(&client, &given.summary.task_id, 1).await?;
    let run = Run {
        context,
        follower,
        client,
        interrupt,
        transcript: Transcript::new(Beside::StandardError),
        is_silent: json,
        answers_here,
    };
    run.finish(&given).await
}

fn detached(context: &Context, task: &TaskDetail, json: bool) -> Exit {
    match json {
        true => output::json(&task::as_json(task)),
        false => {
            output::line(&task.summary.task_id);
            output::note(&way_back(context, &task.summary.task_id));
        }
    }
    Exit::Done
}

fn way_back(context: &Context, id: &str) -> String {
    let id = short_id(id);
    let log = context.command_line(&["task", "log", id, "--follow"]);
    let show = context.command_line(&["task", "show", id]);
    let args = [("log", (&log).into()), ("show", (&show).into())];
    tell(Key::CliRunWayBack, &args)
}

/// One task that is followed until it is over, waits for the person, or is left.
struct Run<'c> {
    context: &'c Context,
    client: HubClient,
    follower: Follower,
    interrupt: Interrupt,
    transcript: Transcript,
    /// Whether only the task is printed, at the end.
    is_silent: bool,
    answers_here: bool,
}

/// How following ended.
enum Left {
    /// The task is over.
    Over(Status),
    /// It waits for the person, who does not answer here.
    Waiting,
    /// The person went away while it runs.
    Detached,
}

impl Run<'_> {
    async fn finish(mut self, given: &TaskDetail) -> Result<Exit, Failure> {
        let id = &given.summary.task_id;
        if !self.is_silent {
            output::note(&heading(given).join("\n"));
        }
        let left = self.follow(id).await?;
        self.transcript.end_line();
        let task = self.client.task(id).await?;
        match left {
            _ if self.is_silent => output::json(&task::as_json(&task)),
            Left::Over(_) => {
                if let Some(error) = &task.error_message {
                    output::note(&domain::display::display_safe_lines(error));
                }
                output::note(&task_state(&task.summary));
            }
            Left::Waiting => self.say_what_waits(&task).await?,
            Left::Detached => {}
        }
        Ok(match left {
            Left::Over(status) => exit_of(status),
            Left::Waiting | Left::Detached => Exit::Undecided,
        })
    }

    async fn follow(&mut self, id: &str) -> Result<Left, Failure> {
        loop {
            let step = tokio::select! {
                step = self.follower.next() => step?,
                () = self.interrupt.pressed() => match self.detaches(id).await? {
                    true => return Ok(Left::Detached),
                    false => continue,
                },
            };
            match step {
                Step::Output {
                    attempt,
                    records,
                    is_cut,
                } if !self.is_silent => self.transcript.records(attempt, &records, is_cut),
                Step::Output { .. } => {}
                Step::Task(task) if task.status.is_final() => return Ok(Left::Over(task.status)),
                Step::Task(task) => {
                    if self.rests(&task).await? {
                        return Ok(Left::Waiting);
                    }
                }
            }
        }
    }

    /// Says or asks what the task waits for; returns whether it is left waiting for the person.
    async fn rests(&mut self, task: &TaskSummary) -> Result<bool, Failure> {
        let Some(question) = &task.interaction_id else {
            self.say_why_queued(task).await?;
            return Ok(false);
        };
        if !self.answers_here {
            return Ok(true);
        }
        self.transcript.end_line();
        let client = self.context.at_the_terminal()?;
        match tui::choose(client, question, terminal::options(false)).await? {
            Finish::Decided(_) | Finish::Elsewhere { .. } => Ok(false),
            // The answer given in the browser is seen here too.
            Finish::Web { url, .. } => {
                output::note(&tell(Key::TuiSwitched, &[("url", (&url).into())]));
                Ok(false)
            }
            Finish::Undecided { .. } | Finish::Left => Ok(true),
        }
    }

    async fn say_why_queued(&mut self, task: &TaskSummary) -> Result<(), Failure> {
        if self.is_silent || task.status != Status::Queued {
            return Ok(());
        }
        let waits = self.client.task(&task.task_id).await?.waits_for;
        if let Some(waits) = waits.filter(|waits| *waits != protocol::WaitsFor::Turn) {
            self.transcript.line(&waits_for(&waits));
        }
        Ok(())
    }

    async fn say_what_waits(&self, task: &TaskDetail) -> Result<(), Failure> {
        output::note(&task_state(&task.summary));
        if let Some(command) = task::answer_with(self.context, &self.client, task).await? {
            let args = [("command", (&command).into())];
            output::note(&tell(Key::CliTaskAnswerWith, &args));
        }
        Ok(())
    }

    /// Returns whether the person goes away; otherwise the task is being cancelled.
    async fn detaches(&mut self, id: &str) -> Result<bool, Failure> {
        self.transcript.end_line();
        output::note(&way_back(self.context, id));
        if !output::is_interactive() {
            return Ok(true);
        }
        output::note(&say(Key::CliRunSecondPress));
        if timeout(SECOND_PRESS, self.interrupt.pressed())
            .await
            .is_err()
        {
            return Ok(true);
        }
        if !output::confirm(&say(Key::CliRunCancelAsk)) {
            return Ok(true);
        }
        self.client.cancel_task(id).await?;
        Ok(false)
    }
}

fn exit_of(status: Status) -> Exit {
    match status {
        Status::Complete => Exit::Done,
        Status::Error => Exit::Error,
        Status::Cancelled => Exit::Cancelled,
        Status::Queued | Status::Running | Status::AwaitingResponse => Exit::Undecided,
    }
}

impl Arguments {
    async fn request(self, client: &HubClient) -> Result<RunRequest, Failure> {
        let prompt = text_or_standard_input(self.prompt)?;
        let directory = self.dir.as_deref().map(absolute).transpose()?;
        if let Some(id) = self.thread {
            let thread = client.thread(&id).await?.thread;
            belongs(&thread, self.agent.as_deref(), directory.as_deref())?;
            return Ok(RunRequest {
                prompt,
                thread_id: Some(thread.thread_id),
                ..RunRequest::default()
            });
        }
        let directory = match directory {
            Some(directory) => directory,
            None => absolute(&PathBuf::from("."))?,
        };
        Ok(RunRequest {
            prompt,
            agent: self.agent,
            directory: Some(directory),
            profile: self.profile,
            idle_timeout_seconds: self.idle_timeout,
            hard_timeout_seconds: self.hard_timeout,
            full_auto: self.full_auto,
            thread_id: None,
        })
    }
}

/// Refuses another agent or directory than the thread has: they would be ignored.
fn belongs(
    thread: &ThreadView,
    agent: Option<&str>,
    directory: Option<&str>,
) -> Result<(), Failure> {
    // The hub keeps directories without symbolic links.
    let directory = directory.map(|directory| match std::fs::canonicalize(directory) {
        Ok(real) => real.to_string_lossy().into_owned(),
        Err(_) => directory.to_owned(),
    });
    let given = [
        (agent, &thread.agent),
        (directory.as_deref(), &thread.directory),
    ];
    let other = given
        .into_iter()
        .find_map(|(given, own)| Some((given.filter(|given| given != own)?, own)));
    let Some((given, own)) = other else {
        return Ok(());
    };
    let args = [("given", given.into()), ("own", own.into())];
    Err(Failure::usage(tell(Key::CliRunOtherThread, &args)))
}
