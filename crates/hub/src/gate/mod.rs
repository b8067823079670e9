//! What every request passes before a route sees it: on every listener, for every path, upgrades
//! and unknown ones included.
//!
//! `request` looks at the bare request, `caller` at who sends it. Rules are never repeated in
//! routes; a route only says which kind of caller it serves, by the extractor it takes.

mod caller;
pub(crate) mod plain_path;
mod request;
mod stranger;

pub(crate) use caller::{Agent, Caller, LocalPerson, Neighbour, Person, cookie_name};
pub(crate) use plain_path::PlainPath;
pub(crate) use request::Peer;

use std::sync::Arc;

use axum::extract::{FromRef, Request};
use axum::response::{IntoResponse, Response};
use engine::{Engine, Rate, Rates, Tasks};
use http::{Method, StatusCode, header};

use crate::access::Access;
use crate::error::Failure;
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;
use crate::parts::Hub;
use crate::peer::Peers;

/// Anything a browser session calls: fast typing with drafts stays far below.
const PORTAL: Rate = Rate {
    burst: 400,
    per_second: 100,
};
/// Requests to `/mcp` of one token.
const MCP: Rate = Rate {
    burst: 400,
    per_second: 100,
};

/// Admits requests; knows everything that proves a caller.
#[derive(Clone)]
pub(crate) struct Gate {
    engine: Engine,
    tasks: Tasks,
    access: Arc<Access>,
    links: Arc<Links>,
    rates: Arc<Rates>,
    settings: Arc<LiveSettings>,
    peers: Peers,
}

impl FromRef<Hub> for Gate {
    fn from_ref(hub: &Hub) -> Self {
        Self {
            engine: FromRef::from_ref(hub),
            tasks: FromRef::from_ref(hub),
            access: FromRef::from_ref(hub),
            links: FromRef::from_ref(hub),
            rates: FromRef::from_ref(hub),
            settings: FromRef::from_ref(hub),
            peers: FromRef::from_ref(hub),
        }
    }
}

impl Gate {
    /// Lets a request through, with what is known of its caller, or answers it.
    pub(crate) async fn admit(&self, request: Request, peer: Peer) -> Result<Request, Response> {
        let (mut parts, body) = request.into_parts();
        let rules = request::Rules {
            port: self.links.port,
        };
        match rules.check(&parts, peer) {
            Ok(()) => {}
            Err(request::Verdict::Redirect(path)) => return Err(self.to_canonical_origin(&path)),
            Err(request::Verdict::Refuse(failure)) => return Err(failure.into_response()),
        }
        let caller = self
            .identify(&parts, peer)
            .await
            .map_err(IntoResponse::into_response)?;
        if let Some((name, rate)) = rate_of(&caller) {
            let now_ms = self.engine.clock().now().uptime_ms;
            self.rates
                .take(&name, rate, now_ms)
                .map_err(|seconds| Failure::too_fast(seconds).into_response())?;
        }
        if let Caller::Token(holder) = &caller {
            parts.extensions.insert(holder.clone());
        }
        parts.extensions.insert(caller);
        parts.extensions.insert(peer);
        Ok(Request::from_parts(parts, body))
    }

    fn to_canonical_origin(&self, path: &str) -> Response {
        let target = format!("{}{path}", self.links.origin());
        (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, target)]).into_response()
    }
}

/// Local callers are bounded by what they may leave pending; browsers and tokens also by speed.
fn rate_of(caller: &Caller) -> Option<(String, Rate)> {
    match caller {
        Caller::WebPerson { session } | Caller::WebForm { session } => {
            Some((format!("session:{session}"), PORTAL))
        }
        Caller::WebSocket(session) => Some((format!("session:{}", session.id), PORTAL)),
        Caller::Token(holder) => Some((format!("token:{}", holder.token_id), MCP)),
        Caller::Local { .. } | Caller::Stranger(_) | Caller::Agent(_) | Caller::Anyone => None,
    }
}

/// Whether the method may change something.
fn is_unsafe(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD)
}
