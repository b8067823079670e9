//! `sayso auth`: the browsers that are signed in.

use clap::{Args, Subcommand};
use domain::display_safe;
use i18n::Key;
use protocol::WebSession;

use crate::age::ago;
use crate::args::help;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::table::table;
use crate::text::{say, tell};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    #[command(about = help(Key::CliAuthListAbout))]
    List {
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
    #[command(about = help(Key::CliAuthRevokeAbout))]
    Revoke {
        #[arg(value_name = "ID", help = help(Key::CliAuthId))]
        id: String,
        #[arg(long, help = help(Key::CliJson))]
        json: bool,
    },
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    match arguments.action {
        Action::List { json } => {
            let sessions = client.web_sessions().await?;
            if json {
                output::json(&sessions);
            } else if sessions.is_empty() {
                output::note(&say(Key::CliAuthNone));
            } else {
                output::line(&table(&sessions.iter().map(row).collect::<Vec<_>>()));
            }
        }
        Action::Revoke { id, json } => {
            let revoked = client.revoke_web_session(&id).await?;
            if json {
                output::json(&revoked);
            } else {
                output::line(&tell(Key::CliAuthRevoked, &[("id", (&revoked.id).into())]));
            }
        }
    }
    Ok(Exit::Done)
}

fn row(session: &WebSession) -> Vec<String> {
    vec![
        session.id.clone(),
        ago(&session.last_seen_at),
        display_safe(&session.user_agent).into_owned(),
    ]
}
