//! `sayso token`: bearer tokens for agents that reach the hub over HTTP.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use domain::display_safe;
use i18n::Key;
use protocol::{AgentToken, CreateToken};

use crate::age::ago;
use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::paths::absolute;
use crate::table::table;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(about = help(Key::CliTokenCreateAbout))]
    Create {
        #[arg(value_name = "NAME", help = help(Key::CliTokenName))]
        name: String,
        #[arg(long, value_name = "DIR", help = help(Key::CliTokenProject))]
        project: Option<PathBuf>,
        #[arg(long, value_name = "N", default_value_t = 90, help = help(Key::CliTokenDays))]
        days: u32,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliTokenListAbout))]
    List {
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliTokenRevokeAbout))]
    Revoke {
        #[arg(value_name = "ID", help = help(Key::CliTokenId))]
        id: String,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.action {
        Action::Create {
            name,
            project,
            days,
            json,
        } => {
            let directory = project
                .as_deref()
                .map(absolute)
                .transpose()?
                .unwrap_or_default();
            let request = CreateToken {
                name,
                directory,
                expires_in_days: days,
            };
            create(context, &request, json).await
        }
        Action::List { json } => list(context, json).await,
        Action::Revoke { id, json } => {
            let revoked = context.person()?.revoke_token(&id).await?;
            if json {
                output::json(&revoked);
            } else {
                let name = display_safe(&revoked.name);
                output::line(&tell(
                    Key::CliTokenRevoked,
                    &[("name", name.as_ref().into())],
                ));
            }
            Ok(Exit::Done)
        }
    }
}

async fn create(context: &Context, request: &CreateToken, json: bool) -> Result<Exit, Failure> {
    let client = context.person()?;
    let created = client.create_token(request).await?;
    if json {
        output::json(&created);
        return Ok(Exit::Done);
    }
    let url = format!(
        "{}{}",
        client.status().await?.url.trim_end_matches('/'),
        protocol::route::MCP
    );
    let expires = protocol::in_own_zone(&created.token.expires_at);
    output::line(&created.secret);
    let args = [("url", (&url).into()), ("expires", (&expires).into())];
    output::note(&tell(Key::CliTokenCreated, &args));
    Ok(Exit::Done)
}

async fn list(context: &Context, json: bool) -> Result<Exit, Failure> {
    let tokens = context.person()?.tokens().await?;
    if json {
        output::json(&tokens);
    } else if tokens.is_empty() {
        output::note(&say(Key::CliTokenNone));
    } else {
        output::line(&table(&tokens.iter().map(row).collect::<Vec<_>>()));
    }
    Ok(Exit::Done)
}

fn row(token: &AgentToken) -> Vec<String> {
    let used = match &token.last_used_at {
        Some(at) => ago(at),
        None => say(Key::CliTokenUnused),
    };
    let expires = protocol::in_own_zone(&token.expires_at);
    vec![
        token.id.clone(),
        display_safe(&token.name).into_owned(),
        tell(Key::CliTokenExpires, &[("at", (&expires).into())]),
        used,
        display_safe(&token.directory).into_owned(),
    ]
}
