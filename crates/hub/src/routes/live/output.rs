//! The output of attempts that a socket has subscribed to.
//!
//! Nothing is read ahead: the next part of an attempt is read from the store when the socket has
//! taken the one before it.

use domain::TaskId;
use engine::{Followed, Tasks};
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, unfold};
use protocol::ServerMessage;
use store::StoreError;
use tokio_stream::StreamMap;

use crate::thread_view::record_view;

/// Attempts that one socket may follow at the same time; a page shows a thread, hardly more.
pub(super) const STREAMS_MAX: usize = 16;

/// An attempt as a client names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Attempt {
    pub(super) task_id: String,
    pub(super) number: u32,
}

#[derive(Default)]
pub(super) struct Subscriptions {
    streams: StreamMap<Attempt, BoxStream<'static, Result<Followed, StoreError>>>,
}

/// Why nothing is sent of an attempt.
pub(super) enum Refusal {
    UnknownAttempt,
    TooMany,
}

impl Subscriptions {
    pub(super) async fn open(
        &mut self,
        tasks: &Tasks,
        attempt: Attempt,
        after: u64,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let is_new = !self.streams.contains_key(&attempt);
        if is_new && self.streams.len() >= STREAMS_MAX {
            return Ok(Err(Refusal::TooMany));
        }
        let Ok(task) = attempt.task_id.parse::<TaskId>() else {
            return Ok(Err(Refusal::UnknownAttempt));
        };
        let Some(follower) = tasks.follow(task, attempt.number, after).await? else {
            return Ok(Err(Refusal::UnknownAttempt));
        };
        let stream = unfold(follower, async |mut follower| {
            Some((follower.next().await, follower))
        });
        self.streams.insert(attempt, stream.boxed());
        Ok(Ok(()))
    }

    pub(super) fn close(&mut self, attempt: &Attempt) {
        self.streams.remove(attempt);
    }

    pub(super) fn are_none(&self) -> bool {
        self.streams.is_empty()
    }

    /// Waits for what any attempt says next. Nothing is lost when it is not waited for any more.
    pub(super) async fn next(&mut self) -> Result<(Attempt, Followed), StoreError> {
        let Some((attempt, followed)) = self.streams.next().await else {
            return std::future::pending().await;
        };
        let followed = followed?;
        if matches!(followed, Followed::Ended { .. }) {
            self.close(&attempt);
        }
        Ok((attempt, followed))
    }
}

pub(super) fn message(attempt: Attempt, followed: Followed) -> ServerMessage {
    let Attempt {
        task_id,
        number: attempt,
    } = attempt;
    match followed {
        Followed::Records { after, output } => ServerMessage::Output {
            task_id,
            attempt,
            after,
            records: output.records.into_iter().map(record_view).collect(),
            last: output.last,
        },
        Followed::Skipped { to, cut } => ServerMessage::OutputResync {
            task_id,
            attempt,
            position: to,
            cut,
        },
        Followed::Ended { last } => ServerMessage::OutputEnded {
            task_id,
            attempt,
            last,
        },
    }
}
