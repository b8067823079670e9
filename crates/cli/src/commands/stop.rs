//! `sayso stop`: asks the hub to end; what is pending stays pending.

use std::fs::OpenOptions;
use std::time::Duration;

use client::ClientError;
use i18n::Key;
use serde_json::json;
use tokio::time::timeout;

use super::status;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output;
use crate::text::say;

pub(crate) async fn run(context: &Context, arguments: status::Arguments) -> Result<Exit, Failure> {
    let stopped = match context.running().shut_down().await {
        Ok(_) => true,
        Err(ClientError::NotRunning { .. }) => false,
        Err(error) => return Err(error.into()),
    };
    if stopped {
        gone(context).await;
    }
    if arguments.json {
        output::json(&json!({ "stopped": stopped }));
    } else {
        let key = if stopped {
            Key::CliStopDone
        } else {
            Key::CliStopNone
        };
        output::line(&say(key));
    }
    Ok(Exit::Done)
}

/// How long the hub may take to finish its connections and close its database.
const END_WITHIN: Duration = Duration::from_secs(10);

/// Waits until the hub has let go of its lock: then its database is closed and nothing of it is
/// left for a next command to meet.
async fn gone(context: &Context) {
    let path = context.layout.lock.clone();
    let released = tokio::task::spawn_blocking(move || {
        let lock = OpenOptions::new().write(true).open(path)?;
        lock.lock()
    });
    match timeout(END_WITHIN, released).await {
        Ok(Ok(Ok(()))) => {}
        Ok(Ok(Err(error))) => tracing::debug!(%error, "the hub's lock is gone already"),
        Ok(Err(_)) | Err(_) => tracing::warn!("the hub takes its time to end"),
    }
}
