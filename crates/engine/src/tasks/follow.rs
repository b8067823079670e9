//! Reading the output of an attempt: what is stored, then what follows.
//!
//! Readers come to the store at their own pace and hold nothing but a position, so a slow one costs
//! no memory and no agent waits for it.

use domain::TaskId;
use store::{Output, StoreError};

use super::Tasks;

/// What one look returns at most, about.
const PART_BYTES_MAX: u64 = 512 * 1024;
/// What a follower gets at a time, about: small, because other messages wait behind it.
const FOLLOWED_BYTES_MAX: u64 = 64 * 1024;
/// How many records a follower may be behind. One that is further away wants to see what happens
/// now; the rest is for those who read page by page.
pub const BEHIND_RECORDS_MAX: u64 = 10_000;
/// How many of the newest records a follower gets that was too far behind.
pub const CAUGHT_UP_RECORDS: u64 = 1_000;

/// A part of the output of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputPart {
    pub output: Output,
    /// Whether the attempt is over, so that nothing follows once all of it was read.
    pub has_ended: bool,
}

/// Follows the output of one attempt from a position on.
pub struct Follower {
    tasks: Tasks,
    task: TaskId,
    attempt: u32,
    after: u64,
    /// Whether it has been told how far the output is stored.
    is_told: bool,
}

/// What a follower is told next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Followed {
    /// The records right after the position `after`. Only the first answer may have none.
    Records { after: u64, output: Output },
    /// The records up to `to` are left out: they were dropped, or the follower is too far behind.
    Skipped { to: u64, cut: u64 },
    /// The attempt is over and everything was told.
    Ended { last: u64 },
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
            // Before the look: what is stored after it wakes this reader.
            let stored = self.inner.output.watch(task, attempt);
            let store = self.store();
            let output = store
                .output_after(task, attempt, after, PART_BYTES_MAX)
                .await?;
            let has_ended = stored.is_none();
            let Some(mut stored) = stored.filter(|_| output.records.is_empty()) else {
                return Ok(OutputPart { output, has_ended });
            };
            tokio::select! {
                // An error means that the attempt has just ended: the next look says so.
                _ = stored.wait_for(|last| *last > after) => {}
                () = self.inner.engine.clock().sleep_until(until_ms) => {
                    return Ok(OutputPart { output, has_ended });
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
        let has_ended = self.inner.output.watch(task, attempt).is_none();
        let output = self.store().output_tail(task, attempt, count).await?;
        Ok(OutputPart { output, has_ended })
    }

    /// Follows the output of an attempt after a position; `None` when there is no such attempt.
    pub async fn follow(
        &self,
        task: TaskId,
        attempt: u32,
        after: u64,
    ) -> Result<Option<Follower>, StoreError> {
        let attempts = self.store().attempts(task).await?;
        let is_known = attempts.iter().any(|known| known.number == attempt);
        Ok(is_known.then(|| Follower {
            tasks: self.clone(),
            task,
            attempt,
            after,
            is_told: false,
        }))
    }
}

impl Follower {
    /// Waits for what comes next. Nothing comes after [`Followed::Ended`].
    pub async fn next(&mut self) -> Result<Followed, StoreError> {
        loop {
            let stored = self.tasks.inner.output.watch(self.task, self.attempt);
            let store = self.tasks.store();
            let look = store.output_after(self.task, self.attempt, self.after, FOLLOWED_BYTES_MAX);
            let output = look.await?;
            if let Some(to) = goes_on_after(self.after, &output) {
                self.after = to;
                let cut = output.cut;
                return Ok(Followed::Skipped { to, cut });
            }
            if !output.records.is_empty() || !self.is_told {
                self.is_told = true;
                let after = self.after;
                self.after = output.records.last().map_or(after, |last| last.position);
                return Ok(Followed::Records { after, output });
            }
            let Some(mut stored) = stored else {
                let last = output.last;
                return Ok(Followed::Ended { last });
            };
            // An error means that the attempt has just ended: the next look says so.
            let after = self.after;
            stored.wait_for(|last| *last > after).await.ok();
        }
    }
}

/// Returns where a follower goes on that cannot go on from its position.
fn goes_on_after(after: u64, output: &Output) -> Option<u64> {
    let stored = after.min(output.last).max(output.cut);
    let goes_on = match output.last.saturating_sub(stored) {
        behind if behind > BEHIND_RECORDS_MAX => output.last - CAUGHT_UP_RECORDS,
        _ => stored,
    };
    (goes_on != after).then_some(goes_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn follower_skips_what_is_dropped_or_too_far_away() {
        let far = BEHIND_RECORDS_MAX;
        for (after, cut, last, expected) in [
            (0, 0, 0, None),
            (0, 0, far, None),
            (0, 0, far + 1, Some(far + 1 - CAUGHT_UP_RECORDS)),
            (3, 9, 20, Some(9)),
            (9, 9, 20, None),
            (3, 9, far + 10, Some(far + 10 - CAUGHT_UP_RECORDS)),
            (21, 0, 20, Some(20)),
            (20, 0, 20, None),
        ] {
            let output = Output {
                records: Vec::new(),
                last,
                cut,
            };
            let goes_on = goes_on_after(after, &output);
            assert_eq!(goes_on, expected, "{after} of {cut}..{last}");
        }
    }
}
