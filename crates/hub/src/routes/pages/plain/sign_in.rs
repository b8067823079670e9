//! Signing in without JavaScript, by a typed code instead of the link, and out again.

use std::sync::Arc;

use axum::extract::{RawForm, RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::InteractionId;
use http::{HeaderMap, StatusCode, header};
use i18n::{Key, catalogue};
use store::SecondHalf;

use super::super::frame::Frame;
use super::question::hidden;
use super::visitor::Visitor;
use crate::access::NewSession;
use crate::error::Failure;
use crate::gate::{cookie_name, plain_path};
use crate::hand_off::Links;
use crate::live_settings::LiveSettings;
use crate::routes::sign_in::{SignIn, set_cookie};

/// The field that names the question to go on to.
const TO: &str = "to";

pub(super) async fn ask(
    State(settings): State<Arc<LiveSettings>>,
    RawQuery(query): RawQuery,
) -> Response {
    let to = question(query.unwrap_or_default().as_bytes());
    page(&settings, to, None)
}

pub(super) async fn exchange(
    State(sign_in): State<SignIn>,
    State(settings): State<Arc<LiveSettings>>,
    headers: HeaderMap,
    RawForm(body): RawForm,
) -> Response {
    let to = question(&body);
    let code = field(&body, "code").unwrap_or_default();
    match sign_in
        .open_session(code.trim(), SecondHalf::Path, &headers)
        .await
    {
        Ok(session) => enter(&sign_in.links, &session, to),
        Err(failure) => page(&settings, to, Some(&failure)),
    }
}

/// Leads into a new session: its key becomes the address that its cookie is scoped to.
fn enter(links: &Links, session: &NewSession, to: Option<InteractionId>) -> Response {
    let base = plain_path::base(session.key.reveal());
    let name = cookie_name(links, SecondHalf::Path);
    let cookie = set_cookie(&name, session.cookie.reveal(), &base);
    let target = match to {
        Some(id) => plain_path::question(&base, &id.to_string()),
        None => base,
    };
    ([(header::SET_COOKIE, cookie)], Redirect::to(&target)).into_response()
}

/// Ends the session. Only its own cookie goes: the browser may hold those of other programs that
/// use this host.
pub(super) async fn leave(
    State(sign_in): State<SignIn>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    sign_in.access.sessions.revoke(&visitor.session).await?;
    let name = cookie_name(&sign_in.links, SecondHalf::Path);
    let gone = format!("{}; Max-Age=0", set_cookie(&name, "", visitor.list()));
    Ok((
        [(header::SET_COOKIE, gone)],
        Redirect::to(plain_path::SIGN_IN),
    )
        .into_response())
}

fn field(form: &[u8], name: &str) -> Option<String> {
    let mut fields = form_urlencoded::parse(form);
    fields
        .find(|(found, _)| found == name)
        .map(|(_, value)| value.into_owned())
}

/// Anything but an id of the right form leads to the list.
fn question(form: &[u8]) -> Option<InteractionId> {
    field(form, TO)?.parse().ok()
}

fn page(settings: &LiveSettings, to: Option<InteractionId>, refused: Option<&Failure>) -> Response {
    let texts = catalogue(settings.language());
    let title = texts.text(Key::WebSignedOut);
    let mut frame = Frame::new(settings, texts, &title);
    let status = match refused {
        None => StatusCode::OK,
        Some(failure) => {
            let key = match failure.status() {
                StatusCode::TOO_MANY_REQUESTS => Key::WebCodeTooMany,
                _ => Key::WebCodeRefused,
            };
            frame.page.element("p role=\"alert\"", &texts.text(key));
            failure.status()
        }
    };
    frame
        .page
        .markup("<p>")
        .text(&texts.text(Key::WebSignInHow))
        .markup(" <code>sayso open --print</code></p><form method=\"post\"")
        .attribute("action", plain_path::SIGN_IN)
        .markup(">");
    if let Some(id) = to {
        hidden(&mut frame.page, TO, &id.to_string());
    }
    frame
        .page
        .markup("<p><label>")
        .text(&texts.text(Key::WebSignInCode))
        .markup(" <input name=\"code\" autocomplete=\"off\" required></label></p><p>")
        .element("button class=\"primary\"", &texts.text(Key::WebSignIn))
        .markup("</p></form>");
    let mut response = frame.finish("/login", status);
    if let Some(failure) = refused {
        failure.trace(&mut response);
    }
    response
}
