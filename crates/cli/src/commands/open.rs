//! `sayso open`: signs a browser in with a one-time link.

use std::collections::BTreeSet;
use std::time::Duration;

use clap::Args;
use client::HubClient;
use i18n::Key;
use protocol::LoginCode;
use tokio::time::{Instant, sleep};

use crate::args::help;
use crate::background;
use crate::browser::{self, Redirect, port_forward};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output;
use crate::text::{say, tell};

/// How often to look whether the browser has signed in.
const LOOK_EVERY: Duration = Duration::from_millis(250);

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(long, help = help(Key::CliOpenPrint))]
    print: bool,
    #[arg(long, help = help(Key::CliJson))]
    json: bool,
}

pub(crate) async fn run(context: &Context, arguments: Arguments) -> Result<Exit, Failure> {
    let client = context.person()?;
    let status = client.status().await?;
    let before = sessions(&client).await;
    let code = client.login_code().await?;
    if arguments.json {
        output::json(&code);
        return Ok(Exit::Done);
    }
    let browser = browser::of(context.layout.runtime_dir());
    if !arguments.print && browser.is_there() {
        let interrupt = Interrupt::listen()?;
        let url = code.url.clone();
        let shown = tokio::task::spawn_blocking(move || browser.show(&url)).await;
        match shown.expect("opening a browser does not panic") {
            Ok(redirect) => {
                output::note(&tell(Key::CliOpenOpened, &[("url", (&status.url).into())]));
                until_used(&client, &before, redirect, &code, interrupt).await;
                return Ok(Exit::Done);
            }
            Err(error) => tracing::warn!(%error, "no browser could be opened"),
        }
    }
    print(&code, status.port);
    Ok(Exit::Done)
}

/// Opens the portal for a question that was moved there, unless a page of it is open already or
/// there is no browser: then the printed link has to do. A process in the background waits until
/// the browser has signed in, so that the shell is free again.
pub(crate) async fn in_background_if_no_page_is(context: &Context) -> Result<(), Failure> {
    let pages = context.person()?.status().await?.portal_pages;
    if pages > 0 || !browser::of(context.layout.runtime_dir()).is_there() {
        return Ok(());
    }
    if let Err(error) = background::start(&context.program, &context.arguments(&["open"])) {
        tracing::warn!(%error, "no browser could be opened");
    }
    Ok(())
}

fn print(code: &LoginCode, port: u16) {
    let seconds = code.expires_in_seconds.to_string();
    output::line(&code.url);
    output::note(&tell(
        Key::CliOpenPrinted,
        &[("seconds", (&seconds).into())],
    ));
    let connection = std::env::var("SSH_CONNECTION").ok();
    if let Some(line) = port_forward(port, connection.as_deref()) {
        output::note(&tell(Key::CliOpenForward, &[("command", (&line).into())]));
    }
}

/// Keeps the redirect until a new browser session shows that it was used, or the code has expired.
async fn until_used(
    client: &HubClient,
    before: &BTreeSet<String>,
    redirect: Redirect,
    code: &LoginCode,
    mut interrupt: Interrupt,
) {
    let deadline = Instant::now() + Duration::from_secs(code.expires_in_seconds);
    let used = async {
        while Instant::now() < deadline {
            sleep(LOOK_EVERY).await;
            if sessions(client).await.difference(before).next().is_some() {
                return true;
            }
        }
        false
    };
    let used = tokio::select! {
        used = used => used,
        () = interrupt.pressed() => true,
    };
    drop(redirect);
    if !used {
        output::note(&say(Key::CliOpenUnused));
    }
}

/// The browsers signed in now. Only for comparing, so a failure is the same as none.
async fn sessions(client: &HubClient) -> BTreeSet<String> {
    let sessions = client.web_sessions().await.unwrap_or_default();
    sessions.into_iter().map(|session| session.id).collect()
}
