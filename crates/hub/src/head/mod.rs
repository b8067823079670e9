//! Request heads, looked at before the HTTP library sees them.
//!
//! hyper answers a broken head itself, without our headers, takes lines that end in a bare line
//! feed, and prefers one of two contradicting lengths. [`CheckedHeads`] reads ahead of it: a sound
//! head is handed on byte for byte, and in place of a broken one hyper gets a request that only
//! says what is wrong ([`refusal`]). So every refusal is written in the same place.

mod check;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Buf, BytesMut};
use http::header::{self, HeaderMap};
use http::{Method, Request};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

use crate::error::Failure;
use check::{Body, Fault, Progress};

/// How large a head may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HeadLimits {
    pub(crate) headers: usize,
    pub(crate) bytes: usize,
}

/// How much is read at a time while a head is incomplete.
const READ_BYTES: usize = 4 * 1024;
/// How long a peer that is still sending may take to notice that it has its reply.
const LINGER: Duration = Duration::from_secs(1);
/// Says in a substitute what is wrong. A client that sends it itself is refused as well.
const FAULT_HEADER: &str = "sayso-fault";

/// Refuses a request that stands for a broken head.
pub(crate) fn refusal(headers: &HeaderMap) -> Result<(), Failure> {
    let Some(code) = headers.get(FAULT_HEADER) else {
        return Ok(());
    };
    let fault = Fault::ALL
        .into_iter()
        .find(|fault| fault.code().as_bytes() == code.as_bytes())
        .unwrap_or(Fault::Header);
    Err(Failure::refused(fault.status(), fault.code()))
}

/// Whether we do not know where this request ends. Nothing may follow it on its connection, for it
/// would pass unchecked.
pub(crate) fn must_be_the_last<B>(request: &Request<B>) -> bool {
    let headers = request.headers();
    headers.contains_key(header::TRANSFER_ENCODING)
        || headers.contains_key(header::UPGRADE)
        || headers.contains_key(FAULT_HEADER)
        || request.method() == Method::CONNECT
}

/// A connection whose request heads are checked on their way in.
pub(crate) struct CheckedHeads<S> {
    stream: S,
    limits: HeadLimits,
    /// Read from the stream and not handed on yet.
    ahead: BytesMut,
    state: State,
    /// Set once our side has ended.
    linger: Option<Pin<Box<Sleep>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// What is ahead begins a head.
    Head,
    /// So many bytes belong to the current request.
    Request { left: u64 },
    /// Everything that follows belongs to the current request.
    Rest,
    /// A substitute is ahead; what the peer says after that counts for nothing.
    Refused,
}

impl<S> CheckedHeads<S> {
    pub(crate) fn new(stream: S, limits: HeadLimits) -> Self {
        Self {
            stream,
            limits,
            ahead: BytesMut::new(),
            state: State::Head,
            linger: None,
        }
    }

    /// Looks at what is ahead; `false` if that is not a whole head yet.
    fn look(&mut self) -> bool {
        match check::check(&self.ahead, self.limits) {
            Ok(Progress::Partial) => return false,
            Ok(Progress::Complete { bytes, body }) => {
                self.state = match body {
                    Body::Bytes(body) => State::Request {
                        left: body.saturating_add(bytes as u64),
                    },
                    Body::Unknown => State::Rest,
                };
            }
            Err(fault) => {
                let code = fault.code();
                let substitute =
                    format!("GET / HTTP/1.1\r\nhost: localhost\r\n{FAULT_HEADER}: {code}\r\n\r\n");
                self.ahead = BytesMut::from(substitute.as_bytes());
                self.state = State::Refused;
            }
        }
        true
    }

    /// Hands on what is ahead and belongs to the current request.
    fn hand_on(&mut self, buffer: &mut ReadBuf<'_>) {
        let left = match self.state {
            State::Head => 0,
            State::Request { left } => usize::try_from(left).unwrap_or(usize::MAX),
            State::Rest | State::Refused => usize::MAX,
        };
        let bytes = self.ahead.len().min(left).min(buffer.remaining());
        buffer.put_slice(&self.ahead[..bytes]);
        self.ahead.advance(bytes);
        self.count(bytes);
    }

    fn count(&mut self, bytes: usize) {
        if let State::Request { left } = &mut self.state {
            *left -= bytes as u64;
            if *left == 0 {
                self.state = State::Head;
            }
        }
    }
}

impl<S: AsyncRead + Unpin> CheckedHeads<S> {
    /// Reads on until a whole head is ahead. `false`: the peer has ended.
    fn poll_head(&mut self, context: &mut Context<'_>) -> Poll<io::Result<bool>> {
        while !self.look() {
            let mut space = [0; READ_BYTES];
            let mut read = ReadBuf::new(&mut space);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(false));
            }
            self.ahead.extend_from_slice(read.filled());
        }
        Poll::Ready(Ok(true))
    }

    /// Reads what belongs to the current request straight from the stream.
    fn poll_through(
        &mut self,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
        left: u64,
    ) -> Poll<io::Result<()>> {
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let most = buffer.remaining().min(left);
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(most));
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut part))?;
        let bytes = part.filled().len();
        buffer.advance(bytes);
        self.count(bytes);
        Poll::Ready(Ok(()))
    }

    /// Lets a request that was answered before its end run out: a connection closed with bytes
    /// unread is reset, and the peer may lose the reply.
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.state == State::Head {
            return Poll::Ready(());
        }
        let linger = self
            .linger
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(LINGER)));
        while linger.as_mut().poll(context).is_pending() {
            let mut space = [0; READ_BYTES];
            let mut read = ReadBuf::new(&mut space);
            let heard = ready!(Pin::new(&mut self.stream).poll_read(context, &mut read));
            if heard.is_err() || read.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for CheckedHeads<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.state == State::Head && !ready!(self.poll_head(context))? {
            return Poll::Ready(Ok(()));
        }
        if !self.ahead.is_empty() {
            self.hand_on(buffer);
            return Poll::Ready(Ok(()));
        }
        match self.state {
            State::Request { left } => self.poll_through(context, buffer, left),
            State::Rest => Pin::new(&mut self.stream).poll_read(context, buffer),
            // The reply to the substitute ends the connection.
            State::Head | State::Refused => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for CheckedHeads<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.linger.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        }
        self.poll_linger(context).map(Ok)
    }
}

#[cfg(test)]
mod tests;
