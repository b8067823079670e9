//! A body that must arrive within a time limit: a caller that sends it byte by byte is
//! disconnected.
//!
//! The route that reads the body then gets an error; the connection loop, which knows the reason,
//! replies.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::time::{Sleep, sleep};

/// Whether a body was too slow, known to the caller that handed it on.
#[derive(Clone, Default)]
pub(crate) struct Lateness(Arc<AtomicBool>);

impl Lateness {
    pub(crate) fn is_late(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// Wraps a body so that it fails when it has not arrived within `limit`.
pub(crate) fn within(limit: Duration, body: Body) -> (Body, Lateness) {
    let lateness = Lateness::default();
    if body.is_end_stream() {
        return (body, lateness);
    }
    let timed = Timed {
        body,
        limit: Box::pin(sleep(limit)),
        lateness: lateness.clone(),
    };
    (Body::new(timed), lateness)
}

struct Timed {
    body: Body,
    limit: Pin<Box<Sleep>>,
    lateness: Lateness,
}

#[derive(Debug, thiserror::Error)]
#[error("the body did not arrive in time")]
struct TooSlow;

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame);
        }
        if self.limit.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        self.lateness.0.store(true, Ordering::Release);
        Poll::Ready(Some(Err(axum::Error::new(TooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(10);
    const BYTES_MAX: usize = 1024;

    /// Sends a byte a second, so many times.
    struct Drip {
        left: usize,
        next: Pin<Box<Sleep>>,
    }

    impl HttpBody for Drip {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
            if self.left == 0 {
                return Poll::Ready(None);
            }
            if self.next.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            self.left -= 1;
            self.next = Box::pin(sleep(Duration::from_secs(1)));
            Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"x")))))
        }
    }

    async fn read(seconds: usize) -> (Option<usize>, bool) {
        let drip = Drip {
            left: seconds,
            next: Box::pin(sleep(Duration::from_secs(1))),
        };
        let (body, lateness) = within(LIMIT, Body::new(drip));
        let read = axum::body::to_bytes(body, BYTES_MAX).await;
        (read.ok().map(|bytes| bytes.len()), lateness.is_late())
    }

    #[tokio::test(start_paused = true)]
    async fn slow_body_is_cut_off_after_its_time_limit() {
        assert_eq!(read(5).await, (Some(5), false));
        assert_eq!(read(50).await, (None, true));
    }
}
