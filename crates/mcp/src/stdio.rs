//! MCP over standard input and output: one client, until it closes its end.
//!
//! Standard output carries the protocol and nothing else.

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::io::stdio_pipes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use crate::Wiring;
use crate::lines::Lines;
use crate::receipts::{Acknowledging, Receipts};
use crate::server::{Server, Transport};

/// Why a session did not run its course.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The program that started this process does not speak MCP.
    #[error(
        "the first message was neither an MCP `initialize` nor a 2026-07-28 request ({detail}); \
         this command is meant to be started by an MCP client"
    )]
    NotMcp { detail: String },
    #[error("cannot write to the client")]
    Write(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the session failed")]
    Failed(#[source] tokio::task::JoinError),
}

/// Serves one client on standard input and output.
///
/// Returns at the end of input, or soon after `stop`. `directory` is the project the client
/// works in.
pub async fn serve_stdio(
    wiring: Wiring,
    directory: String,
    stop: CancellationToken,
) -> Result<(), ServeError> {
    let (input, output) = stdio_pipes();
    serve_streams(wiring, directory, input, output, stop).await
}

/// Serves one client on any pair of streams, as [`serve_stdio`] does.
pub async fn serve_streams<R, W>(
    wiring: Wiring,
    directory: String,
    input: R,
    output: W,
    stop: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let receipts = Receipts::default();
    let ended = CancellationToken::new();
    let transport = Acknowledging {
        inner: Lines::new(input, output),
        receipts: receipts.clone(),
        ended: ended.clone(),
    };
    let over_stdio = Transport::Stdio {
        directory,
        receipts: receipts.clone(),
        ended,
    };
    let server = Server::new(wiring, over_stdio);
    let (forms, underway) = (server.forms(), server.underway());
    let running = match server.serve_with_ct(transport, stop).await {
        Ok(running) => running,
        Err(error) => return before_the_start(error),
    };
    let finished = running.waiting().await;
    forms.drain().await;
    underway.drain().await;
    receipts.drain().await;
    finished.map(drop).map_err(ServeError::Failed)
}

/// Tells a client that simply left from one that is not an MCP client.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the SDK's errors: the rest is not MCP"
)]
fn before_the_start(error: ServerInitializeError) -> Result<(), ServeError> {
    match error {
        ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled => Ok(()),
        ServerInitializeError::TransportError { error, .. } => {
            Err(ServeError::Write(Box::new(error)))
        }
        ServerInitializeError::ExpectedInitializeRequest(_) => Err(ServeError::NotMcp {
            detail: "it was not a request".into(),
        }),
        other => Err(ServeError::NotMcp {
            detail: other.to_string(),
        }),
    }
}
