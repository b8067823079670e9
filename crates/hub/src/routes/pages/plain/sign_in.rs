//! Signing in without scripts: a typed code instead of the link.
//!
//! The session this makes has a key that nobody keeps: it opens the pages without scripts only.

use axum::extract::{RawForm, State};
use axum::response::{IntoResponse, Redirect, Response};
use http::{HeaderMap, StatusCode, header};
use i18n::{Key, catalogue};

use super::frame::Frame;
use crate::error::Failure;
use crate::routes::sign_in::open_session;
use crate::server::Hub;

pub(super) async fn ask(State(hub): State<Hub>) -> Response {
    page(&hub, None)
}

pub(super) async fn exchange(
    State(hub): State<Hub>,
    headers: HeaderMap,
    RawForm(body): RawForm,
) -> Response {
    let fields = form_urlencoded::parse(&body);
    let code = fields.into_iter().find(|(name, _)| name == "code");
    let code = code
        .map(|(_, code)| code.trim().to_owned())
        .unwrap_or_default();
    match open_session(&hub, &code, &headers).await {
        Ok((cookie, _key)) => {
            ([(header::SET_COOKIE, cookie)], Redirect::to("/plain")).into_response()
        }
        Err(failure) => page(&hub, Some(&failure)),
    }
}

fn page(hub: &Hub, refused: Option<&Failure>) -> Response {
    let texts = catalogue(hub.settings.language());
    let mut frame = Frame::new(hub, texts, &texts.text(Key::WebSignedOut));
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
        .markup(" <code>sayso open --print</code></p>")
        .markup("<form method=\"post\" action=\"/login/plain\"><p><label>")
        .text(&texts.text(Key::WebSignInCode))
        .markup(" <input name=\"code\" autocomplete=\"off\" required></label></p><p>")
        .element("button class=\"primary\"", &texts.text(Key::WebSignIn))
        .markup("</p></form>");
    frame.finish("/login", status)
}
