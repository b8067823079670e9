//! The portal's shell: public, the same for everyone, and useful before the app has mounted. It
//! holds no data. Only the link to the page without JavaScript depends on the address.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use http::{StatusCode, Uri};
use i18n::{Key, catalogue};

use super::bundle;
use super::document::escape;
use crate::error::Failure;
use crate::live_settings::LiveSettings;
use crate::parts::Hub;

pub(super) const PATHS: [&str; 5] = ["/", "/login", "/choice/{id}", "/history", "/settings"];

/// The mark, until the app draws it with the number that waits.
const FAVICON: &str = "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath \
    d='M5 15.2V4h15v11.2h-5.4L9.6 20.8 5.4 16.6' fill='%23eef3fb' stroke='%232a5fb0' \
    stroke-width='1.8'/%3E%3C/svg%3E";

pub(super) fn add(router: Router<Hub>) -> Router<Hub> {
    PATHS
        .iter()
        .fold(router, |router, path| router.route(path, get(shell)))
}

async fn shell(State(settings): State<Arc<LiveSettings>>, uri: Uri) -> Response {
    let Some(page) = bundle::index() else {
        // Only a debug build can get here: it reads the bundle from the disk.
        let message = "the portal's bundle is missing; run `cargo xtask web`";
        return Failure::new(StatusCode::SERVICE_UNAVAILABLE, "no_bundle", message).into_response();
    };
    let texts = catalogue(settings.language());
    let theme = settings.current().settings.theme;
    let mut html = page;
    for (mark, text) in [
        ("%lang%", texts.language().as_str().to_owned()),
        ("%theme%", theme.as_str().to_owned()),
        ("%favicon%", FAVICON.to_owned()),
        ("%loading%", texts.text(Key::WebLoading)),
        ("%plain%", plain_address(uri.path())),
        ("%fallback%", texts.text(Key::WebFallback)),
    ] {
        html = html.replace(mark, &escape(&text));
    }
    Html(html).into_response()
}

fn plain_address(path: &str) -> String {
    match path {
        "/login" => "/login/plain".into(),
        path if path.starts_with("/choice/") => format!("{path}/plain"),
        _ => "/plain".into(),
    }
}
