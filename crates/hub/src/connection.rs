//! The connection loop: limits that only the connection knows, then the gate, then the router.
//!
//! `axum::serve` has no header timeout and no limits, hence our own (hyper's timers only run
//! when a timer is set).

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{FromRef, Request};
use axum::response::{IntoResponse, Response};
use http::header::CONNECTION;
use http::{HeaderValue, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::activity::{Activity, Presence, Present};
use crate::error::Failure;
use crate::gate::{Gate, Peer};
use crate::hand_off::Links;
use crate::head::{self, CheckedHeads, HeadLimits};
use crate::headers;
use crate::parts::Hub;
use crate::peer::Peers;
use crate::refusals::{Refusals, Refused};
use crate::slow_body::{self, Lateness};

/// A slow or silent TCP client is cut off after this.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// A TCP client that sends its body byte by byte is cut off after this; 1 MiB takes a moment.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
const PORTAL_HEADS: HeadLimits = HeadLimits {
    headers: 64,
    bytes: 16 * 1024,
};
/// Headers of the person's own local programs have generous limits.
const LOCAL_HEADS: HeadLimits = HeadLimits {
    headers: 100,
    bytes: 256 * 1024,
};
/// Open TCP connections; each browser page holds one socket and a few more while loading.
const PORTAL_CONNECTIONS_MAX: usize = 2_048;
/// Open local connections: one per waiting call, and ten thousand may wait.
const LOCAL_CONNECTIONS_MAX: usize = 16_384;
/// Bytes in flight between the hub and its own `/mcp`.
const INTERNAL_BUFFER_BYTES: usize = 64 * 1024;
/// Pause after the system could not give us a connection (usually: no descriptors left).
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub(crate) struct Acceptor {
    gate: Gate,
    activity: Arc<Activity>,
    refusals: Arc<Refusals>,
    port: u16,
    stop: CancellationToken,
    router: Router,
    tasks: TaskTracker,
}

impl Acceptor {
    pub(crate) fn new(hub: &Hub, router: Router, tasks: TaskTracker) -> Self {
        Self {
            gate: FromRef::from_ref(hub),
            activity: FromRef::from_ref(hub),
            refusals: FromRef::from_ref(hub),
            port: Arc::<Links>::from_ref(hub).port,
            stop: FromRef::from_ref(hub),
            router,
            tasks,
        }
    }

    pub(crate) async fn accept_portal(self, listener: TcpListener) {
        let places = Arc::new(Semaphore::new(PORTAL_CONNECTIONS_MAX));
        loop {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            };
            // Full: close immediately rather than let the queue grow.
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                self.turn_away("too_many_connections", Peer::Portal);
                continue;
            };
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "cannot switch Nagle's algorithm off");
            }
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new())
                .header_read_timeout(HEADER_TIMEOUT)
                .max_headers(PORTAL_HEADS.headers)
                .max_header_size(PORTAL_HEADS.bytes);
            let acceptor = self.clone();
            self.tasks.spawn(async move {
                let stream = CheckedHeads::new(stream, PORTAL_HEADS);
                acceptor.serve(http, stream, Peer::Portal).await;
                drop(place);
            });
        }
    }

    pub(crate) async fn accept_local(self, listener: UnixListener) {
        let own_uid = rustix::process::geteuid().as_raw();
        let places = Arc::new(Semaphore::new(LOCAL_CONNECTIONS_MAX));
        loop {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            let Ok((stream, _)) = accepted else {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            };
            // File permissions keep strangers out; this is the second lock.
            let credentials = stream.peer_cred();
            let opener = Peers::arrived(credentials.as_ref().ok().and_then(|peer| peer.pid()));
            let peer = Peer::Local {
                uid: own_uid,
                opener,
            };
            match credentials {
                Ok(peer) if is_same_user(peer.uid(), own_uid) => {}
                Ok(_) | Err(_) => {
                    self.turn_away("another_user", peer);
                    continue;
                }
            }
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
                self.turn_away("too_many_connections", peer);
                continue;
            };
            let acceptor = self.clone();
            self.tasks.spawn(async move {
                let stream = CheckedHeads::new(stream, LOCAL_HEADS);
                acceptor.serve(http1::Builder::new(), stream, peer).await;
                drop(place);
            });
        }
    }

    /// Leaves the trace of a connection that is closed before it says anything.
    fn turn_away(&self, reason: &'static str, peer: Peer) {
        self.refusals.note(Refused(reason), "/", peer);
    }

    async fn serve<S>(self, http: http1::Builder, stream: S, peer: Peer)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let stop = self.stop.clone();
        let service = tower::service_fn(move |request: hyper::Request<Incoming>| {
            let acceptor = self.clone();
            async move {
                let request = request.map(axum::body::Body::new);
                Ok::<_, Infallible>(acceptor.respond(request, peer).await)
            }
        });
        #[cfg(feature = "fail-points")]
        let stream = crate::fail_io::Watched(stream);
        let connection =
            http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let mut connection = pin!(connection.with_upgrades());
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended early");
        }
    }

    async fn respond(self, request: Request, peer: Peer) -> Response {
        let _present = Present::new(&self.activity, Presence::Request);
        let target = request.uri().clone();
        let is_last = head::must_be_the_last(&request);
        let admitted = match head::refusal(request.headers()) {
            Ok(()) => self.gate.admit(request, peer).await,
            Err(broken) => Err(broken.into_response()),
        };
        let mut response = match admitted {
            Ok(request) => route(self.router, request, peer).await,
            Err(refusal) => refusal,
        };
        if let Some(refused) = response.extensions().get::<Refused>() {
            self.refusals.note(*refused, target.path(), peer);
        }
        if is_last && response.status() != StatusCode::SWITCHING_PROTOCOLS {
            let headers = response.headers_mut();
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        headers::secure(&mut response, self.port);
        response
    }
}

/// Hands an admitted request to its route. Requests on the local socket have no body timeout,
/// because they come from the user's own programs.
async fn route(router: Router, request: Request, peer: Peer) -> Response {
    let (parts, body) = request.into_parts();
    let (body, lateness) = match peer {
        Peer::Portal => slow_body::within(BODY_TIMEOUT, body),
        Peer::Local { .. } | Peer::Internal { .. } => (body, Lateness::default()),
    };
    let response = match router.oneshot(Request::from_parts(parts, body)).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    if lateness.is_late() {
        let late = Failure::refused(StatusCode::REQUEST_TIMEOUT, "body_too_slow");
        return ([(CONNECTION, "close")], late).into_response();
    }
    response
}

fn is_same_user(peer_uid: u32, own_uid: u32) -> bool {
    peer_uid == own_uid
}

/// A way into the hub from inside its own process, for `/mcp`.
#[derive(Clone)]
pub struct InternalDoor {
    acceptor: Acceptor,
}

impl InternalDoor {
    pub(crate) fn new(acceptor: Acceptor) -> Self {
        Self { acceptor }
    }

    /// Opens a connection that counts as the hub's own.
    pub fn open(&self) -> DuplexStream {
        let (ours, theirs) = tokio::io::duplex(INTERNAL_BUFFER_BYTES);
        let acceptor = self.acceptor.clone();
        let peer = Peer::Internal {
            uid: rustix::process::geteuid().as_raw(),
        };
        self.acceptor
            .tasks
            .spawn(acceptor.serve(http1::Builder::new(), theirs, peer));
        ours
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn socket_refuses_another_user_even_root() {
        assert!(is_same_user(1000, 1000));
        assert!(!is_same_user(1001, 1000));
        assert!(!is_same_user(0, 1000));
        assert!(is_same_user(0, 0));
    }
}
