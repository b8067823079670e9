//! MCP over Streamable HTTP, to be mounted behind the hub's gate.
//!
//! The gate has authenticated the request and left a `TokenHolder` in its extensions. Host and
//! Origin are checked here once more.

use std::sync::Arc;

use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use crate::Wiring;
use crate::server::{Line, Server};
use crate::sessions::Sessions;

const BODY_BYTES_MAX: usize = 1 << 20;

/// The tower service to mount at `/mcp`.
pub type HttpService = StreamableHttpService<Server, Sessions>;

/// Makes the service for a hub on `port`; it ends its streams when `stop` is cancelled.
pub fn http_service(wiring: Wiring, port: u16, stop: CancellationToken) -> HttpService {
    let hosts = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}"));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .enforce_origin_validation()
        .with_max_request_body_bytes(BODY_BYTES_MAX)
        .with_cancellation_token(stop);
    let server = Server::new(wiring, Line::Http);
    StreamableHttpService::new(
        move || Ok(server.for_session()),
        Arc::new(Sessions::default()),
        config,
    )
}
