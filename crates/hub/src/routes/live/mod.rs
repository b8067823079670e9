//! The live stream: one socket per surface, a snapshot, then numbered changes.
//!
//! Nothing is sent before the first message has authenticated. A surface that cannot keep up is
//! told to start over; it is never a reason to grow a queue.

mod output;
mod stream;

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRef, State};
use axum::response::Response;
use axum::routing::get;
use engine::{Engine, Tasks};
use http::StatusCode;
use protocol::route::EVENTS;
use protocol::{ClientMessage, ServerMessage};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use self::output::Subscriptions;
use self::stream::Live;
use super::Route;
use crate::access::{Access, Secret};
use crate::activity::{Activity, Presence, Present, SessionSocket};
use crate::countdown::Countdown;
use crate::error::Failure;
use crate::follows::Follows;
use crate::gate::{Caller, Peer};
use crate::live_settings::LiveSettings;
use crate::openapi::Operation;
use crate::parts::Hub;
use crate::refusals::{Refusals, Refused};
use crate::view::Views;

const FIRST_MESSAGE_WITHIN: Duration = Duration::from_secs(5);
const WRITE_WITHIN: Duration = Duration::from_secs(10);
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
const BUFFER_BYTES: usize = 16 * 1024;
const WRITE_BUFFER_BYTES_MAX: usize = 4 * 1024 * 1024;
const SOCKETS_MAX: u64 = 1_024;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::new(
        protocol::route::EVENTS,
        get(open),
        Operation::get(
            "live",
            "Opens the live stream (WebSocket): `ClientMessage` in, `ServerMessage` out",
        )
        .returns::<ServerMessage>(),
    )]
}

/// What a live socket reads.
#[derive(Clone)]
struct Sources {
    engine: Engine,
    tasks: Tasks,
    settings: Arc<LiveSettings>,
    access: Arc<Access>,
    activity: Arc<Activity>,
    refusals: Arc<Refusals>,
    views: Views,
    stop: CancellationToken,
}

impl FromRef<Hub> for Sources {
    fn from_ref(hub: &Hub) -> Self {
        Self {
            engine: FromRef::from_ref(hub),
            tasks: FromRef::from_ref(hub),
            settings: FromRef::from_ref(hub),
            access: FromRef::from_ref(hub),
            activity: FromRef::from_ref(hub),
            refusals: FromRef::from_ref(hub),
            views: FromRef::from_ref(hub),
            stop: FromRef::from_ref(hub),
        }
    }
}

/// How a socket proves who it is.
#[derive(Clone)]
enum Proof {
    /// Proven by the local socket already.
    Local,
    /// The key of this session must follow.
    KeyOf(String),
}

async fn open(
    State(sources): State<Sources>,
    Extension(caller): Extension<Caller>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let (proof, follows) = match caller {
        Caller::Local { .. } => (Proof::Local, Follows::Everything),
        Caller::Stranger(stranger) => (Proof::Local, stranger.watch().await?),
        Caller::WebSocket(session) => (Proof::KeyOf(session.id), Follows::Everything),
        Caller::WebPerson { .. }
        | Caller::WebForm { .. }
        | Caller::Agent(_)
        | Caller::Token(_)
        | Caller::Anyone => {
            return Err(Failure::people_only());
        }
    };
    let full = || {
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "too_many_sockets",
            "too many pages are open",
        )
        .hint("Close some of them.")
    };
    if sources.activity.sockets() >= SOCKETS_MAX {
        return Err(full());
    }
    let place = match &proof {
        Proof::Local => None,
        Proof::KeyOf(session) => {
            Some(SessionSocket::open(&sources.activity, session).ok_or_else(full)?)
        }
    };
    Ok(upgrade
        .max_message_size(MESSAGE_BYTES_MAX)
        .max_frame_size(MESSAGE_BYTES_MAX)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .max_write_buffer_size(WRITE_BUFFER_BYTES_MAX)
        .on_upgrade(async move |socket| {
            serve(sources, socket, proof, follows).await;
            drop(place);
        }))
}

/// Why a socket ends.
#[derive(Debug)]
enum End {
    Gone,
    Unauthenticated,
    SignedOut,
    TooTalkative,
    HubStops,
    HubFailed,
}

async fn serve(sources: Sources, mut socket: WebSocket, proof: Proof, follows: Follows) {
    let end = match authenticate(&sources, &mut socket, &proof).await {
        Ok(resume) => {
            let presence = match proof {
                Proof::Local => Presence::Socket,
                Proof::KeyOf(_) => Presence::PortalPage,
            };
            let _present = Present::new(&sources.activity, presence);
            // Subscribe before the snapshot, so that nothing falls between them.
            let feed = sources.engine.watch();
            Live {
                sources: sources.clone(),
                socket: &mut socket,
                proof,
                follows,
                seq: 0,
                countdown: Countdown::default(),
                outputs: Subscriptions::default(),
            }
            .run(feed, resume)
            .await
        }
        Err(end) => end,
    };
    if let End::Unauthenticated = end {
        let refused = Refused("sign_in_required");
        sources.refusals.note(refused, EVENTS, Peer::Portal);
    }
    let (code, reason) = match &end {
        End::Gone => return,
        End::Unauthenticated => (4401, "not signed in"),
        End::SignedOut => (4403, "signed out"),
        End::TooTalkative => (1008, "too many messages"),
        End::HubStops => (1001, "the hub stops"),
        End::HubFailed => (1011, "the hub failed"),
    };
    tracing::debug!(?end, "a live socket ends");
    let farewell = Message::Close(Some(CloseFrame {
        code,
        reason: reason.into(),
    }));
    // Sending fails when the other side is gone; then there is no one to tell.
    timeout(WRITE_WITHIN, socket.send(farewell)).await.ok();
}

async fn authenticate(
    sources: &Sources,
    socket: &mut WebSocket,
    proof: &Proof,
) -> Result<Option<u64>, End> {
    let first = timeout(FIRST_MESSAGE_WITHIN, socket.recv())
        .await
        .map_err(|_| End::Unauthenticated)?;
    let Some(Ok(Message::Text(text))) = first else {
        return Err(End::Unauthenticated);
    };
    let Ok(ClientMessage::Auth { key, resume }) = serde_json::from_str(&text) else {
        return Err(End::Unauthenticated);
    };
    let now = sources.engine.clock().now().wall;
    match proof {
        Proof::Local => Ok(resume),
        Proof::KeyOf(session)
            if sources
                .access
                .sessions
                .key_fits(session, &Secret::offered(&key), now) =>
        {
            Ok(resume)
        }
        Proof::KeyOf(_) => Err(End::Unauthenticated),
    }
}
