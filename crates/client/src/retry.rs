//! How long and how often to try again when the hub has gone away.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::ClientError;

/// How many fruitless attempts in a row are enough.
const LOSSES_MAX: u32 = 6;
/// An attempt that lasted this long had a healthy hub at its other end.
const STEADY: Duration = Duration::from_secs(5);
const BACKOFF_FIRST: Duration = Duration::from_millis(50);
const BACKOFF_MAX: Duration = Duration::from_secs(2);

/// Counts fruitless attempts and spaces them out.
#[derive(Debug, Default)]
pub struct Losses(u32);

impl Losses {
    /// Notes one more; returns how long to pause, or `None` when it is time to give up.
    pub fn pause_after(&mut self, attempt: Duration) -> Option<Duration> {
        if attempt >= STEADY {
            self.0 = 0;
        }
        self.0 += 1;
        let doubled = BACKOFF_FIRST.saturating_mul(1 << (self.0 - 1).min(16));
        (self.0 <= LOSSES_MAX).then_some(doubled.min(BACKOFF_MAX))
    }
}

/// Makes a call that is safe to make again, until a hub has answered it.
pub async fn until_answered<T, F>(mut call: impl FnMut() -> F) -> Result<T, ClientError>
where
    F: Future<Output = Result<T, ClientError>>,
{
    let mut losses = Losses::default();
    loop {
        let began = Instant::now();
        let error = match call().await {
            Err(error) if error.is_connection_loss() => error,
            settled => return settled,
        };
        let Some(pause) = losses.pause_after(began.elapsed()) else {
            return Err(error);
        };
        tracing::warn!(%error, "lost the hub; trying again");
        sleep(pause).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_space_out_attempts_and_then_give_up() {
        let mut losses = Losses::default();
        let pauses: Vec<Option<u64>> = (0..7)
            .map(|_| {
                losses
                    .pause_after(Duration::ZERO)
                    .map(|pause| pause.as_millis() as u64)
            })
            .collect();
        let expected = [50, 100, 200, 400, 800, 1600]
            .map(Some)
            .into_iter()
            .chain([None]);
        assert_eq!(pauses, expected.collect::<Vec<_>>());
    }

    #[test]
    fn losses_restart_their_count_after_a_long_connection() {
        let mut losses = Losses::default();
        for _ in 0..20 {
            assert_eq!(
                losses.pause_after(Duration::from_secs(60)),
                Some(BACKOFF_FIRST)
            );
        }
    }
}
