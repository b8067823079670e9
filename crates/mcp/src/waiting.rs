//! Waiting for one question across hubs that come and go.
//!
//! A lost connection is not an outcome: the next attempt reaches the same or a new hub and waits
//! for the same question. It never asks a second time.

use std::time::Duration;

use client::{ClientError, HubClient, Losses, until_answered};
use domain::interaction::QuestionKind;
use protocol::{ActionStatus, WaitReply};
use tokio::time::{Instant, sleep};

use crate::limits::Window;

/// The longest single request to the hub; a longer wait is made of several.
const ROUND_SECONDS_MAX: u64 = 3600;

/// Waits until the question is decided or the window is over; `None` when it ended while no hub
/// could be reached.
pub(crate) async fn wait(
    client: &HubClient,
    id: &str,
    window: Window,
) -> Result<Option<WaitReply>, ClientError> {
    let deadline = match window {
        Window::Seconds(seconds) => Instant::now().checked_add(Duration::from_secs(seconds)),
        Window::WhileProgressFlows => None,
    };
    let mut losses = Losses::default();
    loop {
        let began = Instant::now();
        let round = round_seconds(deadline, began);
        let fruitless = match client.wait(id, Some(round)).await {
            Err(error) if error.is_connection_loss() => Err(error),
            Err(error) => return Err(error),
            Ok(reply) if is_decided(&reply) || is_over(deadline) => return Ok(Some(reply)),
            // A hub that is stopping lets its waiters go early; the next one takes them on.
            Ok(reply) => Ok(Some(reply)),
        };
        let Some(pause) = losses.pause_after(began.elapsed()) else {
            return fruitless;
        };
        if deadline.is_some_and(|deadline| Instant::now() + pause >= deadline) {
            return Ok(fruitless.unwrap_or(None));
        }
        if let Err(error) = fruitless {
            tracing::warn!(%error, "lost the hub while waiting; trying again");
        }
        sleep(pause).await;
    }
}

/// Polls once, for as long as the hub thinks right. A question of another kind comes back
/// immediately.
pub(crate) async fn poll(
    client: &HubClient,
    id: &str,
    kind: QuestionKind,
) -> Result<WaitReply, ClientError> {
    until_answered(|| client.poll(id, kind)).await
}

/// Polls like [`poll`], for so many seconds.
pub(crate) async fn poll_for(
    client: &HubClient,
    id: &str,
    kind: QuestionKind,
    seconds: u64,
) -> Result<WaitReply, ClientError> {
    let found = look(client, id).await?;
    if is_decided(&found) || found.result.kind() != kind {
        return Ok(found);
    }
    let waited = wait(client, id, Window::Seconds(seconds)).await?;
    Ok(waited.unwrap_or(found))
}

/// Looks without waiting. The hub then knows that the asker is there and will come back.
pub(crate) async fn look(client: &HubClient, id: &str) -> Result<WaitReply, ClientError> {
    until_answered(|| client.wait(id, Some(0))).await
}

pub(crate) fn is_decided(reply: &WaitReply) -> bool {
    reply.result.decided().action_status != ActionStatus::Pending
}

fn is_over(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| round_seconds(Some(deadline), Instant::now()) == 0)
}

/// Returns how many seconds to ask the hub for; 0 when less than one is left.
fn round_seconds(deadline: Option<Instant>, now: Instant) -> u64 {
    let Some(deadline) = deadline else {
        return ROUND_SECONDS_MAX;
    };
    let left = deadline.saturating_duration_since(now);
    // Half a second either way does not matter, and clocks need not agree better than that.
    (left + Duration::from_millis(500))
        .as_secs()
        .min(ROUND_SECONDS_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn wait_round_is_the_rest_of_the_window_within_the_hubs_limits() {
        let now = Instant::now();
        for (left_ms, seconds) in [
            (50_000, 50),
            (49_600, 50),
            (1_400, 1),
            (400, 0),
            (0, 0),
            (90_000_000, 3600),
        ] {
            let deadline = now + Duration::from_millis(left_ms);
            assert_eq!(round_seconds(Some(deadline), now), seconds, "{left_ms}");
        }
        assert_eq!(round_seconds(None, now), ROUND_SECONDS_MAX);
    }
}
