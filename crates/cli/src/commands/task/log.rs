//! `sayso task log`

use clap::Args;
use client::HubClient;
use i18n::Key;
use protocol::{RecordView, TaskSummary};
use serde::Serialize;

use super::Which;
use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::follow::{Follower, Step};
use crate::output;
use crate::transcript::{Beside, Transcript};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    which: Which,
    #[arg(long, value_name = "N", help = help(Key::CliTaskLogAttempt))]
    attempt: Option<u32>,
    #[arg(long, conflicts_with = "attempt", help = help(Key::CliTaskLogFollow))]
    follow: bool,
}

pub(super) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let mut printer = match arguments.which.json {
        true => Printer::Json,
        false => Printer::Text(Transcript::new(Beside::StandardOutput)),
    };
    if arguments.follow {
        follow(&client, &arguments.which.id, &mut printer).await?;
    } else {
        let task = client.task(&arguments.which.id).await?.summary;
        let attempts = match arguments.attempt {
            Some(attempt) => attempt..=attempt,
            None => 1..=task.attempt,
        };
        for attempt in attempts {
            whole(&client, &task, attempt, &mut printer).await?;
        }
    }
    printer.end();
    Ok(Exit::Done)
}

/// Prints what is stored of one attempt.
async fn whole(
    client: &HubClient,
    task: &TaskSummary,
    attempt: u32,
    printer: &mut Printer,
) -> Result<(), Failure> {
    let mut position = 0;
    loop {
        let id = &task.task_id;
        let part = client.output_so_far(id, attempt, position).await?;
        let Some(last) = part.records.last() else {
            return Ok(());
        };
        let is_cut = part.cut > position;
        position = last.position;
        printer.print(attempt, &part.records, is_cut);
    }
}

/// Prints everything, then what comes, until the task is over.
async fn follow(client: &HubClient, id: &str, printer: &mut Printer) -> Result<(), Failure> {
    let mut follower = Follower::start(client, id, 1).await?;
    loop {
        match follower.next().await? {
            Step::Output {
                attempt,
                records,
                is_cut,
            } => printer.print(attempt, &records, is_cut),
            Step::Task(task) if task.status.is_final() => return Ok(()),
            Step::Task(_) => {}
        }
    }
}

enum Printer {
    Json,
    Text(Transcript),
}

/// One record as a line of JSON. Positions are those of its attempt.
#[derive(Serialize)]
struct Line<'r> {
    attempt: u32,
    #[serde(flatten)]
    record: &'r RecordView,
}

impl Printer {
    fn print(&mut self, attempt: u32, records: &[RecordView], is_cut: bool) {
        match self {
            Self::Text(transcript) => transcript.records(attempt, records, is_cut),
            Self::Json => {
                for record in records {
                    output::json_line(&Line { attempt, record });
                }
            }
        }
    }

    fn end(&mut self) {
        match self {
            Self::Text(transcript) => transcript.end_line(),
            Self::Json => {}
        }
    }
}
