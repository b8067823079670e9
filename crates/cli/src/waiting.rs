//! Waits for the outcome of a question this process asked, through restarts of the hub.

use std::time::Duration;

use client::{ClientError, HubClient};
use protocol::{ActionStatus, ChoiceResult};
use tokio::time::sleep;

use crate::exit::Exit;

/// One wait; the hub answers at the latest after this and is asked again.
const WINDOW_SECONDS: u64 = 60;
/// A hub that is gone is replaced by the next attempt; this many in a row may fail.
const LOSSES_MAX: u32 = 20;
const PAUSE_AFTER_LOSS: Duration = Duration::from_millis(250);

/// Returns the outcome, however long it takes.
pub(crate) async fn outcome(client: &HubClient, id: &str) -> Result<ChoiceResult, ClientError> {
    let mut losses = 0;
    loop {
        match client.wait(id, Some(WINDOW_SECONDS)).await {
            Ok(reply) if reply.result.decided().action_status == ActionStatus::Pending => {
                losses = 0
            }
            Ok(reply) => return Ok(reply.result.into_decided()),
            Err(error) if error.is_connection_loss() && losses < LOSSES_MAX => {
                losses += 1;
                tracing::debug!(%error, losses, "lost the hub while waiting");
                sleep(PAUSE_AFTER_LOSS).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// The exit code that belongs to an outcome.
pub(crate) fn exit_of(result: &ChoiceResult) -> Exit {
    match result.action_status {
        ActionStatus::Selected | ActionStatus::CustomInput => Exit::Done,
        ActionStatus::Cancelled => Exit::Cancelled,
        ActionStatus::Timeout => Exit::TimedOut,
        ActionStatus::Pending => Exit::Undecided,
    }
}
