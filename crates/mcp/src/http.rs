//! MCP over Streamable HTTP, to be mounted behind the hub's gate.
//!
//! The gate has authenticated the request and left a `TokenHolder` in its extensions. Host and
//! Origin are checked here once more. A session belongs to the token that began it: to any other
//! one it does not exist.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};

use http::{HeaderValue, Request, Response};
use protocol::route::TokenHolder;
use rmcp::transport::common::http_header::HEADER_SESSION_ID;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;
use tower::Service;

use crate::Wiring;
use crate::server::{Server, Transport};
use crate::sessions::Sessions;

const BODY_BYTES_MAX: usize = 1 << 20;
/// No session is called so; what is asked of it is answered as for any session that is not there.
const NO_SESSION: HeaderValue = HeaderValue::from_static("none-of-yours");

type Streamable = StreamableHttpService<Server, Sessions>;

/// The tower service to mount at `/mcp`.
#[derive(Clone)]
pub struct HttpService {
    inner: Streamable,
    sessions: Arc<Sessions>,
}

/// Makes the service for a hub on `port`; it ends its streams when `stop` is cancelled.
pub fn http_service(wiring: Wiring, port: u16, stop: CancellationToken) -> HttpService {
    let hosts = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}"));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .enforce_origin_validation()
        .with_max_request_body_bytes(BODY_BYTES_MAX)
        .with_cancellation_token(stop);
    let server = Server::new(wiring, Transport::Http);
    let sessions = Arc::new(Sessions::default());
    let inner = StreamableHttpService::new(
        move || Ok(server.for_session()),
        Arc::clone(&sessions),
        config,
    );
    HttpService { inner, sessions }
}

impl<Incoming, Outgoing> Service<Request<Incoming>> for HttpService
where
    Streamable: Service<
            Request<Incoming>,
            Response = Response<Outgoing>,
            Error = Infallible,
            Future: Send + 'static,
        >,
{
    type Response = Response<Outgoing>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Outgoing>, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut task::Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Incoming>) -> Self::Future {
        let holder = request.extensions().get::<TokenHolder>();
        let token = holder.map(|holder| holder.token_id.clone());
        if let Some(id) = request.headers_mut().get_mut(HEADER_SESSION_ID)
            && !self.sessions.is_of(id.as_bytes(), token.as_deref())
        {
            *id = NO_SESSION;
        }
        let answering = self.inner.call(request);
        let sessions = Arc::clone(&self.sessions);
        Box::pin(async move {
            let response = answering.await?;
            if let (Some(id), Some(token)) = (response.headers().get(HEADER_SESSION_ID), token) {
                sessions.give_to(id.as_bytes(), token);
            }
            Ok(response)
        })
    }
}
