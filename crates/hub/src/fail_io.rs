//! A connection that passes the fail points around each piece of a reply; only with the feature
//! `fail-points`.
//!
//! Before: no byte of it has left this process. After: the kernel has it, and delivers it even
//! when this process is gone.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use store::fail_point;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

pub(crate) struct Watched<S>(pub(crate) S);

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        fail_point::pass("before_acknowledge");
        let written = ready!(Pin::new(&mut self.0).poll_write(context, bytes));
        fail_point::pass("after_acknowledge");
        Poll::Ready(written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
