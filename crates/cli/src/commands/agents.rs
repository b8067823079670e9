//! `sayso agents`: which agents can be given jobs, and the person's own.

use std::collections::BTreeMap;

use clap::{Args, Subcommand, ValueEnum};
use domain::display_safe;
use i18n::Key;
use protocol::{AgentView, NewAgent};

use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use crate::text::{say, tell};

/// A look at an agent does not tell whether it is logged in; only a check does.
const UNCHECKED: Key = Key::CliAgentsUnchecked;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(about = help(Key::CliAgentsAddAbout), after_help = help(Key::CliAgentsAddAfter))]
    Add {
        #[arg(value_name = "NAME", help = help(Key::CliAgentsName))]
        name: String,
        #[arg(long, value_enum, default_value_t = Kind::Acp, help = help(Key::CliAgentsKind))]
        kind: Kind,
        #[arg(long = "env", value_name = "K=V", help = help(Key::CliAgentsEnv))]
        environment: Vec<String>,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
        #[arg(
            value_name = "COMMAND", last = true, required = true, help = help(Key::CliAgentsCommand)
        )]
        command: Vec<String>,
    },
    #[command(about = help(Key::CliAgentsRemoveAbout))]
    Remove {
        #[arg(value_name = "NAME", help = help(Key::CliAgentsName))]
        name: String,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliAgentsCheckAbout))]
    Check {
        #[arg(value_name = "NAME", help = help(Key::CliAgentsName))]
        name: String,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Acp,
    Command,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    match arguments.action {
        None => show_all(&client.agents().await?, arguments.json),
        Some(Action::Add {
            name,
            kind,
            environment,
            json,
            command,
        }) => {
            let new = NewAgent {
                id: name,
                kind: match kind {
                    Kind::Acp => "acp".into(),
                    Kind::Command => "command".into(),
                },
                command,
                environment: variables(&environment)?,
            };
            show(&client.add_agent(&new).await?, UNCHECKED, json);
        }
        Some(Action::Remove { name, json }) => show_all(&client.remove_agent(&name).await?, json),
        Some(Action::Check { name, json }) => {
            let checked = client.check_agent(&name).await?;
            show(&checked, Key::CliAgentsUnready, json);
            if !checked.ready {
                return Ok(Exit::Error);
            }
        }
    }
    Ok(Exit::Done)
}

fn variables(given: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let pairs = given.iter().map(|given| {
        let (name, value) = given.split_once('=').ok_or_else(|| {
            let given = display_safe(given);
            let args = [("given", given.as_ref().into())];
            Failure::new("bad_variable", tell(Key::CliAgentsBadVariable, &args))
        })?;
        Ok((name.to_owned(), value.to_owned()))
    });
    pairs.collect()
}

fn show_all(agents: &[AgentView], json: bool) {
    match json {
        true => output::json(&agents),
        false => {
            let rows = agents.iter().map(|agent| row(agent, UNCHECKED));
            output::line(&table(&rows.collect::<Vec<_>>()));
        }
    }
}

fn show(agent: &AgentView, unready: Key, json: bool) {
    match json {
        true => output::json(agent),
        false => output::line(&table(&[row(agent, unready)])),
    }
}

/// `unready` says what it means that an agent is not known to be ready.
fn row(agent: &AgentView, unready: Key) -> Vec<String> {
    let state = match (agent.found, agent.ready) {
        (false, _) => Key::CliAgentsMissing,
        (true, true) => Key::CliAgentsReady,
        (true, false) => unready,
    };
    let shown = |text: &Option<String>| display_safe(text.as_deref().unwrap_or("")).into_owned();
    vec![
        agent.id.clone(),
        agent.kind.clone(),
        say(state),
        shown(&agent.version),
        shown(&agent.reason),
    ]
}
