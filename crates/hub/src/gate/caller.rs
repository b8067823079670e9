//! Who sends a request, proven; and the extractors by which a route says whom it serves.

use axum::extract::FromRequestParts;
use domain::limits::CLIENT_NAME_CHARS_MAX;
use domain::{Asker, LocalProcess, Principal, Surface};
use engine::Actor;
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use protocol::route::{
    ASKER_HEADER, AskerClaim, EVENTS, KEY_HEADER, MCP, SURFACE_HEADER, TokenHolder,
};
use store::SecondHalf;

use super::stranger::Stranger;
use super::{Gate, Peer, PlainPath};
use crate::access::Secret;
use crate::error::Failure;
use crate::hand_off::Links;
use crate::task_error::attempt_over;

/// A browser that has shown its cookie; the key follows in the socket's first message.
#[derive(Debug, Clone)]
pub(crate) struct CookieSession {
    pub(crate) id: String,
}

#[derive(Debug, Clone)]
pub(crate) enum Caller {
    /// A person at this machine, over the local socket.
    Local {
        surface: Surface,
        /// `None` where the hub cannot see processes, or was told not to mind.
        process: Option<LocalProcess>,
    },
    /// At the local socket, and not the person.
    Stranger(Stranger),
    /// A person in a browser, with cookie and key.
    WebPerson {
        session: String,
    },
    WebSocket(CookieSession),
    /// A browser on a page without JavaScript, with its cookie at the address that the cookie is
    /// for.
    WebForm {
        session: String,
    },
    /// An agent or script.
    Agent(Asker),
    /// The holder of a bearer token, at `/mcp`.
    Token(TokenHolder),
    /// An unknown caller, which gets only pages, assets and sign-in.
    Anyone,
}

impl Gate {
    pub(super) async fn identify(&self, request: &Parts, peer: Peer) -> Result<Caller, Failure> {
        match peer {
            Peer::Local { uid, opener } => match claim(&request.headers)? {
                // Only the hub's own `/mcp` has seen a token.
                Some(claim) if claim.token_id.is_some() => Err(bad_asker()),
                Some(claim) => {
                    if claim.mcp {
                        self.peers.note_mcp(opener).await;
                    }
                    match &claim.attempt_key {
                        Some(key) => self.running_agent(key).await,
                        None => Ok(Caller::Agent(asker(claim, Principal::LocalUser { uid }))),
                    }
                }
                None => Ok(self.at_the_socket(opener, surface(&request.headers)).await),
            },
            Peer::Internal { uid } => match claim(&request.headers)? {
                Some(claim) => {
                    let principal = match claim.token_id.clone() {
                        Some(id) => Principal::Token { id },
                        None => Principal::LocalUser { uid },
                    };
                    Ok(Caller::Agent(asker(claim, principal)))
                }
                None => Ok(Caller::Anyone),
            },
            Peer::Portal => self.identify_remote(request).await,
        }
    }

    /// An agent that the hub runs asks in the name of its thread, whatever it calls itself.
    async fn running_agent(&self, key: &str) -> Result<Caller, Failure> {
        let agent = self.tasks.agent_with(key).await;
        let agent = agent.ok_or_else(attempt_over)?;
        Ok(Caller::Agent(agent.asker))
    }

    async fn identify_remote(&self, request: &Parts) -> Result<Caller, Failure> {
        let path = request.uri.path();
        if path == MCP || path.starts_with("/mcp/") {
            return self.bearer(&request.headers).await;
        }
        if let Some(path) = PlainPath::of(path) {
            return Ok(self.plain_visitor(&request.headers, path.segment).await);
        }
        if !path.starts_with("/api/") || path == "/api/v1/health" {
            return Ok(Caller::Anyone);
        }
        let now = self.engine.clock().now().wall;
        let cookie = cookie(
            &request.headers,
            &cookie_name(&self.links, SecondHalf::Header),
        )
        .ok_or_else(Failure::sign_in)?;
        let session = self
            .access
            .sessions
            .by_cookie(&cookie, SecondHalf::Header, now)
            .ok_or_else(Failure::sign_in)?;
        if path == EVENTS {
            return Ok(Caller::WebSocket(CookieSession { id: session }));
        }
        let key = only(&request.headers, KEY_HEADER)
            .map(Secret::offered)
            .ok_or_else(Failure::sign_in)?;
        if !self.access.sessions.key_fits(&session, &key, now) {
            return Err(Failure::sign_in());
        }
        self.access.sessions.touch(&session, now).await;
        Ok(Caller::WebPerson { session })
    }

    async fn plain_visitor(&self, headers: &HeaderMap, segment: &str) -> Caller {
        let now = self.engine.clock().now().wall;
        let sessions = &self.access.sessions;
        let segment = Secret::offered(segment);
        let session = cookie(headers, &cookie_name(&self.links, SecondHalf::Path))
            .and_then(|cookie| sessions.by_cookie(&cookie, SecondHalf::Path, now))
            .filter(|session| sessions.key_fits(session, &segment, now));
        let Some(session) = session else {
            return Caller::Anyone;
        };
        sessions.touch(&session, now).await;
        Caller::WebForm { session }
    }

    async fn bearer(&self, headers: &HeaderMap) -> Result<Caller, Failure> {
        let offered = only(headers, header::AUTHORIZATION.as_str())
            .and_then(|text| text.strip_prefix("Bearer "));
        let secret = offered
            .map(Secret::offered)
            .ok_or_else(Failure::token_needed)?;
        let now = self.engine.clock().now().wall;
        let holder = self
            .access
            .tokens
            .holder(&secret, now)
            .await
            .ok_or_else(Failure::token_needed)?;
        Ok(Caller::Token(holder))
    }
}

/// Reads what a caller says it asks as; `None` when it does not speak as an asker.
fn claim(headers: &HeaderMap) -> Result<Option<AskerClaim>, Failure> {
    let mut claims = headers.get_all(ASKER_HEADER).iter();
    let Some(first) = claims.next() else {
        return Ok(None);
    };
    if claims.next().is_some() {
        return Err(bad_asker());
    }
    let claim = first.to_str().ok().and_then(AskerClaim::from_header);
    let claim = claim.ok_or_else(bad_asker)?;
    let client = claim.client.trim();
    if client.is_empty() || client.chars().count() > CLIENT_NAME_CHARS_MAX {
        return Err(bad_asker());
    }
    Ok(Some(claim))
}

fn bad_asker() -> Failure {
    Failure::refused(StatusCode::BAD_REQUEST, "bad_asker")
}

fn asker(claim: AskerClaim, principal: Principal) -> Asker {
    Asker {
        principal,
        client: claim.client.trim().to_owned(),
        version: claim.version,
        directory: claim.directory,
    }
}

/// The surface that a person says they use. A caller cannot claim the other two: a form in the
/// agent's client has its own route, and the hub itself checks whose terminal it is.
fn surface(headers: &HeaderMap) -> Surface {
    let named = headers.get(SURFACE_HEADER);
    match named.and_then(|name| Surface::from_word(name.to_str().ok()?)) {
        Some(surface @ (Surface::Web | Surface::Terminal | Surface::Cli)) => surface,
        Some(Surface::Elicitation | Surface::AgentTerminal) | None => Surface::Cli,
    }
}

/// The cookie's name carries the port: cookies are shared by all ports of a host.
pub(crate) fn cookie_name(links: &Links, second_half: SecondHalf) -> String {
    let kind = match second_half {
        SecondHalf::Header => "sid",
        SecondHalf::Path => "plain",
    };
    format!("hub_{kind}_{}", links.port)
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<Secret> {
    let pairs = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut found = pairs
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(found, _)| *found == name);
    let (_, value) = found.next()?;
    // Two of them: another program has set one. Neither is believed.
    found.next().is_none().then(|| Secret::offered(value))
}

fn only<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(first)
}

/// A person, on whichever surface.
pub(crate) struct Person(pub(crate) Actor);

/// A person at this machine; what could lock them out or let others in is theirs alone.
pub(crate) struct LocalPerson;

/// Any caller of this user, for harmless information: a person, or a program on the local socket,
/// no matter which program started it.
pub(crate) struct Neighbour {
    /// Why it is not taken for the person.
    pub(crate) stranger: Option<String>,
}

/// An agent, asking for itself.
pub(crate) struct Agent(pub(crate) Asker);

impl<S: Sync> FromRequestParts<S> for Person {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        match caller(parts) {
            Caller::Local { surface, process } => Ok(Self(Actor {
                surface,
                name: None,
                process,
            })),
            Caller::Stranger(stranger) => stranger.act(parts).await.map(Self),
            Caller::WebPerson { .. } => Ok(Self(Actor {
                surface: Surface::Web,
                name: None,
                process: None,
            })),
            Caller::Agent(_)
            | Caller::Token(_)
            | Caller::WebSocket(_)
            | Caller::WebForm { .. }
            | Caller::Anyone => Err(Failure::people_only()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for LocalPerson {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        match caller(parts) {
            Caller::Local { .. } => Ok(Self),
            Caller::Stranger(stranger) => Err(stranger.refuse(parts).await),
            Caller::Agent(_)
            | Caller::Token(_)
            | Caller::WebPerson { .. }
            | Caller::WebSocket(_)
            | Caller::WebForm { .. }
            | Caller::Anyone => Err(Failure::local_only()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Neighbour {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        match caller(parts) {
            Caller::Local { .. } | Caller::WebPerson { .. } => Ok(Self { stranger: None }),
            Caller::Stranger(stranger) => Ok(Self {
                stranger: Some(stranger.reason()),
            }),
            Caller::Agent(_)
            | Caller::Token(_)
            | Caller::WebSocket(_)
            | Caller::WebForm { .. }
            | Caller::Anyone => Err(Failure::people_only()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Agent {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        match caller(parts) {
            Caller::Agent(asker) => Ok(Self(asker)),
            Caller::Local { .. }
            | Caller::Stranger(_)
            | Caller::Token(_)
            | Caller::WebPerson { .. }
            | Caller::WebSocket(_)
            | Caller::WebForm { .. }
            | Caller::Anyone => Err(Failure::agents_only()),
        }
    }
}

fn caller(parts: &Parts) -> Caller {
    parts
        .extensions
        .get::<Caller>()
        .cloned()
        .unwrap_or(Caller::Anyone)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn claimed(claims: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for claim in claims {
            headers.append(ASKER_HEADER, HeaderValue::from_static(claim));
        }
        match claim(&headers) {
            Ok(Some(claim)) => claim.client,
            Ok(None) => "no asker".into(),
            Err(failure) => failure.code().to_owned(),
        }
    }

    #[test]
    fn asker_header_is_refused_unless_it_names_exactly_one_asker() {
        let one = r#"{"client":"one","directory":"/src"}"#;
        let two = r#"{"client":"two","directory":"/src"}"#;
        let nameless = r#"{"client":" ","directory":"/src"}"#;
        for (claims, expected) in [
            (&[][..], "no asker"),
            (&[one], "one"),
            (&[one, two], "bad_asker"),
            (&[one, one], "bad_asker"),
            (&[nameless], "bad_asker"),
            (&["%zz"], "bad_asker"),
        ] {
            assert_eq!(claimed(claims), expected, "{claims:?}");
        }
    }

    #[test]
    fn surface_header_accepts_only_surfaces_that_a_person_can_claim() {
        for (named, expected) in [
            ("terminal", Surface::Terminal),
            ("cli", Surface::Cli),
            ("elicitation", Surface::Cli),
            ("agent_terminal", Surface::Cli),
            ("", Surface::Cli),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(SURFACE_HEADER, HeaderValue::from_static(named));
            assert_eq!(surface(&headers), expected, "{named}");
        }
    }
}
