//! Signing a browser in and out. The code travels in a body, never in an address.

use std::sync::Arc;

use axum::extract::{FromRef, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json};
use engine::Engine;
use http::{HeaderMap, header};
use protocol::{LoginCode, LoginExchange, LoginKey, ShutdownReply, ViewRequest};
use store::SecondHalf;

use super::Route;
use super::body::JsonBody;
use crate::access::{Access, CODE_SECONDS, ExchangeRefusal, NewSession, Secret};
use crate::error::Failure;
use crate::gate::{Caller, LocalPerson, cookie_name};
use crate::hand_off::Links;
use crate::openapi::Operation;
use crate::parts::Hub;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(
            "/api/v1/login-codes",
            post(create_code),
            Operation::post("create_login_code", "Makes a one-time link to the portal")
                .body::<ViewRequest>()
                .returns::<LoginCode>()
                .for_local_people(),
        ),
        Route::new(
            "/auth/exchange",
            post(exchange),
            Operation::post("exchange_login_code", "Trades a login code for a session")
                .body::<LoginExchange>()
                .returns::<LoginKey>()
                .for_anyone(),
        ),
        Route::new(
            "/api/v1/logout",
            post(log_out),
            Operation::post("log_out", "Ends the browser's own session")
                .body::<ViewRequest>()
                .returns::<ShutdownReply>(),
        ),
    ]
}

async fn create_code(
    State(sign_in): State<SignIn>,
    _: LocalPerson,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Json<LoginCode> {
    let code = sign_in
        .access
        .login
        .create(sign_in.engine.clock().now().uptime_ms);
    Json(LoginCode {
        url: format!("{}/login#c={}", sign_in.links.origin(), code.reveal()),
        code: code.reveal().to_owned(),
        expires_in_seconds: CODE_SECONDS,
    })
}

async fn exchange(
    State(sign_in): State<SignIn>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<LoginExchange>,
) -> Result<Response, Failure> {
    let NewSession { cookie, key } = sign_in
        .open_session(&request.code, SecondHalf::Header, &headers)
        .await?;
    let name = cookie_name(&sign_in.links, SecondHalf::Header);
    let cookie = set_cookie(&name, cookie.reveal(), "/");
    let body = Json(LoginKey {
        key: key.reveal().to_owned(),
    });
    Ok(([(header::SET_COOKIE, cookie)], body).into_response())
}

/// What signing a browser in takes.
#[derive(Clone)]
pub(super) struct SignIn {
    pub(super) engine: Engine,
    pub(super) access: Arc<Access>,
    pub(super) links: Arc<Links>,
}

impl FromRef<Hub> for SignIn {
    fn from_ref(hub: &Hub) -> Self {
        Self {
            engine: FromRef::from_ref(hub),
            access: FromRef::from_ref(hub),
            links: FromRef::from_ref(hub),
        }
    }
}

impl SignIn {
    /// Trades a code for a session.
    pub(super) async fn open_session(
        &self,
        code: &str,
        second_half: SecondHalf,
        headers: &HeaderMap,
    ) -> Result<NewSession, Failure> {
        let now = self.engine.clock().now();
        self.access
            .login
            .exchange(&Secret::offered(code), now.uptime_ms)
            .map_err(|refusal| match refusal {
                ExchangeRefusal::Unknown => Failure::code_unknown(),
                ExchangeRefusal::TooManyTries => Failure::too_fast(60),
            })?;
        let user_agent = headers
            .get(header::USER_AGENT)
            .and_then(|agent| agent.to_str().ok())
            .unwrap_or("");
        let sessions = &self.access.sessions;
        Ok(sessions.create(second_half, user_agent, now.wall).await?)
    }
}

/// A cookie as every session has it: for no script, no other site and no path but this one.
pub(super) fn set_cookie(name: &str, value: &str, path: &str) -> String {
    format!("{name}={value}; HttpOnly; SameSite=Strict; Path={path}")
}

async fn log_out(
    State(access): State<Arc<Access>>,
    Extension(caller): Extension<Caller>,
    JsonBody(ViewRequest {}): JsonBody<ViewRequest>,
) -> Result<Response, Failure> {
    let Caller::WebPerson { session } = caller else {
        return Err(Failure::people_only().hint("Only a browser can sign itself out."));
    };
    access.sessions.revoke(&session).await?;
    let clear = [("clear-site-data", "\"cookies\", \"storage\"")];
    Ok((clear, Json(ShutdownReply { stopping: false })).into_response())
}
