//! Rules that need nothing but the request itself. Whole strings are compared byte by byte; no
//! header is parsed cleverly.

use http::header::{self, HeaderName};
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode, Version};

use super::is_unsafe;
use super::plain_path::{PlainPath, SIGN_IN};
use crate::error::Failure;
use crate::peer::Opener;

/// Which listener accepted a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// Loopback TCP: anyone on this machine, and any web page the person visits.
    Portal,
    /// The Unix socket, after its peer proved to be this user.
    Local { uid: u32, opener: Opener },
    /// This process.
    Internal { uid: u32 },
}

impl Peer {
    /// The listener's name in the log.
    pub(crate) fn door(self) -> &'static str {
        match self {
            Self::Portal => "portal",
            Self::Local { .. } => "socket",
            Self::Internal { .. } => "hub",
        }
    }
}

pub(super) struct Rules {
    pub(super) port: u16,
}

#[derive(Debug)]
pub(super) enum Verdict {
    Refuse(Failure),
    /// The same page, at the name that sign-in works on.
    Redirect(String),
}

impl From<Failure> for Verdict {
    fn from(failure: Failure) -> Self {
        Self::Refuse(failure)
    }
}

impl Rules {
    pub(super) fn check(&self, request: &Parts, peer: Peer) -> Result<(), Verdict> {
        if request.version != Version::HTTP_11 {
            return Err(
                Failure::refused(StatusCode::HTTP_VERSION_NOT_SUPPORTED, "http_version").into(),
            );
        }
        if peer == Peer::Portal {
            self.check_host(request)?;
        }
        check_framing(&request.headers)?;
        check_method(&request.method)?;
        check_path(request.uri.path())?;
        if peer == Peer::Portal {
            self.check_origin(request)?;
            check_fetch_metadata(request)?;
        }
        check_content_type(request)?;
        if peer == Peer::Portal {
            self.check_canonical(request)?;
        }
        Ok(())
    }

    fn check_host(&self, request: &Parts) -> Result<(), Failure> {
        if request.uri.scheme().is_some() || request.uri.authority().is_some() {
            return Err(Failure::refused(StatusCode::BAD_REQUEST, "absolute_target"));
        }
        let host = exactly_one(&request.headers, &header::HOST)?
            .ok_or_else(|| Failure::refused(StatusCode::BAD_REQUEST, "host_required"))?;
        let ours = ["localhost", "127.0.0.1", "[::1]"].map(|name| format!("{name}:{}", self.port));
        if ours.iter().any(|name| name.as_bytes() == host) {
            return Ok(());
        }
        Err(Failure::refused(StatusCode::FORBIDDEN, "host_not_allowed"))
    }

    /// A page may only call the hub it came from.
    fn check_origin(&self, request: &Parts) -> Result<(), Failure> {
        let origin = exactly_one(&request.headers, &header::ORIGIN)?;
        let path = request.uri.path();
        let foreign = || Failure::refused(StatusCode::FORBIDDEN, "origin_not_allowed");
        if is_mcp(path) {
            // Agents are not web pages: a request with an Origin comes from a page.
            return origin.map_or(Ok(()), |_| Err(foreign()));
        }
        let ours = format!("http://localhost:{}", self.port);
        match origin {
            Some(origin) if origin == ours.as_bytes() => Ok(()),
            Some(b"null") if takes_form(request) && is_from_our_page(&request.headers) => Ok(()),
            Some(_) => Err(foreign()),
            None if is_unsafe(&request.method) || is_upgrade(&request.headers) => {
                Err(Failure::refused(StatusCode::FORBIDDEN, "origin_required"))
            }
            None => Ok(()),
        }
    }

    /// Pages live on one origin, so that cookie and key have one home.
    fn check_canonical(&self, request: &Parts) -> Result<(), Verdict> {
        let path = request.uri.path();
        let is_page = path.starts_with('/')
            && !path.starts_with("/api/")
            && !path.starts_with("/auth/")
            && !is_mcp(path);
        let canonical = format!("localhost:{}", self.port);
        let host = request
            .headers
            .get(header::HOST)
            .map(|host| host.as_bytes());
        if is_page && request.method == Method::GET && host != Some(canonical.as_bytes()) {
            let target = request
                .uri
                .path_and_query()
                .map_or("/", |target| target.as_str());
            return Err(Verdict::Redirect(target.to_owned()));
        }
        Ok(())
    }
}

fn check_framing(headers: &HeaderMap) -> Result<(), Failure> {
    if headers.contains_key(header::CONTENT_ENCODING) {
        return Err(Failure::refused(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "content_encoding",
        ));
    }
    Ok(())
}

fn check_method(method: &Method) -> Result<(), Failure> {
    match *method {
        Method::GET
        | Method::HEAD
        | Method::POST
        | Method::PUT
        | Method::PATCH
        | Method::DELETE => Ok(()),
        _ => Err(Failure::refused(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
        )),
    }
}

/// Rejects a path that is not valid UTF-8 after percent-decoding.
fn check_path(path: &str) -> Result<(), Failure> {
    let mut text = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let escaped = tail.first_chunk::<2>().filter(|_| byte == b'%');
        let escaped = escaped
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        text.push(escaped.unwrap_or(byte));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    match std::str::from_utf8(&text) {
        Ok(_) => Ok(()),
        Err(_) => Err(Failure::refused(StatusCode::BAD_REQUEST, "bad_path")),
    }
}

/// What a browser says about how a request came to be. Absent in older ones, so never the only
/// check.
fn check_fetch_metadata(request: &Parts) -> Result<(), Failure> {
    let headers = &request.headers;
    let Some(site) = exactly_one(headers, &HeaderName::from_static("sec-fetch-site"))? else {
        return Ok(());
    };
    let is = |name: &'static str, value: &[u8]| {
        headers
            .get(name)
            .is_some_and(|found| found.as_bytes() == value)
    };
    let opens_page = request.method == Method::GET
        && is("sec-fetch-mode", b"navigate")
        && is("sec-fetch-dest", b"document");
    let allowed = match site {
        b"same-origin" => true,
        b"none" => opens_page,
        // The redirect file of `sayso open` has no origin; the login page holds no data.
        _ => opens_page && request.uri.path() == "/login",
    };
    if allowed {
        Ok(())
    } else {
        Err(Failure::refused(StatusCode::FORBIDDEN, "cross_site"))
    }
}

/// The only places that take a form, and they take nothing else: the pages without JavaScript.
fn takes_form(request: &Parts) -> bool {
    let path = request.uri.path();
    let plain = PlainPath::of(path).is_some_and(|path| path.takes_form());
    request.method == Method::POST && (plain || path == SIGN_IN)
}

/// Whether the browser itself says that a form is ours. Pages without JavaScript send no referrer,
/// and browsers then hide the origin from us too (`null`).
fn is_from_our_page(headers: &HeaderMap) -> bool {
    let site = exactly_one(headers, &HeaderName::from_static("sec-fetch-site"));
    matches!(site, Ok(Some(b"same-origin")))
}

/// JSON only: what a form or a simple cross-site request could send is refused.
fn check_content_type(request: &Parts) -> Result<(), Failure> {
    let headers = &request.headers;
    let method = &request.method;
    let has_body = headers.contains_key(header::TRANSFER_ENCODING)
        || headers
            .get(header::CONTENT_LENGTH)
            .is_some_and(|length| length.as_bytes() != b"0");
    let needs = matches!(*method, Method::POST | Method::PUT | Method::PATCH) || has_body;
    if !needs {
        return Ok(());
    }
    let wrong = || Failure::refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "json_only");
    let given = exactly_one(headers, &header::CONTENT_TYPE)?.ok_or_else(wrong)?;
    if takes_form(request) {
        let form = given == b"application/x-www-form-urlencoded";
        return if form { Ok(()) } else { Err(wrong()) };
    }
    let json = given == b"application/json"
        // Some MCP clients name the one character set JSON can have.
        || (is_mcp(request.uri.path()) && given.eq_ignore_ascii_case(b"application/json; charset=utf-8"));
    if json { Ok(()) } else { Err(wrong()) }
}

fn is_mcp(path: &str) -> bool {
    path == protocol::route::MCP || path.starts_with("/mcp/")
}

fn is_upgrade(headers: &HeaderMap) -> bool {
    headers.contains_key(header::UPGRADE)
}

/// Returns the value of a header that may occur once at the most.
fn exactly_one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h [u8]>, Failure> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Failure::refused(StatusCode::BAD_REQUEST, "repeated_header"));
    }
    Ok(first.map(|value| value.as_bytes()))
}

#[cfg(test)]
mod tests;
