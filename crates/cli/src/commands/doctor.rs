//! `sayso doctor`: what is reachable here, which agents can work, and what each client's real limits
//! are.

use clap::Args;
use i18n::Key;
use serde_json::json;

use crate::agent_report;
use crate::args::help;
use crate::checks::{self, Check, Verdict};
use crate::client_report::{self, ClientReport};
use crate::context::{Context, VERSION};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::text::say;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let mut checks = checks::all(context).await;
    let (agents_check, agents) = agent_report::all(context).await;
    checks.push(agents_check);
    let clients = client_report::all(context)?;
    if arguments.json {
        output::json(&json!({
            "version": VERSION, "checks": checks, "agents": agents, "clients": clients,
        }));
    } else {
        for check in &checks {
            output::line(&check_lines(check));
        }
        for agent in &agents {
            output::line(&check_lines(&agent.check()));
        }
        output::line("");
        output::line(&client_lines(context, &clients));
    }
    let broken = checks.iter().any(|check| check.verdict == Verdict::Problem);
    Ok(if broken { Exit::Error } else { Exit::Done })
}

fn check_lines(check: &Check) -> String {
    let mark = match check.verdict {
        Verdict::Ok => Key::CliDoctorOk,
        Verdict::Warning => Key::CliDoctorWarning,
        Verdict::Problem => Key::CliDoctorProblem,
    };
    let line = format!("{}  {}", say(mark), domain::display_safe(&check.message));
    match &check.hint {
        Some(hint) => format!("{line}\n      {hint}"),
        None => line,
    }
}

fn client_lines(context: &Context, clients: &[ClientReport]) -> String {
    if clients.is_empty() {
        return say(Key::CliDoctorNoClients);
    }
    let lines: Vec<String> = clients.iter().map(|client| client.lines(context)).collect();
    lines.join("\n")
}
