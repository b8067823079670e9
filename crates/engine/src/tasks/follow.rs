//! Reading the output of an attempt: what is stored, then what follows.

use domain::TaskId;
use store::{Output, StoreError};

use super::Tasks;

/// What one look returns at most, about.
const PART_BYTES_MAX: u64 = 512 * 1024;

/// A part of the output of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputPart {
    pub output: Output,
    /// Whether the attempt is over, so that nothing follows once all of it was read.
    pub has_ended: bool,
}

impl Tasks {
    /// Returns records after a position. Where there are none yet, waits up to `wait_ms` for some.
    pub async fn output_after(
        &self,
        task: TaskId,
        attempt: u32,
        after: u64,
        wait_ms: u64,
    ) -> Result<OutputPart, StoreError> {
        let until_ms = self.now().uptime_ms.saturating_add(wait_ms);
        loop {
            let stored = self.inner.output.watch(task, attempt);
            let ended_before = self.has_ended(task, attempt).await?;
            let store = self.store();
            let output = store
                .output_after(task, attempt, after, PART_BYTES_MAX)
                .await?;
            let Some(mut stored) = stored.filter(|_| output.records.is_empty() && !ended_before)
            else {
                return Ok(OutputPart {
                    output,
                    has_ended: ended_before,
                });
            };
            tokio::select! {
                // An error means that the attempt has just ended: the next look says so.
                _ = stored.wait_for(|last| *last > after) => {}
                () = self.inner.engine.clock().sleep_until(until_ms) => {
                    return Ok(OutputPart { output, has_ended: false });
                }
            }
        }
    }

    /// Returns the newest records of an attempt.
    pub async fn output_tail(
        &self,
        task: TaskId,
        attempt: u32,
        count: u64,
    ) -> Result<OutputPart, StoreError> {
        let has_ended = self.has_ended(task, attempt).await?;
        let output = self.store().output_tail(task, attempt, count).await?;
        Ok(OutputPart { output, has_ended })
    }

    async fn has_ended(&self, task: TaskId, attempt: u32) -> Result<bool, StoreError> {
        let attempts = self.store().attempts(task).await?;
        let mut found = attempts.iter().filter(|known| known.number == attempt);
        Ok(found.next().is_none_or(|known| known.ended_at.is_some()))
    }
}
