//! Messages on a pair of streams, one per line. Every line gets an answer, also one that is not a
//! message: a client that waits for a reply to it would wait forever.
//!
//! rmcp writes and understands the messages; here lines are read within bounds and refused.

mod id_scan;
mod reader;
mod refuse;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite, Empty};
use tokio::task::JoinHandle;

use reader::{Line, LineReader};

/// The transport over one pair of streams.
pub(crate) struct Lines<R, W: AsyncWrite> {
    input: LineReader<R>,
    output: Output<W>,
    /// A refusal on its way out. Waited for before the next line is read, so that a client that
    /// does not read its answers cannot pile them up.
    refusing: Option<JoinHandle<io::Result<()>>>,
}

/// Where messages to the client go. All clones are the same.
struct Output<W: AsyncWrite> {
    inner: Arc<Mutex<AsyncRwTransport<RoleServer, Empty, W>>>,
}

impl<W: AsyncWrite> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
        }
    }
}

impl<W: AsyncWrite + Send + Unpin + 'static> Output<W> {
    fn new(output: W) -> Self {
        let transport = AsyncRwTransport::new_server(tokio::io::empty(), output);
        Self {
            inner: Arc::new(Mutex::new(transport)),
        }
    }

    fn send(&self, message: TxJsonRpcMessage<RoleServer>) -> BoxFuture<'static, io::Result<()>> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        Box::pin(inner.send(message))
    }
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(input: R, output: W) -> Self {
        Self {
            input: LineReader::new(input),
            output: Output::new(output),
            refusing: None,
        }
    }

    /// Answers a line that is not a message. Runs in a separate task, because `receive` can be
    /// dropped at any point.
    fn refuse(&mut self, refusals: Vec<TxJsonRpcMessage<RoleServer>>) {
        let output = self.output.clone();
        self.refusing = Some(tokio::spawn(async move {
            for refusal in refusals {
                output.send(refusal).await?;
            }
            Ok(())
        }));
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.output.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            if let Some(refusing) = &mut self.refusing {
                let refused = refusing.await;
                self.refusing = None;
                if !matches!(refused, Ok(Ok(()))) {
                    tracing::error!("cannot write to the client");
                    return None;
                }
            }
            let refusals = match self.input.next().await {
                Ok(Line::Whole(line)) => match refuse::parse(&line) {
                    Ok(Some(message)) => return Some(message),
                    Ok(None) => continue,
                    Err(refusals) => refusals,
                },
                Ok(Line::TooLong { id }) => vec![refuse::too_long(id)],
                Ok(Line::End) => return None,
                Err(error) => {
                    tracing::error!(%error, "cannot read from the client");
                    return None;
                }
            };
            self.refuse(refusals);
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}
