//! Where an address leads nowhere: a page for people, JSON for programs.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, Method, StatusCode, Uri, header};
use i18n::{Key, catalogue};

use super::frame::Frame;
use crate::error::Failure;
use crate::live_settings::LiveSettings;

pub(in crate::routes) async fn nowhere(
    State(settings): State<Arc<LiveSettings>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method == Method::GET && is_for_a_person(uri.path(), &headers) {
        page(&settings)
    } else {
        Failure::new(StatusCode::NOT_FOUND, "not_found", "there is nothing here").into_response()
    }
}

fn is_for_a_person(path: &str, headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let wants_html = accepted
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|kind| kind.split(';').next().map(str::trim) == Some("text/html"));
    wants_html && !path.starts_with("/api/")
}

/// Says that there is no such page, in the person's language.
pub(super) fn page(settings: &LiveSettings) -> Response {
    let texts = catalogue(settings.language());
    let title = texts.text(Key::WebNoPage);
    Frame::new(settings, texts, &title).finish_with("/", Key::WebBack, StatusCode::NOT_FOUND)
}
