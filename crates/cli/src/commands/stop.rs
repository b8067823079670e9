//! `sayso stop`: asks the hub to end; what is pending stays pending.

use client::ClientError;
use i18n::Key;
use serde_json::json;

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

/// Waits until the hub's socket answers no more, so that a next command finds a clear state.
async fn gone(context: &Context) {
    const ATTEMPTS_MAX: u32 = 500;
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(20);
    for _ in 0..ATTEMPTS_MAX {
        if context.running().status().await.is_err() {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}
